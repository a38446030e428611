/** Months by their first three letters. */
export const MONTHS: Readonly<Record<string, string>> = {
  jan: 'january',
  feb: 'february',
  mar: 'march',
  apr: 'april',
  may: 'may',
  jun: 'june',
  jul: 'july',
  aug: 'august',
  sep: 'september',
  oct: 'october',
  nov: 'november',
  dec: 'december',
}

const MONTH_LIST = Object.values(MONTHS)

const SHORT_MONTHS = 'Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec'

/** The source of a regular expression for the name of a month, in full or abbreviated, maybe in capitals ("09 MAR"). */
export const MONTH_NAME =
  'January|February|March|April|May|June|July|August|September|October|November|December|' +
  `${MONTH_LIST.join('|').toUpperCase()}|(?:${SHORT_MONTHS}|${SHORT_MONTHS.toUpperCase()})\\b\\.?`

/** The source of a regular expression for the name of a month in small letters, but for "march" and "may", which are words. */
export const SMALL_MONTH_NAME =
  `${MONTH_LIST.filter((name) => name !== 'march' && name !== 'may').join('|')}|` +
  `(?:${SHORT_MONTHS.toLowerCase().replace('mar|', '')})\\b\\.?`

/** The full name of a month that one of these matched. */
export function fullMonth(name: string): string {
  return MONTHS[name.slice(0, 3).toLowerCase()]!
}

/** The name of a month by its number, from 1. Undefined if there is no such month. */
export function monthByNumber(number: number): string | undefined {
  return MONTH_LIST[number - 1]
}

/** Days of the week by their abbreviations. */
export const DAYS: Readonly<Record<string, string>> = {
  mon: 'monday',
  tue: 'tuesday',
  tues: 'tuesday',
  wed: 'wednesday',
  weds: 'wednesday',
  thu: 'thursday',
  thur: 'thursday',
  thurs: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
}

/** The source of a regular expression for the name of a day, in full or abbreviated, with its capital. */
export const DAY_NAME = Object.entries(DAYS)
  .flat()
  .map((name) => name[0]!.toUpperCase() + name.slice(1))
  .join('|')

/** The source of a regular expression for the name of a day or a month, in full or abbreviated, with its capital. */
export const CALENDAR_NAME = [DAYS, MONTHS, { sept: 'september' }]
  .flatMap((names) => Object.entries(names).flat())
  .map((name) => name[0]!.toUpperCase() + name.slice(1))
  .join('|')

/** The names of days and months, their abbreviations and the halves of a day, in small letters: what may end before a range. */
export const CALENDAR_WORDS: ReadonlySet<string> = new Set([
  ...[DAYS, MONTHS].flatMap((names) => Object.entries(names).flat()),
  ...['sept', 'am', 'pm', 'a.m', 'p.m', 'noon', 'midnight'],
])
