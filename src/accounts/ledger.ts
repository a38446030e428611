import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, reportRows, rows, withTimeout } from '../storage/database.ts'
import {
  charges,
  dailyCharges,
  keys,
  openCharges,
  organizations,
  purchases,
  reversals,
  settlements,
} from '../storage/schema.ts'
import { begunInTime } from '../storage/start-deadline.ts'
import type { Charge } from './admission.ts'
import { KeyRevoked } from './refusals.ts'
import { TIER2_CENTS } from './tiers.ts'

/** Credits that a US dollar buys (spec 1). */
export const CREDITS_PER_DOLLAR = 200_000

/** The smallest purchase, in US cents (spec 1). */
export const MIN_PURCHASE_CENTS = 500

/** Credits bought or granted, with the provider's own reference for the payment. */
export interface Purchase {
  readonly credits: number
  /** US cents paid for them; 0 for a grant. */
  readonly cents: number
  readonly provider: string
  readonly reference: string
  /** The provider's reference by which it reports that the payment was taken back, if it is another one. */
  readonly payment?: string | undefined
  /** Why it was granted. */
  readonly reason?: string | undefined
}

/** Most charges that one statement settles: the embedded database answers nobody else meanwhile. */
const BATCH = 250

/** How a charge ends. */
export type Outcome = 'confirmed' | 'refunded'

/** What a transcript costs: a credit for each Unicode code point (spec 1). */
export function price(transcript: string): number {
  let codePoints = 0
  for (const _ of transcript) codePoints++
  return codePoints
}

/**
 * The credits that an organization has.
 *
 * @throws KeyRevoked if it was deleted
 */
export async function balanceOf(db: Database, organizationId: string): Promise<number> {
  const [organization] = await withTimeout(
    db
      .select({ balance: organizations.balance })
      .from(organizations)
      .where(eq(organizations.id, organizationId)),
    organizationId,
  )
  if (organization === undefined) throw new KeyRevoked()
  return organization.balance
}

/**
 * Adds a purchase to an organization's balance. The purchase that brings the total paid to $50 also moves a tier1 organization
 * to tier2. If the database does not answer in time, it is not booked later. Only where it was booked in time and the answer
 * was lost, it stays so.
 *
 * @returns false if this reference was counted before
 * @throws DatabaseUnavailable
 */
export function purchase(db: Database, organizationId: string, bought: Purchase): Promise<boolean> {
  return book(db, organizationId, bought, begunInTime())
}

/** The same as a {@link purchase} in a transaction, which ends in time or has no effect. */
export function purchaseWithin(tx: Database, organizationId: string, bought: Purchase): Promise<boolean> {
  return book(tx, organizationId, bought, sql`true`)
}

async function book(
  db: Database,
  organizationId: string,
  bought: Purchase,
  condition: SQL,
): Promise<boolean> {
  const { credits, cents, provider, reference, payment = null, reason = null } = bought
  const counted = await rows(
    db,
    sql`
      WITH bought AS (
        INSERT INTO ${purchases} (organization_id, credits, cents, provider, reference, payment, reason)
        SELECT ${organizationId}::uuid, ${credits}::bigint, ${cents}::bigint, ${provider}, ${reference}, ${payment}, ${reason}
        WHERE ${condition}
        ON CONFLICT DO NOTHING RETURNING organization_id, credits, cents
      )
      UPDATE ${organizations} o SET
        balance = o.balance + bought.credits,
        paid_cents = o.paid_cents + bought.cents,
        tier = ${tierAfter(sql`bought.cents`)}
      FROM bought WHERE o.id = bought.organization_id RETURNING o.id`,
    organizationId,
  )
  return counted.length > 0
}

/**
 * SQL for the tier of the organization in the row `o` when cents are added to what it has paid: tier1 becomes tier2 when they
 * bring the total to $50. Later ones change nothing, so the operator can put it back to tier1.
 */
function tierAfter(cents: SQL): SQL {
  const reaches = sql`o.paid_cents < ${TIER2_CENTS} AND o.paid_cents + ${cents} >= ${TIER2_CENTS}`
  return sql`CASE WHEN o.tier = 'tier1' AND ${reaches} THEN 'tier2' ELSE o.tier END`
}

/**
 * Books a payment as a {@link purchase} of the credits that it buys.
 *
 * @throws Error for less than the smallest purchase, or part of a cent
 */
export async function buy(
  db: Database,
  organizationId: string,
  { cents, ...payment }: Omit<Purchase, 'credits'>,
): Promise<boolean> {
  if (!Number.isSafeInteger(cents) || cents < MIN_PURCHASE_CENTS)
    throw new Error(`a purchase is at least $${MIN_PURCHASE_CENTS / 100}, in whole cents`)
  const credits = (cents * CREDITS_PER_DOLLAR) / 100
  return purchase(db, organizationId, { credits, cents, ...payment })
}

/** Money that was paid for a purchase and that the payer has back, or gave again. */
export interface Reversal {
  /** US cents, part or all of what was paid. */
  readonly cents: number
  readonly provider: string
  readonly reference: string
  /** Whether the payment came back: the refund failed, or the dispute was won. */
  readonly isOver: boolean
}

/**
 * Takes the credits of a payment back, or gives as many again if that is over. Each counts once, in whatever order they are
 * reported. The balance goes below zero if the credits have been spent: nothing more is spoken then until it is positive again.
 * The tier stays, unless what is given again brings the total paid to $50, as a purchase does. If the organization was deleted,
 * only the money is recorded.
 *
 * @param purchaseId the purchase that was paid
 * @returns false if this was counted before
 */
export async function reverse(db: Database, purchaseId: string, reversal: Reversal): Promise<boolean> {
  const { cents, provider, reference, isOver } = reversal
  const references = sql.param(isOver ? [reference, `${reference}:over`] : [reference])
  const taken = sql`(SELECT r.cents FROM ${reversals} r WHERE r.provider = ${provider} AND r.reference = ${reference})`
  const amounts = isOver
    ? sql`${cents}::bigint, -coalesce(${taken}, ${cents}::bigint)`
    : sql`${cents}::bigint`
  const counted = await rows(
    db,
    sql`
      WITH reversed AS (
        INSERT INTO ${reversals} (purchase_id, credits, cents, provider, reference)
        SELECT p.id, p.credits * part.cents / p.cents, part.cents, ${provider}, part.reference
        FROM ${purchases} p, unnest(${references}::text[], ARRAY[${amounts}]) AS part(reference, cents)
        WHERE p.id = ${purchaseId}
        ON CONFLICT DO NOTHING RETURNING credits, cents
      ), total AS (SELECT sum(credits) AS credits, sum(cents) AS cents FROM reversed),
      taken AS (
        UPDATE ${organizations} o SET
          balance = o.balance - total.credits,
          paid_cents = o.paid_cents - total.cents,
          tier = ${tierAfter(sql`-total.cents`)}
        FROM total, ${purchases} p
        WHERE total.credits IS NOT NULL AND p.id = ${purchaseId} AND o.id = p.organization_id
      )
      SELECT 1 FROM reversed`,
  )
  return counted.length > 0
}

/** The purchase with a provider's reference for its payment. Undefined if it is not known. */
export async function purchaseOfPayment(
  db: Database,
  provider: string,
  payment: string,
): Promise<string | undefined> {
  const isIt = and(eq(purchases.provider, provider), eq(purchases.payment, payment))
  const [found] = await withTimeout(db.select({ id: purchases.id }).from(purchases).where(isIt))
  return found?.id
}

/** The purchase with a provider's reference. Undefined if it was not booked. */
export async function purchaseWith(
  db: Database,
  provider: string,
  reference: string,
): Promise<BookedPurchase | undefined> {
  const isIt = and(eq(purchases.provider, provider), eq(purchases.reference, reference))
  const { id, organizationId, credits, cents } = purchases
  const [found] = await withTimeout(
    db.select({ id, organizationId, credits, cents }).from(purchases).where(isIt),
  )
  return found
}

/** A purchase that was booked. */
interface BookedPurchase extends Pick<Purchase, 'credits' | 'cents'> {
  readonly id: string
  /** Null: the organization was deleted. */
  readonly organizationId: string | null
}

/**
 * Settles charges. A charge that is already settled stays as it was, and one that was never taken is no error, so this can
 * be repeated safely.
 *
 * @param organizationId the organization of all of them, if they have the same one
 */
export async function settle(
  db: Database,
  chargeIds: readonly string[],
  outcome: Outcome,
  organizationId?: string,
): Promise<void> {
  for (let from = 0; from < chargeIds.length; from += BATCH) {
    const batch = sql.param(chargeIds.slice(from, from + BATCH))
    await rows(
      db,
      sql`
        WITH closed AS (
          DELETE FROM ${openCharges} WHERE charge_id = ANY(${batch}::uuid[]) RETURNING charge_id
        ),
        ${endingOf(outcome)}
        SELECT count(*) FROM ended`,
      organizationId,
    )
  }
}

/**
 * SQL that settles the charges in the common table expression `closed`, which were open: the expression `ended` has their
 * settlements, and others pay back what is refunded.
 */
export function endingOf(outcome: Outcome): SQL {
  return sql`
    ended AS (
      INSERT INTO ${settlements} (charge_id, outcome) SELECT charge_id, ${outcome}::text FROM closed
      RETURNING charge_id, outcome
    ), owed AS (
      SELECT c.organization_id, sum(c.credits) AS credits
      FROM ended JOIN ${charges} c ON c.id = ended.charge_id
      WHERE ended.outcome = 'refunded' GROUP BY 1
    ), paid AS (
      UPDATE ${organizations} o SET balance = o.balance + owed.credits FROM owed WHERE o.id = owed.organization_id
    )`
}

/**
 * Voids charges of one organization whose answers never came. One that was taken is refunded. One that is still on its way
 * can no longer be taken, because an entry of 0 credits uses up its id, or because its organization was deleted.
 */
export async function voidCharges(
  db: Database,
  organizationId: string,
  voided: readonly Charge[],
): Promise<void> {
  for (let from = 0; from < voided.length; from += BATCH) {
    const batch = voided.slice(from, from + BATCH)
    const ids = sql.param(batch.map(({ id }) => id))
    const keyIds = sql.param(batch.map(({ caller }) => caller.keyId))
    await rows(
      db,
      sql`
        WITH nothing AS (
          INSERT INTO ${charges} (id, organization_id, key_id, credits)
          SELECT voided.id, ${organizationId}::uuid, k.id, 0
          FROM unnest(${ids}::uuid[], ${keyIds}::uuid[]) AS voided(id, key_id) JOIN ${keys} k ON k.id = voided.key_id
          ON CONFLICT DO NOTHING RETURNING id
        )
        INSERT INTO ${settlements} (charge_id, outcome) SELECT id, 'refunded' FROM nothing`,
      organizationId,
    )
  }
  await settle(
    db,
    voided.map(({ id }) => id),
    'refunded',
    organizationId,
  )
}

/** The last day (UTC) whose charges are kept as sums, of one organization or of all. Undefined: all are kept one by one. */
export async function foldedUpTo(db: Database, organizationId?: string): Promise<string | undefined> {
  const [row] = await reportRows<{ day: string | null }>(
    db,
    sql`
      SELECT max(day)::text AS day FROM ${dailyCharges}
      WHERE organization_id = coalesce(${organizationId ?? null}::uuid, organization_id)`,
  )
  return row?.day ?? undefined
}

/** An organization whose balance is not the sum of its entries. */
export interface Discrepancy extends Record<string, unknown> {
  readonly organization: string
  readonly balance: number
  /** Purchases, minus what was taken back of them, minus charges, plus refunds. Folded charges count as their sums. */
  readonly entries: number
}

/**
 * Adds up the entries of one organization, or of all. A balance differs only if something other than Purr has changed the
 * database.
 */
export async function verifyLedger(db: Database, organizationId?: string): Promise<Discrepancy[]> {
  const found = await reportRows<{ name: string; balance: string; entries: string }>(
    db,
    sql`
      WITH entries AS (
        SELECT organization_id, credits FROM ${purchases}
        UNION ALL
        SELECT p.organization_id, -r.credits FROM ${reversals} r JOIN ${purchases} p ON p.id = r.purchase_id
        UNION ALL
        SELECT c.organization_id, -c.credits FROM ${charges} c LEFT JOIN ${settlements} s ON s.charge_id = c.id
        WHERE s.outcome IS DISTINCT FROM 'refunded'
        UNION ALL
        SELECT organization_id, -credits FROM ${dailyCharges}
      ), sums AS (SELECT organization_id, sum(credits) AS credits FROM entries GROUP BY 1)
      SELECT o.name, o.balance::text, coalesce(sums.credits, 0)::text AS entries
      FROM ${organizations} o LEFT JOIN sums ON sums.organization_id = o.id
      WHERE o.balance <> coalesce(sums.credits, 0) AND o.id = coalesce(${organizationId ?? null}::uuid, o.id)
      ORDER BY o.name`,
  )
  return found.map(({ name, balance, entries }) => ({
    organization: name,
    balance: Number(balance),
    entries: Number(entries),
  }))
}
