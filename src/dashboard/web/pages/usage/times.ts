import type { Period } from './selection.ts'

const OPTIONS: Readonly<Record<Period, Intl.DateTimeFormatOptions>> = {
  minute: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  hour: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
}

/** The start of a period as people read it: in their own time, and days in that of UTC. */
export function periodName(period: Period, start: string | number): string {
  return new Intl.DateTimeFormat(undefined, OPTIONS[period]).format(new Date(start))
}

const DAY = { month: 'short', day: 'numeric' } as const
const ofDay = new Intl.DateTimeFormat(undefined, DAY)
const ofUtcDay = new Intl.DateTimeFormat(undefined, { ...DAY, timeZone: 'UTC' })
const ofTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A time below a chart: the day, or the time of the day where it is not midnight. */
export function timeOnAxis(time: number, period: Period): string {
  if (period === 'day') return ofUtcDay.format(time)
  const date = new Date(time)
  return date.getHours() === 0 && date.getMinutes() === 0 ? ofDay.format(date) : ofTime.format(date)
}
