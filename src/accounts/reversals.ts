import { sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { organizations, purchases, reversals } from '../storage/schema.ts'
import { tierAfter } from './purchases.ts'

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
 * @throws DatabaseUnavailable
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
