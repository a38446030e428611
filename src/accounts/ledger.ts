import { sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { charges, organizations, purchases, settlements } from '../storage/schema.ts'
import type { Caller } from './keys.ts'

/** Credits bought or granted, with the provider's own reference for the payment. */
export interface Purchase {
  readonly credits: number
  readonly provider: string
  readonly reference: string
}

/** How a charge ends. */
export type Outcome = 'confirmed' | 'refunded'

/** What a transcript costs: a credit for each Unicode code point (spec 1). */
export function price(transcript: string): number {
  let codePoints = 0
  for (const _ of transcript) codePoints++
  return codePoints
}

/** Adds a purchase to an organization's balance. False when this reference was counted before. */
export async function purchase(db: Database, organizationId: string, bought: Purchase): Promise<boolean> {
  const { credits, provider, reference } = bought
  const counted = await rows(
    db,
    sql`
      WITH bought AS (
        INSERT INTO ${purchases} (organization_id, credits, provider, reference)
        VALUES (${organizationId}, ${credits}, ${provider}, ${reference})
        ON CONFLICT DO NOTHING RETURNING organization_id, credits
      )
      UPDATE ${organizations} o SET balance = o.balance + bought.credits
      FROM bought WHERE o.id = bought.organization_id RETURNING o.id`,
  )
  return counted.length > 0
}

/**
 * Takes credits before a turn is generated.
 *
 * @param id of the new charge, chosen by the caller, who can then settle it even when this answer is lost
 * @returns false when the balance does not cover it (nothing is taken)
 */
export async function charge(db: Database, id: string, caller: Caller, credits: number): Promise<boolean> {
  const taken = await rows(
    db,
    sql`
      WITH debit AS (
        UPDATE ${organizations} SET balance = balance - ${credits}
        WHERE id = ${caller.organizationId} AND balance >= ${credits} RETURNING id
      )
      INSERT INTO ${charges} (id, organization_id, key_id, credits)
      SELECT ${id}::uuid, id, ${caller.keyId}::uuid, ${credits}::bigint FROM debit RETURNING id`,
  )
  return taken.length > 0
}

/**
 * Ends charges. One that has ended already stays as it was, and one that was never taken is no error, so this can be
 * repeated safely.
 */
export async function settle(db: Database, chargeIds: readonly string[], outcome: Outcome): Promise<void> {
  await rows(
    db,
    sql`
      WITH ended AS (
        INSERT INTO ${settlements} (charge_id, outcome)
        SELECT id, ${outcome}::text FROM ${charges} WHERE id IN ${chargeIds}
        ON CONFLICT DO NOTHING RETURNING charge_id, outcome
      ), owed AS (
        SELECT c.organization_id, sum(c.credits) AS credits
        FROM ended JOIN ${charges} c ON c.id = ended.charge_id
        WHERE ended.outcome = 'refunded' GROUP BY 1
      )
      UPDATE ${organizations} o SET balance = o.balance + owed.credits FROM owed WHERE o.id = owed.organization_id`,
  )
}

/**
 * Refunds the charges that were never settled because the process that took them died. Only for a database that no
 * other process uses, before the first turn: without a lease, a charge of a running turn looks the same.
 *
 * @returns how many were refunded
 */
export async function refundAbandoned(db: Database): Promise<number> {
  const [refunded] = await rows<{ count: number }>(
    db,
    sql`
      WITH ended AS (
        INSERT INTO ${settlements} (charge_id, outcome)
        SELECT c.id, 'refunded' FROM ${charges} c LEFT JOIN ${settlements} s ON s.charge_id = c.id
        WHERE s.charge_id IS NULL
        ON CONFLICT DO NOTHING RETURNING charge_id
      ), owed AS (
        SELECT c.organization_id, sum(c.credits) AS credits
        FROM ended JOIN ${charges} c ON c.id = ended.charge_id GROUP BY 1
      ), paid AS (
        UPDATE ${organizations} o SET balance = o.balance + owed.credits FROM owed WHERE o.id = owed.organization_id
      )
      SELECT count(*)::int AS count FROM ended`,
  )
  return refunded?.count ?? 0
}
