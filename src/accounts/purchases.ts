import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Database, rows, withTimeout } from '../storage/database.ts'
import { organizations, purchases } from '../storage/schema.ts'
import { begunInTime } from '../storage/start-deadline.ts'
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

/**
 * The same as a {@link purchase} in a transaction, which ends in time or has no effect.
 *
 * @throws DatabaseUnavailable
 */
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
export function tierAfter(cents: SQL): SQL {
  const reaches = sql`o.paid_cents < ${TIER2_CENTS} AND o.paid_cents + ${cents} >= ${TIER2_CENTS}`
  return sql`CASE WHEN o.tier = 'tier1' AND ${reaches} THEN 'tier2' ELSE o.tier END`
}

/**
 * Books a payment as a {@link purchase} of the credits that it buys.
 *
 * @throws Error for less than the smallest purchase, or part of a cent; DatabaseUnavailable
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

/**
 * The purchase with a provider's reference for its payment. Undefined if it is not known.
 *
 * @throws DatabaseUnavailable
 */
export async function purchaseOfPayment(
  db: Database,
  provider: string,
  payment: string,
): Promise<string | undefined> {
  const isIt = and(eq(purchases.provider, provider), eq(purchases.payment, payment))
  const [found] = await withTimeout(db.select({ id: purchases.id }).from(purchases).where(isIt))
  return found?.id
}

/**
 * The purchase with a provider's reference. Undefined if it was not booked.
 *
 * @throws DatabaseUnavailable
 */
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
