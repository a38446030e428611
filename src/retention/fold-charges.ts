import { sql } from 'drizzle-orm'
import { ADVISORY_LOCKS } from '../storage/advisory-locks.ts'
import { type Database, rows } from '../storage/database.ts'
import { charges, dailyCharges, organizations, settlements } from '../storage/schema.ts'

/** Most charges that one statement folds: the embedded database answers nobody else meanwhile. */
const BATCH = 100

/**
 * Folds an organization's charges that were taken before a moment and are settled: the confirmed ones become sums of a key
 * and a day, the refunded ones, which cost nothing, are removed. Each statement removes charges and adds the same credits to
 * sums, or does neither, so the ledger adds up at every moment. Charges that are open stay. It does not lock the
 * organization.
 *
 * @param pause milliseconds between two statements
 * @param leaving ends it between two statements
 * @returns how many were folded
 * @throws DatabaseUnavailable; what was folded until then stays so
 */
export async function foldCharges(
  db: Database,
  organizationId: string,
  before: Date,
  pause: number,
  leaving?: AbortSignal,
): Promise<number> {
  let folded = 0
  while (!leaving?.aborted) {
    const { isOurs, found } = await foldBatch(db, organizationId, before)
    folded += found
    if (isOurs && found < BATCH) break
    await Bun.sleep(pause)
  }
  return folded
}

interface Batch extends Record<string, unknown> {
  /** False while another process folds: two might lock the same charges in different orders. */
  readonly isOurs: boolean
  readonly found: number
}

async function foldBatch(db: Database, organizationId: string, before: Date): Promise<Batch> {
  const [batch] = await rows<Batch>(
    db,
    sql`
      WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.fold}) AS ours),
      old AS MATERIALIZED (
        SELECT c.id FROM ${charges} c, turn
        WHERE turn.ours AND c.organization_id = ${organizationId} AND c.created_at < ${before.toISOString()}
          AND EXISTS (SELECT FROM ${settlements} s WHERE s.charge_id = c.id)
        ORDER BY c.created_at LIMIT ${BATCH}
      ), ended AS (
        DELETE FROM ${settlements} WHERE charge_id = ANY(ARRAY(SELECT id FROM old)) RETURNING charge_id, outcome
      ), folded AS (
        DELETE FROM ${charges} c USING ended
        WHERE c.id = ANY(ARRAY(SELECT charge_id FROM ended)) AND c.id = ended.charge_id
        RETURNING c.organization_id, c.key_id, (c.created_at AT TIME ZONE 'UTC')::date AS day, c.credits, ended.outcome
      ), summed AS (
        INSERT INTO ${dailyCharges} AS d (organization_id, key_id, day, transcripts, credits)
        SELECT organization_id, key_id, day, count(*), sum(credits) FROM folded
        WHERE outcome = 'confirmed' GROUP BY 1, 2, 3
        ON CONFLICT (key_id, day) DO UPDATE
          SET transcripts = d.transcripts + excluded.transcripts, credits = d.credits + excluded.credits
      )
      SELECT (SELECT ours FROM turn) AS "isOurs", (SELECT count(*)::int FROM folded) AS found`,
    organizationId,
  )
  return batch!
}

/** The organizations that have a charge from before a moment. */
export async function withChargesBefore(db: Database, before: Date): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
      SELECT o.id FROM ${organizations} o WHERE EXISTS (
        SELECT FROM ${charges} c WHERE c.organization_id = o.id AND c.created_at < ${before.toISOString()}
      )`,
  )
  return found.map(({ id }) => id)
}
