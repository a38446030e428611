import { sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { charges, openCharges, organizations, slots } from '../storage/schema.ts'
import type { Caller } from './authorize.ts'
import { WINDOW } from './request-rate.ts'
import { limitOf } from './tiers.ts'

/**
 * Seconds for which a slot is taken, again and again while audio is produced: a process that is killed holds it no
 * longer than this.
 */
export const SLOT_LEASE = 1.9
/** Seconds for which it stays taken after the last audio (spec 3). */
const SLOT_AFTERMATH = 1

/** A charge to be taken. */
export interface Charge {
  /** Chosen by who takes it, who can then end it even when the answer is lost. */
  readonly id: string
  readonly caller: Caller
  readonly credits: number
  /** The process that will end it. */
  readonly processId: string
}

/** One of the turns that an organization may have at once. */
export interface Slot {
  readonly organizationId: string
  readonly number: number
  readonly turnId: string
}

export type Admission =
  | { readonly is: 'admitted'; readonly slot: Slot }
  | { readonly is: 'over balance' }
  /** `wait`: milliseconds until a slot can be free. */
  | { readonly is: 'over concurrency'; readonly limit: number; readonly wait: number }

/** SQL that takes a charge when a condition holds: the common table expressions `debit` and those that note it. */
function debitWhen(condition: ReturnType<typeof sql>, { id, caller, credits, processId }: Charge) {
  return sql`
    debit AS (
      UPDATE ${organizations} SET balance = balance - ${credits}
      WHERE id = ${caller.organizationId} AND balance >= ${credits} AND ${condition} RETURNING id
    ), charged AS (
      INSERT INTO ${charges} (id, organization_id, key_id, credits)
      SELECT ${id}::uuid, id, ${caller.keyId}::uuid, ${credits}::bigint FROM debit
    ), opened AS (
      INSERT INTO ${openCharges} (charge_id, process_id) SELECT ${id}::uuid, ${processId}::uuid FROM debit
    )`
}

/**
 * Admits a turn: takes a slot and the credits, or neither, in one statement. Slots are rows that are locked one by one,
 * so however many ask at once, no more than the limit are given; a row that another is just taking is passed over.
 */
export async function admit(db: Database, turnId: string, charge: Charge): Promise<Admission> {
  const { organizationId } = charge.caller
  const most = limitOf('concurrency')
  const [row] = await rows<{ number: number | null; charged: boolean; most: number; wait: number | null }>(
    db,
    sql`
      WITH free AS MATERIALIZED (
        SELECT s.number FROM ${slots} s JOIN ${organizations} o ON o.id = s.organization_id
        WHERE s.organization_id = ${organizationId} AND s.number <= ${most} AND s.until < clock_timestamp()
        ORDER BY s.number LIMIT 1 FOR UPDATE OF s SKIP LOCKED
      ),
      ${debitWhen(sql`EXISTS (SELECT FROM free)`, charge)},
      taken AS (
        UPDATE ${slots} s SET turn_id = ${turnId}, until = clock_timestamp() + ${seconds(SLOT_LEASE)}
        FROM free, debit WHERE s.organization_id = debit.id AND s.number = free.number
      )
      SELECT (SELECT number FROM free) AS number, EXISTS (SELECT FROM debit) AS charged, ${most} AS most,
        (SELECT extract(epoch FROM min(s.until) - clock_timestamp())::float8 FROM ${slots} s
          WHERE s.organization_id = o.id AND s.number <= ${most}) AS wait
      FROM ${organizations} o WHERE o.id = ${organizationId}`,
  )
  if (row?.charged) return { is: 'admitted', slot: { organizationId, number: row.number!, turnId } }
  if (row === undefined || row.number !== null) return { is: 'over balance' }
  // Who has waited for a row sees the others as they were before: no slot is free sooner than one is let go.
  const wait = Math.min(WINDOW, Math.max(SLOT_AFTERMATH, row.wait ?? WINDOW))
  return { is: 'over concurrency', limit: row.most, wait: Math.ceil(wait * 1000) }
}

/** Takes another charge of a turn that has its slot. False when the balance does not cover it. */
export async function takeCharge(db: Database, charge: Charge): Promise<boolean> {
  const [row] = await rows<{ charged: boolean }>(
    db,
    sql`WITH ${debitWhen(sql`true`, charge)} SELECT EXISTS (SELECT FROM debit) AS charged`,
  )
  return row!.charged
}

/** Takes slots for another while. Returns those that are still held: none that somebody else has got meanwhile. */
export async function renewSlots(db: Database, held: readonly Slot[]): Promise<number> {
  return extend(db, held, SLOT_LEASE)
}

/** Lets slots go, a second after the last audio. */
export async function releaseSlots(db: Database, held: readonly Slot[]): Promise<void> {
  await extend(db, held, SLOT_AFTERMATH)
}

async function extend(db: Database, held: readonly Slot[], lease: number): Promise<number> {
  const each = held.map(
    ({ organizationId, number, turnId }) => sql`(${organizationId}::uuid, ${number}::int, ${turnId}::uuid)`,
  )
  const extended = await rows(
    db,
    sql`
      UPDATE ${slots} SET until = clock_timestamp() + ${seconds(lease)}
      WHERE (organization_id, number, turn_id) IN (${sql.join(each, sql`, `)}) RETURNING number`,
  )
  return extended.length
}

function seconds(count: number) {
  return sql`make_interval(secs => ${count}::float8)`
}
