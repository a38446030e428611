/*
 * Numbers and times as people read them, in the language of the browser.
 */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const decimals = [0, 1, 2].map(
  (digits) =>
    new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
)
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'always', style: 'long' })
const now = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(0, 'second')

/** 1234567 as "1,234,567". */
export function formatNumber(value: number): string {
  return whole.format(value)
}

/** With this many digits after the point: 2.5 with 2 as "2.50". */
export function formatDecimal(value: number, digits: 0 | 1 | 2): string {
  return decimals[digits]!.format(value)
}

/** 1234567 as "1.2M". */
export function formatShort(value: number): string {
  return short.format(value)
}

/** Credits with their word: "1,000 credits". */
export function formatCredits(credits: number): string {
  return `${whole.format(credits)} ${Math.abs(credits) === 1 ? 'credit' : 'credits'}`
}

/** 0.256 as "25.6%". */
export function formatPercent(share: number): string {
  return percent.format(share)
}

/** Cents of a US dollar: 1050 as "$10.50". */
export function formatMoney(cents: number): string {
  return dollars.format(cents / 100)
}

/** Milliseconds: "85 ms", "1.25 s". */
export function formatMilliseconds(value: number): string {
  return Math.round(value) < 1000 ? `${formatNumber(value)} ms` : formatSeconds(value / 1000)
}

/** Seconds: "3.46 s". */
export function formatSeconds(value: number, digits: 0 | 1 | 2 = 2): string {
  return `${formatDecimal(value, digits)} s`
}

/** Seconds of speech, from a minute on in minutes: "42 s", "3 min". */
export function formatSpeech(seconds: number): string {
  return Math.round(seconds) < 60 ? formatSeconds(seconds, 0) : `${formatNumber(seconds / 60)} min`
}

/** Seconds as time: "0:07", "12:30", "1:02:03". */
export function formatDuration(seconds: number): string {
  const total = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  const padded = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}` : `${minutes}:${padded}`
}

/** Bytes: "4.2 MB". */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  // What would be rounded to 1,000 of a unit is 1.0 of the next.
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes / 0.9995)) / 3))
  const value = bytes / 1000 ** power
  return `${formatDecimal(value, power === 0 || value >= 99.95 ? 0 : 1)} ${units[power]}`
}

/** "Nov 22, 2026". */
export function formatDate(time: string | number | Date): string {
  return day.format(new Date(time))
}

/** A month of the calendar: "2026-11" as "Nov 2026". */
export function formatMonth(yearAndMonth: string): string {
  return month.format(new Date(`${yearAndMonth}-01T00:00:00Z`)).replace(' ', '\u00a0')
}

/** "Nov 22, 2026, 6:15 PM". */
export function formatTime(time: string | number | Date): string {
  return minute.format(new Date(time))
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** "now", "3 minutes ago", "1 day ago", "in 2 days". What has passed is in whole units, what is to come in the nearest. */
export function formatAgo(time: string | number | Date, at = Date.now()): string {
  const seconds = (new Date(time).getTime() - at) / 1000
  const round = seconds < 0 ? Math.trunc : Math.round
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return ago.format(round(seconds / size), unit)
  return now
}
