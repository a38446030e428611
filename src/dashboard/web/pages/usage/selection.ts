import { useSearchParams } from 'wouter'
import type { Series } from '../../../../management/usage/usage-answers.ts'

export type Period = Series['period']

/** Milliseconds of each period. */
export const LENGTHS: Readonly<Record<Period, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** A time that ends now. */
export interface Range {
  readonly value: string
  readonly label: string
  /** How many periods it has. */
  readonly count: number
}

/** The times that can be chosen for each period, the usual one first in `USUAL`. */
export const RANGES: Readonly<Record<Period, readonly Range[]>> = {
  minute: [
    { value: '1h', label: 'Last hour', count: 60 },
    { value: '6h', label: 'Last 6 hours', count: 360 },
    { value: '24h', label: 'Last 24 hours', count: 1440 },
  ],
  hour: [
    { value: '24h', label: 'Last 24 hours', count: 24 },
    { value: '7d', label: 'Last 7 days', count: 168 },
    { value: '30d', label: 'Last 30 days', count: 720 },
  ],
  day: [
    { value: '30d', label: 'Last 30 days', count: 30 },
    { value: '90d', label: 'Last 90 days', count: 90 },
    { value: '1y', label: 'Last year', count: 365 },
  ],
}

/** What usage can be narrowed down to. */
export const FILTERS = ['project', 'key', 'voice', 'model'] as const
export type Filter = (typeof FILTERS)[number]

/** What is shown. All of it is in the URL, which can be sent to somebody. */
export interface Selection {
  readonly period: Period
  /** Undefined: a time of its own, from `from` to `to`. */
  readonly range: Range | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly filters: Readonly<Partial<Record<Filter, string>>>
}

/** What is shown, and a function that changes it; null takes something back. */
export function useSelection(): readonly [
  Selection,
  (changes: Readonly<Record<string, string | null>>) => void,
] {
  const [parameters, setParameters] = useSearchParams()
  const change = (changes: Readonly<Record<string, string | null>>) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes))
          if (value === null) after.delete(name)
          else after.set(name, value)
        return after
      },
      { replace: true },
    )
  return [selectionIn(parameters), change] as const
}

function selectionIn(parameters: URLSearchParams): Selection {
  const asked = parameters.get('period') as Period | null
  const period = asked !== null && Object.hasOwn(RANGES, asked) ? asked : 'hour'
  const [from, to] = [parameters.get('from'), parameters.get('to')]
  const ranges = RANGES[period]
  const range = ranges.find(({ value }) => value === parameters.get('range')) ?? ranges[0]!
  const isOwn = from !== null && to !== null
  const filters = Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = parameters.get(filter)
      return value ? [[filter, value]] : []
    }),
  )
  return {
    period,
    range: isOwn ? undefined : range,
    from: isOwn ? from : undefined,
    to: isOwn ? to : undefined,
    filters,
  }
}

/** The query of the API for what is shown. */
export function queryOf({ period, range, from, to, filters }: Selection, now = Date.now()) {
  if (range === undefined) return { period, from, to, ...filters }
  const first = Math.floor(now / LENGTHS[period]) * LENGTHS[period] - (range.count - 1) * LENGTHS[period]
  return { period, from: new Date(first).toISOString(), ...filters }
}
