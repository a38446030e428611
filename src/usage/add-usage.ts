import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { organizations, processes, usage, usageTotals } from '../storage/schema.ts'
import type { PeakRow, UsageRow } from './counts.ts'
import { totalsOfPeriods, usageOfPeriods } from './periods.ts'

/** Rows of minutes that are added together. */
export interface UsageBatch {
  /** Batches of a process are numbered from 1. */
  readonly number: number
  readonly usage: readonly UsageRow[]
  readonly peaks: readonly PeakRow[]
}

/** The columns of what is counted, in the database and in a batch. */
const COUNTS = sql.raw('turns, characters, audio_seconds, turn_seconds, first_audio, errors')
const SENT = sql.raw('r.turns, r.characters, r."audioSeconds", r."turnSeconds", r."firstAudio", r.errors')
const TYPES = sql.raw(
  'turns int, characters bigint, "audioSeconds" float8, "turnSeconds" float8, "firstAudio" int[], errors jsonb',
)
/** Adds what is counted to a row `u` that exists. */
const ADDED = sql`
  turns = u.turns + excluded.turns, characters = u.characters + excluded.characters,
  audio_seconds = u.audio_seconds + excluded.audio_seconds, turn_seconds = u.turn_seconds + excluded.turn_seconds,
  first_audio = ARRAY(
    SELECT coalesce(h.old, 0) + coalesce(h.new, 0)
    FROM unnest(u.first_audio, excluded.first_audio) WITH ORDINALITY AS h(old, new, bucket) ORDER BY h.bucket),
  errors = ${summed(sql`u.errors`, sql`excluded.errors`)}`

/**
 * Adds rows of minutes to those of their minutes, hours and days in the database: all or none, in one statement. A batch that
 * was added before is not added again. What belongs to a deleted organization is left out. All processes lock rows in the same
 * order.
 *
 * @returns false if the process is not registered: then nothing was added
 * @throws DatabaseUnavailable; the batch may have been added or not
 */
export async function addUsage(db: Database, processId: string, batch: UsageBatch): Promise<boolean> {
  const ids = new Set([...batch.usage, ...batch.peaks].map(({ organizationId }) => organizationId))
  const [row] = await rows<{ registered: boolean }>(
    db,
    sql`
      WITH batch AS MATERIALIZED (
        UPDATE ${processes} SET usage_batch = ${batch.number}
        WHERE id = ${processId} AND usage_batch < ${batch.number} RETURNING id
      ), alive AS MATERIALIZED (
        SELECT o.id FROM ${organizations} o, batch
        WHERE o.id = ANY(${sql.param([...ids])}::uuid[]) ORDER BY o.id FOR KEY SHARE OF o
      ), added AS (
        INSERT INTO ${usage} AS u (organization_id, period, start, key_id, voice_id, model_id, ${COUNTS})
        SELECT r."organizationId", r.period, r.start, r."keyId", r."voiceId", r."modelId", ${SENT}
        FROM ${recordset(usageOfPeriods(batch.usage), sql`"keyId" uuid, "voiceId" text, "modelId" text`)}
        JOIN alive ON alive.id = r."organizationId" ORDER BY 1, 2, 3, 4, 5, 6
        ON CONFLICT (organization_id, period, start, key_id, voice_id, model_id) DO UPDATE SET ${ADDED}
      ), totalled AS (
        INSERT INTO ${usageTotals} AS u (organization_id, period, start, concurrent, refusals, ${COUNTS})
        SELECT r."organizationId", r.period, r.start, r.concurrent, r.refusals, ${SENT}
        FROM ${recordset(totalsOfPeriods(batch.usage, batch.peaks), sql`concurrent int, refusals jsonb`)}
        JOIN alive ON alive.id = r."organizationId" ORDER BY 1, 2, 3
        ON CONFLICT (organization_id, period, start) DO UPDATE SET ${ADDED},
          concurrent = greatest(u.concurrent, excluded.concurrent),
          refusals = ${summed(sql`u.refusals`, sql`excluded.refusals`)}
      )
      SELECT EXISTS (SELECT FROM ${processes} WHERE id = ${processId}) AS registered`,
  )
  return row!.registered
}

/** SQL for rows `r` of a batch. */
function recordset(sent: readonly object[], columns: SQL): SQL {
  return sql`jsonb_to_recordset(${JSON.stringify(sent)}::text::jsonb) AS r(
    "organizationId" uuid, period text, start timestamptz, ${columns}, ${TYPES})`
}

/** SQL for the sum of two objects of counts. */
function summed(some: SQL, more: SQL): SQL {
  return sql`CASE WHEN ${more} = '{}' THEN ${some} ELSE (
    SELECT jsonb_object_agg(c.key, c.count) FROM (
      SELECT e.key, sum(e.value::bigint) AS count
      FROM (SELECT * FROM jsonb_each_text(${some}) UNION ALL SELECT * FROM jsonb_each_text(${more})) AS e
      GROUP BY e.key
    ) AS c) END`
}
