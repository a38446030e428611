import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows, withTimeout } from '../storage/database.ts'
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
export function reverse(db: Database, purchaseId: string, reversal: Reversal): Promise<boolean> {
  const { cents, provider, reference, isOver } = reversal
  const amount = sql`${cents}::bigint`
  if (!isOver) return book(db, purchaseId, { amount, provider, reference })
  const given = sql`(SELECT -r.cents FROM ${reversals} r WHERE r.provider = ${provider} AND r.reference = ${reference})`
  return withTimeout(() =>
    db.transaction(async (tx) => {
      const isTaken = await book(tx, purchaseId, { amount, provider, reference })
      // A statement of its own sees what was taken, also by another process for which the first one has waited.
      const isGiven = await book(tx, purchaseId, { amount: given, provider, reference: `${reference}:over` })
      return isTaken || isGiven
    }),
  )
}

/** A part of a reversal, with SQL for its cents. */
interface Part extends Pick<Reversal, 'provider' | 'reference'> {
  readonly amount: SQL
}

/** Books a part. False if its reference was counted before. */
async function book(
  db: Database,
  purchaseId: string,
  { amount, provider, reference }: Part,
): Promise<boolean> {
  const counted = await rows(
    db,
    sql`
      WITH reversed AS (
        INSERT INTO ${reversals} (purchase_id, credits, cents, provider, reference)
        SELECT p.id, p.credits * part.cents / p.cents, part.cents, ${provider}, ${reference}
        FROM ${purchases} p, (SELECT ${amount} AS cents) AS part
        WHERE p.id = ${purchaseId}
        ON CONFLICT DO NOTHING RETURNING credits, cents
      ), taken AS (
        UPDATE ${organizations} o SET
          balance = o.balance - reversed.credits,
          paid_cents = o.paid_cents - reversed.cents,
          tier = ${tierAfter(sql`-reversed.cents`)}
        FROM reversed, ${purchases} p
        WHERE p.id = ${purchaseId} AND o.id = p.organization_id
      )
      SELECT 1 FROM reversed`,
  )
  return counted.length > 0
}
