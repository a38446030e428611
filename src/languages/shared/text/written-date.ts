/** A date in the calendar, or a part of one. */
export interface CalendarDate {
  readonly day: number | undefined
  readonly month: number
  readonly year: number | undefined
}

/** A leap year, for dates without one. */
const ANY_YEAR = 2024

/** Whether there is such a date, in a year of four digits. */
export function isInCalendar({ day, month, year = ANY_YEAR }: CalendarDate): boolean {
  if (month < 1 || month > 12 || year < 1000 || year > 9999) return false
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return day === undefined || (day >= 1 && day <= days)
}

/**
 * A date as the reader of a locale knows it: a whole one in digits ("2024-05-03"), a part of one as it is written there
 * ("May 3", "3. Mai", "mei 2024").
 */
export function writtenDate({ day, month, year }: CalendarDate, tag: string): string {
  if (day !== undefined && year !== undefined) return `${year}-${twoDigits(month)}-${twoDigits(day)}`
  return new Intl.DateTimeFormat([tag, 'en'], {
    ...(day !== undefined && { day: 'numeric' }),
    month: 'long',
    ...(year !== undefined && { year: 'numeric' }),
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  }).format(Date.UTC(year ?? ANY_YEAR, month - 1, day ?? 1))
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
