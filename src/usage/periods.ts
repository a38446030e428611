import { type Counted, nothing, type PeakRow, type UsageRow } from './counts.ts'

/** The periods for which usage is kept, in milliseconds. Days are those of UTC. */
export const PERIODS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
export type Period = keyof typeof PERIODS

/** A row as it is added to one of the periods that its minute belongs to. */
export type OfPeriod<Row> = Omit<Row, 'minute'> & { readonly period: Period; readonly start: Date }

/** What an organization's rows of a minute come to. */
export type TotalRow = Counted & PeakRow

/** The rows of the minutes, hours and days that rows of minutes are part of. */
export function usageOfPeriods(rows: readonly UsageRow[]): OfPeriod<UsageRow>[] {
  return ofPeriods(rows, ({ keyId, voiceId, modelId }) => `${keyId} ${voiceId} ${modelId}`, summed)
}

/** The rows of the minutes, hours and days of whole organizations, with their peaks. */
export function totalsOfPeriods(usage: readonly UsageRow[], peaks: readonly PeakRow[]): OfPeriod<TotalRow>[] {
  const rows = [
    ...usage.map(({ keyId, voiceId, modelId, ...row }) => ({ ...row, concurrent: 0, refusals: {} })),
    ...peaks.map((row) => ({ ...nothing(), ...row })),
  ]
  return ofPeriods(
    rows,
    ({ organizationId }) => organizationId,
    (sum, row) => ({
      ...summed(sum, row),
      concurrent: Math.max(sum.concurrent, row.concurrent),
      refusals: summedCounts(sum.refusals, row.refusals),
    }),
  )
}

/** Start of the period that a moment is in (milliseconds since 1970). */
export function startOf(period: Period, at: number): number {
  return Math.floor(at / PERIODS[period]) * PERIODS[period]
}

/** A range of time whose usage is read by a period. */
export interface Span {
  readonly period: Period
  readonly from: Date
  readonly to: Date
}

/**
 * The spans that a time of whole periods consists of, with as few periods as can be: the sums of an hour are those of its
 * minutes.
 *
 * @param now milliseconds since 1970; a longer period that has the end of the time is whole if nothing comes after that yet
 */
export function coarsest({ period, from, to }: Span, now: number): Span[] {
  const longer = LONGER[period]
  if (longer === undefined) return [{ period, from, to }]
  const length = PERIODS[longer]
  const first = new Date(Math.ceil(from.getTime() / length) * length)
  const end = new Date((to.getTime() > now ? Math.ceil : Math.floor)(to.getTime() / length) * length)
  if (first >= end) return [{ period, from, to }]
  return [
    ...(from < first ? [{ period, from, to: first }] : []),
    ...coarsest({ period: longer, from: first, to: end }, now),
    ...(end < to ? [{ period, from: end, to }] : []),
  ]
}

const LONGER: Readonly<Record<Period, Period | undefined>> = { minute: 'hour', hour: 'day', day: undefined }

/** The sum of two histograms. */
function summedArrays(some: readonly number[], more: readonly number[]): number[] {
  const length = Math.max(some.length, more.length)
  return Array.from({ length }, (_, index) => (some[index] ?? 0) + (more[index] ?? 0))
}

/** The sum of two objects of counts. */
function summedCounts(
  some: Readonly<Record<string, number>>,
  more: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...some }
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/** The first row with what is counted in both. */
export function summed<Row extends Counted>(sum: Row, row: Counted): Row {
  return {
    ...sum,
    turns: sum.turns + row.turns,
    characters: sum.characters + row.characters,
    audioSeconds: sum.audioSeconds + row.audioSeconds,
    turnSeconds: sum.turnSeconds + row.turnSeconds,
    firstAudio: summedArrays(sum.firstAudio, row.firstAudio),
    errors: summedCounts(sum.errors, row.errors),
  }
}

function ofPeriods<Row extends { readonly minute: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  merge: (sum: Row, row: Row) => Row,
): OfPeriod<Row>[] {
  return (Object.keys(PERIODS) as Period[]).flatMap((period) => {
    const sums = new Map<string, Row>()
    for (const row of rows) {
      const minute = startOf(period, row.minute)
      const name = `${minute} ${nameOf(row)}`
      const sum = sums.get(name)
      sums.set(name, sum === undefined ? { ...row, minute } : merge(sum, row))
    }
    return [...sums.values()].map(({ minute, ...row }) => ({ ...row, period, start: new Date(minute) }))
  })
}
