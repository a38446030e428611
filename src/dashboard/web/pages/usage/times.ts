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
