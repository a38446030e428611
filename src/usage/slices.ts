import { type SQL, sql } from 'drizzle-orm'
import { keys, usage } from '../storage/schema.ts'
import type { Period } from './periods.ts'
import type { UsageRead } from './usage-reads.ts'

/** Rows that a statement adds up: it takes some 20 ms of the embedded database. */
const SLICE = 1000
/** Most rows that a slice reads, if few of those before were wanted. */
const MAX_SLICE = 4 * SLICE

/** Which usage of an organization is asked for. */
export interface UsageQuery {
  readonly organizationId: string
  readonly period: Period
  /** The start of the first period. */
  readonly from: Date
  /** The end of the last period. */
  readonly to: Date
  readonly filters: Filters
}

/** What usage is narrowed down to. Absent: all. */
export interface Filters {
  readonly projectId?: string | undefined
  readonly keyId?: string | undefined
  readonly voiceId?: string | undefined
  readonly modelId?: string | undefined
}

/** The last row that a slice has read, and how many it has read. */
interface Last {
  readonly seen: number
  readonly added: number
  readonly lastStart: number
  readonly lastKeyId: string
  readonly lastVoiceId: string
  readonly lastModelId: string
}

/**
 * Reads the usage of keys, voices and models in slices, each with a statement of its own, in the order of time.
 *
 * @param sums SQL for sums of the rows `wanted`, with which a statement ends
 * @returns the sums of each slice
 * @throws TooMuchUsage, DatabaseUnavailable
 */
export async function* slices<Sums>(read: UsageRead, query: UsageQuery, sums: SQL): AsyncGenerator<Sums[]> {
  let last: Last | undefined
  let size = SLICE
  for (;;) {
    const found: (Sums & Last & { readonly isSum: true | null })[] = await read.rows(sql`
      WITH found AS MATERIALIZED (${sliceAfter(last, query, size)}),
      wanted AS MATERIALIZED (SELECT u.* FROM found u WHERE ${narrowed(query.filters)}),
      last AS (
        SELECT (SELECT count(*)::int FROM found) AS seen, (SELECT count(*)::int FROM wanted) AS added,
          extract(epoch FROM start)::float8 * 1000 AS "lastStart", key_id AS "lastKeyId", voice_id AS "lastVoiceId",
          model_id AS "lastModelId"
        FROM found ORDER BY start DESC, key_id DESC, voice_id DESC, model_id DESC LIMIT 1
      )
      SELECT * FROM last LEFT JOIN (SELECT true AS "isSum", s.* FROM (${sums}) AS s) AS s ON true`)
    last = found[0]
    if (last === undefined) return
    read.count(last.seen, last.added)
    yield found.filter(({ isSum }) => isSum)
    if (last.seen < size) return
    size = Math.min(MAX_SLICE, Math.round((SLICE * last.seen) / Math.max(1, last.added)))
  }
}

/** SQL for the next rows, in the order of an index. Those of one key have an index of their own. */
function sliceAfter(last: Last | undefined, query: UsageQuery, size: number): SQL {
  const { organizationId, period, from, to, filters } = query
  const { keyId } = filters
  const order = keyId === undefined ? sql`u.start, u.key_id, u.voice_id, u.model_id` : KEY_ORDER
  return sql`
    SELECT u.start, u.key_id, u.voice_id, u.model_id, u.turns, u.characters, u.audio_seconds, u.turn_seconds, u.first_audio,
      u.errors
    FROM ${usage} u
    WHERE u.organization_id = ${organizationId} AND u.period = ${period} AND ${keyId ? sql`u.key_id = ${keyId}` : sql`true`}
      AND ${last === undefined ? sql`u.start >= ${from.toISOString()}` : isAfter(last, order, keyId)}
      AND u.start < ${to.toISOString()}
    ORDER BY ${order} LIMIT ${size}`
}

const KEY_ORDER = sql`u.start, u.voice_id, u.model_id`

function isAfter(last: Last, order: SQL, keyId: string | undefined): SQL {
  const start = sql`${new Date(last.lastStart).toISOString()}::timestamptz`
  const key = keyId === undefined ? sql`${last.lastKeyId}::uuid,` : sql``
  return sql`(${order}) > (${start}, ${key} ${last.lastVoiceId}::text, ${last.lastModelId}::text)`
}

/** SQL for the condition that the filters leave a row `u`. */
function narrowed({ projectId, keyId, voiceId, modelId }: Filters): SQL {
  const conditions = [
    projectId && sql`u.key_id IN (SELECT k.id FROM ${keys} k WHERE k.project_id = ${projectId})`,
    keyId && sql`u.key_id = ${keyId}`,
    voiceId !== undefined && sql`u.voice_id = ${voiceId}`,
    modelId !== undefined && sql`u.model_id = ${modelId}`,
  ].filter((condition) => typeof condition === 'object')
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)
}
