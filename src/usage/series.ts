import { sql } from 'drizzle-orm'
import { usageTotals } from '../storage/schema.ts'
import { type Counted, nothing } from './counts.ts'
import { BUCKETS, quantile } from './first-audio.ts'
import { PERIODS, startOf, summed } from './periods.ts'
import { slices, type UsageQuery } from './slices.ts'
import type { UsageRead } from './usage-reads.ts'

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

/** Most periods of an organization's totals that a statement reads: it takes some 10 ms of the embedded database. */
const TOTALS_SLICE = 300

type Row = Counted & { readonly start: number; readonly concurrent: number | null }

/**
 * An organization's usage, period by period. Periods without any are there too.
 *
 * @param now milliseconds since 1970; the mean of the period that runs is of its time so far
 * @throws TooMuchUsage, DatabaseUnavailable
 */
export async function usageSeries(read: UsageRead, query: UsageQuery, now: number): Promise<UsageSeries> {
  const { period, from, to, filters } = query
  const isWhole = Object.values(filters).every((filter) => filter === undefined)
  const found = await (isWhole ? totalRows(read, query) : narrowedRows(read, query))
  const byStart = new Map(found.map((row) => [row.start, row]))
  const none = isWhole ? 0 : null
  const empty = { ...nothing(), concurrent: none }
  const points: UsagePoint[] = []
  for (let start = startOf(period, from.getTime()); start < to.getTime(); start += PERIODS[period]) {
    const row = byStart.get(start) ?? empty
    points.push({ start: new Date(start), ...amounts(row, start, start + PERIODS[period], now) })
  }
  const sum = found.reduce<Omit<Row, 'start'>>(
    (all, row) => ({
      ...summed(all, row),
      concurrent: all.concurrent === null ? null : Math.max(all.concurrent, row.concurrent!),
    }),
    empty,
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
async function totalRows(read: UsageRead, { organizationId, period, from, to }: UsageQuery): Promise<Row[]> {
  const found: Row[] = []
  const step = TOTALS_SLICE * PERIODS[period]
  for (let start = from.getTime(); start < to.getTime(); start += step) {
    const end = new Date(Math.min(start + step, to.getTime()))
    const slice = await read.rows<Row>(sql`
      SELECT ${STARTS}, u.turns, u.characters::float8 AS characters, u.audio_seconds AS "audioSeconds",
        u.turn_seconds AS "turnSeconds", array_to_json(u.first_audio) AS "firstAudio", u.errors, u.concurrent
      FROM ${usageTotals} u
      WHERE u.organization_id = ${organizationId} AND u.period = ${period}
        AND u.start >= ${new Date(start).toISOString()} AND u.start < ${end.toISOString()}`)
    read.count(slice.length, slice.length)
    found.push(...slice)
  }
  return found
}

/** The sums of the rows that the filters leave. */
async function narrowedRows(read: UsageRead, query: UsageQuery): Promise<Row[]> {
  const sums = new Map<number, Row>()
  for await (const slice of slices<Row>(read, query, SUMS))
    for (const row of slice) {
      const sum = sums.get(row.start)
      // The rows of a period can be in two slices.
      sums.set(row.start, sum === undefined ? row : summed(sum, row))
    }
  return [...sums.values()]
}

/** The sums of each bucket: much faster than unnesting the arrays. */
const BUCKET_SUMS = sql.raw(
  Array.from({ length: BUCKETS }, (_, bucket) => `coalesce(sum(first_audio[${bucket + 1}]), 0)::int`).join(),
)

const STARTS = sql`extract(epoch FROM u.start)::float8 * 1000 AS start`

/** The sums of the rows `wanted` by period. */
const SUMS = sql`
  SELECT ${STARTS}, u.turns, u.characters, u.audio_seconds AS "audioSeconds", u.turn_seconds AS "turnSeconds",
    array_to_json(u.first_audio) AS "firstAudio", coalesce(f.counts, '{}') AS errors, NULL AS concurrent
  FROM (
    SELECT start, sum(turns)::int AS turns, sum(characters)::float8 AS characters, sum(audio_seconds) AS audio_seconds,
      sum(turn_seconds) AS turn_seconds, ARRAY[${BUCKET_SUMS}] AS first_audio
    FROM wanted GROUP BY start
  ) AS u LEFT JOIN (
    SELECT c.start, json_object_agg(c.code, c.count) AS counts FROM (
      SELECT w.start, e.key AS code, sum(e.value::bigint)::int AS count
      FROM wanted w, jsonb_each_text(w.errors) AS e WHERE w.errors <> '{}' GROUP BY 1, 2
    ) AS c GROUP BY 1
  ) AS f ON f.start = u.start`
