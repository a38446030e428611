import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { interval } from '../storage/interval.ts'
import { charges, keys, openCharges, organizations, slots } from '../storage/schema.ts'
import { begunInTime, CLOCK_TOLERANCE } from '../storage/start-deadline.ts'
import type { Caller } from './authorize.ts'
import { limitOf } from './limit-of.ts'
import { RATE_WINDOW } from './request-rate.ts'

/**
 * The lease of a slot, in seconds. It is renewed while audio is produced, so a process that is killed holds a slot no
 * longer than this.
 */
export const SLOT_LEASE = 1.9
/** Seconds for which a slot stays taken after the last audio (spec 3). */
const SLOT_COOLDOWN = 1

/** A charge to be taken. */
export interface Charge {
  /** Chosen by the caller, who can then settle the charge even when the answer to taking it is lost. */
  readonly id: string
  readonly caller: Caller
  readonly credits: number
  /** The process that will settle it. */
  readonly processId: string
}

/** The right to have one turn spoken: an organization has as many as its limit of concurrent turns. */
export interface Slot {
  readonly organizationId: string
  readonly number: number
  readonly turnId: string
}

export type Admission =
  | { readonly is: 'admitted'; readonly slot: Slot }
  | { readonly is: 'over balance' }
  | { readonly is: 'revoked' }
  | OverConcurrency

/** No slot was free. */
export interface OverConcurrency {
  readonly is: 'over concurrency'
  readonly limit: number
  /** Milliseconds until a slot can be free. */
  readonly wait: number
  /** Milliseconds from the request during which no slot can become free, unless the limit is raised: at most 1000. */
  readonly fullFor: number
}

/** SQL for whether the slot in the row `s` is taken. If its lease ends later than any can, the clock was set back: it is free. */
export function isTaken(): SQL {
  return sql`(s.until BETWEEN clock_timestamp() AND clock_timestamp() + ${interval(SLOT_LEASE + CLOCK_TOLERANCE)})`
}

/**
 * SQL that takes a charge if a condition holds. It has the common table expressions `valid` (a row if the key is still
 * valid: it may have been revoked after the connection was opened), `debit`, and those that record the charge.
 */
function debitWhen(condition: SQL, { id, caller, credits, processId }: Charge) {
  return sql`
    valid AS (SELECT FROM ${keys} WHERE id = ${caller.keyId} AND revoked_at IS NULL AND ${begunInTime()}),
    debit AS (
      UPDATE ${organizations} SET balance = balance - ${credits}
      WHERE id = ${caller.organizationId} AND balance >= ${credits} AND EXISTS (SELECT FROM valid) AND ${condition}
      RETURNING id
    ), charged AS (
      INSERT INTO ${charges} (id, organization_id, key_id, credits)
      SELECT ${id}::uuid, id, ${caller.keyId}::uuid, ${credits}::bigint FROM debit
    ), opened AS (
      INSERT INTO ${openCharges} (charge_id, process_id) SELECT ${id}::uuid, ${processId}::uuid FROM debit
    )`
}

/**
 * Admits a turn: takes a slot and the credits, or neither, in one statement. Each slot is a row and is locked by itself,
 * so no more than the limit are ever given, however many ask at once. A row that another statement is taking is skipped.
 *
 * @throws DatabaseUnavailable
 */
export async function admit(db: Database, turnId: string, charge: Charge): Promise<Admission> {
  const { organizationId } = charge.caller
  const most = limitOf('concurrency')
  const [row] = await rows<AdmissionRow>(
    db,
    sql`
      WITH free AS MATERIALIZED (
        SELECT s.number FROM ${slots} s JOIN ${organizations} o ON o.id = s.organization_id
        WHERE s.organization_id = ${organizationId} AND s.number <= ${most}
          AND NOT ${isTaken()}
        ORDER BY s.number LIMIT 1 FOR UPDATE OF s SKIP LOCKED
      ),
      ${debitWhen(sql`EXISTS (SELECT FROM free)`, charge)},
      taken AS (
        UPDATE ${slots} s SET turn_id = ${turnId}, until = clock_timestamp() + ${interval(SLOT_LEASE)}
        FROM free, debit WHERE s.organization_id = debit.id AND s.number = free.number
      )
      SELECT (SELECT number FROM free) AS number, EXISTS (SELECT FROM debit) AS charged,
        EXISTS (SELECT FROM valid) AS valid, ${most} AS most,
        (SELECT extract(epoch FROM min(s.until) - clock_timestamp())::float8 FROM ${slots} s
          WHERE s.organization_id = o.id AND s.number <= ${most}) AS wait
      FROM ${organizations} o WHERE o.id = ${organizationId}`,
    organizationId,
  )
  if (row?.charged) return { is: 'admitted', slot: { organizationId, number: row.number!, turnId } }
  if (!row?.valid) return { is: 'revoked' }
  if (row.number !== null) return { is: 'over balance' }
  // A statement that waited for a lock sees the other rows as they were before: no slot is free before one is released.
  const wait = Math.min(RATE_WINDOW, Math.max(SLOT_COOLDOWN, row.wait ?? RATE_WINDOW))
  // A slot becomes free when its lease ends, or a second after its release, and every release before this statement is
  // seen here. A row whose lease has already ended is one that another statement was taking, perhaps in vain.
  const fullFor = Math.max(0, Math.min(SLOT_COOLDOWN, row.wait ?? SLOT_COOLDOWN))
  return {
    is: 'over concurrency',
    limit: row.most,
    wait: Math.ceil(wait * 1000),
    fullFor: Math.floor(fullFor * 1000),
  }
}

interface AdmissionRow extends Record<string, unknown> {
  readonly number: number | null
  readonly charged: boolean
  readonly valid: boolean
  readonly most: number
  readonly wait: number | null
}

/**
 * Takes another charge of a turn that has its slot.
 *
 * @throws DatabaseUnavailable
 */
export async function takeCharge(
  db: Database,
  charge: Charge,
): Promise<'taken' | 'over balance' | 'revoked'> {
  const [row] = await rows<{ charged: boolean; valid: boolean }>(
    db,
    sql`
      WITH ${debitWhen(sql`true`, charge)}
      SELECT EXISTS (SELECT FROM debit) AS charged, EXISTS (SELECT FROM valid) AS valid`,
    charge.caller.organizationId,
  )
  if (row!.charged) return 'taken'
  return row!.valid ? 'over balance' : 'revoked'
}

/**
 * Renews the leases of slots. Returns how many are still held; a slot that another turn has taken meanwhile is not.
 *
 * @param within as for {@link rows}
 * @throws DatabaseUnavailable
 */
export async function renewSlots(db: Database, held: readonly Slot[], within?: number): Promise<number> {
  return extend(db, held, SLOT_LEASE, within)
}

/**
 * Releases slots: they are free a second from now.
 *
 * @param within as for {@link rows}
 * @throws DatabaseUnavailable
 */
export async function releaseSlots(db: Database, held: readonly Slot[], within?: number): Promise<void> {
  await extend(db, held, SLOT_COOLDOWN, within)
}

/**
 * A row that another statement holds is left out: only a turn that is being admitted to a slot whose lease has run out does
 * that, and it can wait for long for its organization. The slots of others must not run out meanwhile.
 *
 * A statement that was given up does not begin any more, so a renewal that lay in a stalled network undoes no later release.
 */
async function extend(
  db: Database,
  held: readonly Slot[],
  lease: number,
  within: number | undefined,
): Promise<number> {
  const organizationIds = sql.param(held.map(({ organizationId }) => organizationId))
  const numbers = sql.param(held.map(({ number }) => number))
  const turnIds = sql.param(held.map(({ turnId }) => turnId))
  const extended = await rows(
    db,
    sql`
      WITH own AS MATERIALIZED (
        SELECT s.organization_id, s.number FROM ${slots} s
        JOIN unnest(${organizationIds}::uuid[], ${numbers}::int[], ${turnIds}::uuid[]) AS held(organization_id, number, turn_id)
          ON s.organization_id = held.organization_id AND s.number = held.number AND s.turn_id = held.turn_id
        WHERE ${begunInTime()}
        FOR UPDATE OF s SKIP LOCKED
      )
      UPDATE ${slots} s SET until = clock_timestamp() + ${interval(lease)} FROM own
      WHERE s.organization_id = own.organization_id AND s.number = own.number
      RETURNING s.number`,
    undefined,
    within,
  )
  return extended.length
}
