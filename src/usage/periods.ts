import type { PeakRow, UsageRow } from './counts.ts'

/** The periods for which usage is kept, in milliseconds. Days are those of UTC. */
export const PERIODS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
export type Period = keyof typeof PERIODS

/** A row as it is added to one of the periods that its minute belongs to. */
export type OfPeriod<Row> = Omit<Row, 'minute'> & { readonly period: Period; readonly start: Date }

/** The rows of the minutes, hours and days that rows of minutes are part of. */
export function usageOfPeriods(rows: readonly UsageRow[]): OfPeriod<UsageRow>[] {
  const name = ({ keyId, voiceId, modelId }: UsageRow) => `${keyId} ${voiceId} ${modelId}`
  return ofPeriods(
    rows,
    name,
    (sum, { turns, characters, audioSeconds, turnSeconds, firstAudio, errors }) => ({
      ...sum,
      turns: sum.turns + turns,
      characters: sum.characters + characters,
      audioSeconds: sum.audioSeconds + audioSeconds,
      turnSeconds: sum.turnSeconds + turnSeconds,
      firstAudio: summedArrays(sum.firstAudio, firstAudio),
      errors: summed(sum.errors, errors),
    }),
  )
}

/** The same for peaks: the highest, and all refusals. */
export function peaksOfPeriods(rows: readonly PeakRow[]): OfPeriod<PeakRow>[] {
  const name = ({ organizationId }: PeakRow) => organizationId
  return ofPeriods(rows, name, (most, { concurrent, refusals }) => ({
    ...most,
    concurrent: Math.max(most.concurrent, concurrent),
    refusals: summed(most.refusals, refusals),
  }))
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

/** When the period begins that a moment is in (milliseconds since 1970). */
export function startOf(period: Period, at: number): number {
  return Math.floor(at / PERIODS[period]) * PERIODS[period]
}

function summed(
  some: Readonly<Record<string, number>>,
  more: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...some }
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

function summedArrays(some: readonly number[], more: readonly number[]): number[] {
  const length = Math.max(some.length, more.length)
  return Array.from({ length }, (_, index) => (some[index] ?? 0) + (more[index] ?? 0))
}
