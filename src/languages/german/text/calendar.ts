const longMonth = new Intl.DateTimeFormat('de-DE', { month: 'long', timeZone: 'UTC' })

/** The months in lower case, from January. */
const MONTH_LIST = Array.from({ length: 12 }, (_, month) =>
  longMonth.format(Date.UTC(2024, month)).toLowerCase(),
)
const MONTHS = new Set([...MONTH_LIST, 'jänner', 'feber'])

/** Months by their abbreviations. */
export const SHORT_MONTHS: Readonly<Record<string, string>> = {
  Jan: 'januar',
  Jän: 'jänner',
  Feb: 'februar',
  Febr: 'februar',
  Mrz: 'märz',
  Mär: 'märz',
  Apr: 'april',
  Jun: 'juni',
  Jul: 'juli',
  Aug: 'august',
  Sep: 'september',
  Sept: 'september',
  Okt: 'oktober',
  Nov: 'november',
  Dez: 'dezember',
}

/** Days of the week by their abbreviations. */
export const SHORT_DAYS: Readonly<Record<string, string>> = {
  Mo: 'montag',
  Di: 'dienstag',
  Mi: 'mittwoch',
  Do: 'donnerstag',
  Fr: 'freitag',
  Sa: 'samstag',
  So: 'sonntag',
}

/** The names of days and months and their abbreviations, in small letters. */
export const CALENDAR_WORDS: ReadonlySet<string> = new Set(
  [...[SHORT_DAYS, SHORT_MONTHS].flatMap((names) => Object.entries(names).flat()), ...MONTHS].map((name) =>
    name.toLowerCase(),
  ),
)

/** The name of a month by its number, from 1. Undefined if there is no such month. */
export function monthByNumber(number: number): string | undefined {
  return MONTH_LIST[number - 1]
}

/** Whether a word is the name of a month, in full or abbreviated. */
export function isMonth(word: string): boolean {
  return MONTHS.has(word.toLowerCase()) || Object.hasOwn(SHORT_MONTHS, word)
}
