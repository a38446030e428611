import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { keys, usage, usageTotals } from '../storage/schema.ts'
import type { Counted } from './counts.ts'
import { BUCKETS, quantile } from './first-audio.ts'
import { PERIODS, type Period, startOf, summedArrays, summedCounts } from './periods.ts'

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
  readonly projectId?: string
  readonly keyId?: string
  readonly voiceId?: string
  readonly modelId?: string
}

/** What was spoken in some time. */
export interface Amounts {
  readonly turns: number
  readonly characters: number
  readonly audioSeconds: number
  /** Turns that failed and requests that were refused, by error code. */
  readonly errors: Readonly<Record<string, number>>
  /** Seconds within which half of the turns, and 95 % of them, had their first audio. Null: none had any. */
  readonly firstAudioP50: number | null
  readonly firstAudioP95: number | null
  /** Turns that were being spoken at the same time, on average. */
  readonly concurrentMean: number
  /** The most of them on one server. Null: it is not known of a part of an organization's turns. */
  readonly concurrentPeak: number | null
}

/** A period of a chart. */
export interface UsagePoint extends Amounts {
  readonly start: Date
}

/** Usage over time, and all of it. */
export interface UsageSeries {
  readonly points: readonly UsagePoint[]
  readonly totals: Amounts
}

/** More rows than are read for one answer. */
export class TooMuchUsage extends Error {}

/** Most rows of keys, voices and models that one answer is made of. */
export const MAX_ROWS = 50_000

type Row = Counted & { readonly start: number; readonly concurrent: number | null }

const NOTHING = { turns: 0, characters: 0, audioSeconds: 0, turnSeconds: 0, firstAudio: [], errors: {} }

/**
 * An organization's usage, period by period. Periods without any are there too.
 *
 * @param now milliseconds since 1970; the mean of the period that runs is of its time so far
 * @throws TooMuchUsage, DatabaseUnavailable
 */
export async function usageSeries(db: Database, query: UsageQuery, now: number): Promise<UsageSeries> {
  const { period, from, to, filters } = query
  const isWhole = Object.values(filters).every((filter) => filter === undefined)
  const found = await (isWhole ? totalRows(db, query) : narrowedRows(db, query))
  const byStart = new Map(found.map((row) => [row.start, row]))
  const none = isWhole ? 0 : null
  const empty = { ...NOTHING, concurrent: none }
  const points: UsagePoint[] = []
  for (let start = startOf(period, from.getTime()); start < to.getTime(); start += PERIODS[period]) {
    const row = byStart.get(start) ?? empty
    points.push({ start: new Date(start), ...amounts(row, start, start + PERIODS[period], now) })
  }
  const sum = found.reduce(
    (all, row) => ({
      turns: all.turns + row.turns,
      characters: all.characters + row.characters,
      audioSeconds: all.audioSeconds + row.audioSeconds,
      turnSeconds: all.turnSeconds + row.turnSeconds,
      firstAudio: summedArrays(all.firstAudio, row.firstAudio),
      errors: summedCounts(all.errors, row.errors),
      concurrent: all.concurrent === null ? null : Math.max(all.concurrent, row.concurrent!),
    }),
    empty as Omit<Row, 'start'>,
  )
  return { points, totals: amounts(sum, from.getTime(), to.getTime(), now) }
}

function amounts(row: Omit<Row, 'start'>, from: number, to: number, now: number): Amounts {
  const { turns, characters, audioSeconds, errors, firstAudio, turnSeconds, concurrent } = row
  const seconds = (Math.min(to, Math.max(now, from + 1000)) - from) / 1000
  const mean = turnSeconds / seconds
  return {
    turns,
    characters,
    audioSeconds,
    errors,
    firstAudioP50: quantile(firstAudio, 0.5),
    firstAudioP95: quantile(firstAudio, 0.95),
    concurrentMean: concurrent === null ? mean : Math.min(mean, concurrent),
    concurrentPeak: concurrent,
  }
}

/** One row a period. */
function totalRows(db: Database, query: UsageQuery): Promise<Row[]> {
  return rows<Row & Record<string, unknown>>(
    db,
    sql`
      SELECT ${STARTS}, u.turns, u.characters::float8 AS characters, u.audio_seconds AS "audioSeconds",
        u.turn_seconds AS "turnSeconds", array_to_json(u.first_audio) AS "firstAudio", u.errors, u.concurrent
      FROM ${usageTotals} u WHERE ${within(query)}`,
    query.organizationId,
  )
}

/** The sums of the rows that the filters leave. */
async function narrowedRows(db: Database, query: UsageQuery): Promise<Row[]> {
  const found = await rows<Row & { readonly read: number } & Record<string, unknown>>(
    db,
    sql`
      WITH found AS MATERIALIZED (
        SELECT u.start, u.turns, u.characters, u.audio_seconds, u.turn_seconds, u.first_audio, u.errors
        FROM ${usage} u WHERE ${within(query)} AND ${narrowed(query.filters)} LIMIT ${MAX_ROWS + 1}
      ), failed AS MATERIALIZED (
        SELECT c.start, json_object_agg(c.code, c.count) AS counts FROM (
          SELECT f.start, e.key AS code, sum(e.value::bigint)::int AS count
          FROM found f, jsonb_each_text(f.errors) AS e WHERE f.errors <> '{}' GROUP BY 1, 2
        ) AS c GROUP BY 1
      ), summed AS MATERIALIZED (
        SELECT start, count(*)::int AS read, sum(turns)::int AS turns, sum(characters)::float8 AS characters,
          sum(audio_seconds) AS audio_seconds, sum(turn_seconds) AS turn_seconds, ARRAY[${BUCKET_SUMS}] AS first_audio
        FROM found GROUP BY start
      )
      SELECT ${STARTS}, u.read, u.turns, u.characters, u.audio_seconds AS "audioSeconds", u.turn_seconds AS "turnSeconds",
        array_to_json(u.first_audio) AS "firstAudio", coalesce(f.counts, '{}') AS errors, NULL AS concurrent
      FROM summed u LEFT JOIN failed f ON f.start = u.start`,
    query.organizationId,
  )
  if (found.reduce((sum, { read }) => sum + read, 0) > MAX_ROWS) throw new TooMuchUsage()
  return found
}

/** The sums of each bucket: much faster than unnesting the arrays. */
const BUCKET_SUMS = sql.raw(
  Array.from({ length: BUCKETS }, (_, bucket) => `coalesce(sum(first_audio[${bucket + 1}]), 0)::int`).join(),
)

const STARTS = sql`extract(epoch FROM u.start)::float8 * 1000 AS start`

/** SQL for the condition that a row `u` is of the organization and the time. */
export function within({ organizationId, period, from, to }: UsageQuery): SQL {
  return sql`u.organization_id = ${organizationId} AND u.period = ${period}
    AND u.start >= ${from.toISOString()} AND u.start < ${to.toISOString()}`
}

/** SQL for the condition that the filters leave a row `u`. */
export function narrowed({ projectId, keyId, voiceId, modelId }: Filters): SQL {
  const conditions = [
    projectId && sql`u.key_id IN (SELECT k.id FROM ${keys} k WHERE k.project_id = ${projectId})`,
    keyId && sql`u.key_id = ${keyId}`,
    voiceId !== undefined && sql`u.voice_id = ${voiceId}`,
    modelId !== undefined && sql`u.model_id = ${modelId}`,
  ].filter((condition) => typeof condition === 'object')
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)
}
