import { sql } from 'drizzle-orm'
import { type Database, reportRows } from '../storage/database.ts'
import { charges, dailyCharges, organizations, purchases, reversals, settlements } from '../storage/schema.ts'

/**
 * The last day (UTC) whose charges are kept as sums, of one organization or of all. Undefined: all are kept one by one.
 *
 * @throws DatabaseUnavailable
 */
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
 *
 * @throws DatabaseUnavailable
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
