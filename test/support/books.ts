import { sql } from 'drizzle-orm'
import { type Database, rows } from '../../src/storage/database.ts'
import { eventually } from './eventually.ts'

/** The totals of the ledger in credits, for all organizations or for one. */
export interface Books {
  readonly balance: number
  /** The correct balance: purchases minus all charges that were not refunded. */
  readonly due: number
  readonly confirmed: number
  readonly refunded: number
  /** Charged, but not settled yet. */
  readonly open: number
}

export async function books(db: Database, organizationId: string | null = null): Promise<Books> {
  const [sums] = await rows<{ [Name in 'balance' | 'bought' | 'confirmed' | 'refunded' | 'open']: string }>(
    db,
    sql`
      WITH payers AS (SELECT * FROM organizations WHERE id = coalesce(${organizationId}::uuid, id)),
      ended AS (
        SELECT c.credits, coalesce(s.outcome, 'open') AS outcome FROM charges c
        JOIN payers ON payers.id = c.organization_id LEFT JOIN settlements s ON s.charge_id = c.id
      )
      SELECT
        (SELECT sum(balance) FROM payers) AS balance,
        (SELECT sum(p.credits) FROM purchases p JOIN payers ON payers.id = p.organization_id) AS bought,
        (SELECT sum(credits) FROM ended WHERE outcome = 'confirmed') AS confirmed,
        (SELECT sum(credits) FROM ended WHERE outcome = 'refunded') AS refunded,
        (SELECT sum(credits) FROM ended WHERE outcome = 'open') AS open`,
  )
  const { balance, bought, confirmed, refunded, open } = sums!
  return {
    balance: Number(balance),
    due: Number(bought) - Number(confirmed) - Number(open),
    confirmed: Number(confirmed),
    refunded: Number(refunded),
    open: Number(open),
  }
}

/** The same once every charge is settled. */
export async function settledBooks(db: Database, organizationId: string): Promise<Books> {
  await eventually(async () => (await books(db, organizationId)).open === 0)
  return books(db, organizationId)
}
