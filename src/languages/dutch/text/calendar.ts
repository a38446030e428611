const LONG = new Intl.DateTimeFormat('nl', { month: 'long', timeZone: 'UTC' })

/** The months, from January. */
export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  LONG.format(Date.UTC(2024, month)),
)

/** The name of a month by its number, from 1. Undefined if there is no such month. */
export function monthByNumber(number: number): string | undefined {
  return MONTHS[number - 1]
}

/** Months by their abbreviations. "mei" has none. */
export const SHORT_MONTHS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['jan', 'feb', 'mrt', 'apr', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'].map((name) => [
      name,
      MONTHS.find((month) => month.startsWith(name === 'mrt' ? 'maart' : name))!,
    ]),
  ),
  febr: 'februari',
  sept: 'september',
}

/** Days of the week by their abbreviations. */
export const SHORT_DAYS: Readonly<Record<string, string>> = {
  ma: 'maandag',
  di: 'dinsdag',
  wo: 'woensdag',
  do: 'donderdag',
  vr: 'vrijdag',
  za: 'zaterdag',
  zo: 'zondag',
}

/** The names of days and months and their abbreviations. */
export const CALENDAR_WORDS: ReadonlySet<string> = new Set([
  ...[SHORT_DAYS, SHORT_MONTHS].flatMap((names) => Object.entries(names).flat()),
  ...MONTHS,
])
