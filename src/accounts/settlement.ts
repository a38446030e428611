import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { charges, keys, openCharges, organizations, settlements } from '../storage/schema.ts'
import type { Charge } from './admission.ts'

/** Most charges that one statement settles: the embedded database answers nobody else meanwhile. */
const BATCH = 250

/** How a charge ends. */
export type Outcome = 'confirmed' | 'refunded'

/**
 * Settles charges. A charge that is already settled stays as it was, and one that was never taken is no error, so this can
 * be repeated safely.
 *
 * @param organizationId the organization of all of them, if they have the same one
 * @throws DatabaseUnavailable
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
 *
 * @throws DatabaseUnavailable
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
