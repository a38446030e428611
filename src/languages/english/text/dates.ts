import {
  matchAt,
  numberReading,
  type Reader,
  type ReaderInput,
  type Reading,
  reading,
  type Verbalization,
  wordBefore,
} from '../../shared/text/reading.ts'
import { fullMonth, MONTH_NAME, monthByNumber, SMALL_MONTH_NAME } from './calendar.ts'
import { cardinal, ORDINAL_ENDING, ordinal, POSSESSIVE, year } from './number-words.ts'
import { clockWords } from './times.ts'

const ISO =
  /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d|[-/.]\d)(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/y
/** A hyphen after it joins it only to another such date: "01/01/2024-12/31/2024". */
const NUMERIC =
  /(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d|[/.]\d|-(?!\d{1,2}([/.])\d{1,2}\5(?:\d{4}|\d{2})(?!\d))\d)/y
/** No range of years ("2010-11") and no name ("EXPO-2020-12"). */
const YEAR_MONTH = /(?<![A-Za-z\d]-)20(\d\d)-(0[1-9]|1[0-2])(?![\w%/-]|\.\d)/y
const MONTH_OF_YEAR = /(\d{1,2})\/((?:19|20)\d{2})(?![\d/])/y
const DAY = `(\\d{1,2})${ORDINAL_ENDING}?`
const TO_DAY = `(?: ?[-–] ?${DAY})?`
const YEAR = '(?:(,(?= ?\\d)|(?= )) ?(\\d{4})(?![\\d%]|[,.:]\\d))?'
/** A word before the name of a month in small letters that is another word, too: "on march 5". */
const SMALL_WITH_CUE = '(?<=\\b(?:on|by|until|till|since|before) )(?:march|may)(?= \\d)'
/** What makes such a name a month by itself: "march 5th", "may 5, 2026". */
const SMALL_WITH_DATE = `(?:march|may)(?= \\d{1,2}(?:${ORDINAL_ENDING}|,? \\d{4})(?!\\w))`
const BEFORE_DAY = `${MONTH_NAME}|${SMALL_MONTH_NAME}|${SMALL_WITH_CUE}|${SMALL_WITH_DATE}`
const MONTH_DAY = new RegExp(
  `(${BEFORE_DAY})(?: |-(?!\\d{1,2}-(?!\\d{4}(?!\\d))))${DAY}${TO_DAY}(?![\\w%°$€£]|[:.]\\d|,(?!\\d{4}(?!\\d))\\d| ?(?:am|pm|a\\.m|p\\.m)\\b)(?:-(\\d{4})(?!\\d))?${YEAR}`,
  'y',
)
const DAY_MONTH = new RegExp(
  `${DAY}${TO_DAY}[ -](${MONTH_NAME}|${SMALL_MONTH_NAME})(?![A-Za-z])(?:-(\\d{4})(?!\\d))?${YEAR}`,
  'y',
)
const MONTH_YEAR = new RegExp(`(${MONTH_NAME}|${SMALL_MONTH_NAME})(,?) (\\d{4})(?![\\d%]|[,.:]\\d)`, 'y')

/** Reads dates in digits: "2024-03-05", "2026-05", and "3/5/2024" in the order of the locale. */
export const readNumericDate: Reader = (input, at) => {
  const { text, locale } = input
  const iso = matchAt(ISO, text, at)
  if (iso) {
    const [match, years, , month, day, hour, minute, second] = iso
    const date = dateWords(years!, month!, day!, locale)
    if (date === undefined) return undefined
    const time = hour === undefined ? '' : ` at ${clockWords(hour, minute!, second, false, locale)}`
    return numberReading(at, match.length, date + time)
  }
  const yearMonth = matchAt(YEAR_MONTH, text, at)
  if (yearMonth && Number(yearMonth[2]) < Number(yearMonth[1]))
    return reading(
      at,
      yearMonth[0].length,
      `${monthByNumber(Number(yearMonth[2]))} ${year(yearMonth[0].slice(0, 4), locale)}`,
    )
  const monthYear = matchAt(MONTH_OF_YEAR, text, at)
  const month = monthYear ? monthByNumber(Number(monthYear[1])) : undefined
  if (month !== undefined)
    return reading(at, monthYear![0].length, `${month} ${year(monthYear![2]!, locale)}`)
  const numeric = matchAt(NUMERIC, text, at)
  if (!numeric) return undefined
  const [match, first, separator, second, years] = numeric
  const isBritish = locale === 'en-GB' && separator === '.' && /^0|\.0\d\./.test(match)
  if (separator !== '/' && years!.length === 2 && !isBritish) return undefined
  const dayFirst = locale === 'en-GB' || separator === '.'
  const fullYear = years!.length === 4 ? years! : (Number(years) < 50 ? '20' : '19') + years!
  const words =
    (dayFirst
      ? dateWords(fullYear, second!, first!, locale)
      : dateWords(fullYear, first!, second!, locale)) ??
    (dayFirst ? dateWords(fullYear, first!, second!, locale) : dateWords(fullYear, second!, first!, locale))
  return words === undefined ? undefined : numberReading(at, match.length, words)
}

function dateWords(years: string, month: string, day: string, locale: string): string | undefined {
  const name = monthByNumber(Number(month))
  if (name === undefined || !isDay(day)) return undefined
  const nth = ordinal(String(Number(day)), locale)
  const date = locale === 'en-GB' ? `the ${nth} of ${name}` : `${name} ${nth}`
  return `${date} ${yearWords(years, locale)}`
}

/** Reads "5 March 2024" and "the 5th of March". */
export const readDayMonth: Reader = (input, at) => {
  const { text, locale } = input
  const match = matchAt(DAY_MONTH, text, at)
  if (!match || !isDay(match[1]!) || (match[2] !== undefined && !isDay(match[2]))) return undefined
  const [whole, day, toDay, month, glued, comma, years] = match
  const article = wordBefore(text, at).toLowerCase() === 'the' ? '' : 'the '
  const until = toDay === undefined ? '' : ` to the ${ordinal(toDay, locale)}`
  const monthAt = at + whole.indexOf(month!)
  const said: Verbalization[] = [
    { at, words: `${article}${ordinal(String(Number(day)), locale)}${until}` },
    { at: monthAt, words: `of ${fullMonth(month!)}` },
  ]
  const yearAt = at + whole.length - 4
  if (glued !== undefined) said.push({ at: yearAt, words: yearWords(glued, locale) })
  return finished(input, at, whole, said, comma, years)
}

/** Reads "March 5, 2024", "Mar. 3rd" and "March 2024". */
export const readMonthDay: Reader = (input, at) => {
  const { text, locale } = input
  const match = matchAt(MONTH_DAY, text, at)
  if (match && isDay(match[2]!) && (match[3] === undefined || isDay(match[3]))) {
    const [whole, month, day, toDay, glued, comma, years = glued] = match
    const article = locale === 'en-GB' ? 'the ' : ''
    const until = toDay === undefined ? '' : ` to ${article}${ordinal(String(Number(toDay)), locale)}`
    const said: Verbalization[] = [
      { at, words: fullMonth(month!) },
      { at: at + month!.length + 1, words: article + ordinal(String(Number(day)), locale) + until },
    ]
    return finished(input, at, whole, said, comma, years)
  }
  const noDay = matchAt(MONTH_YEAR, text, at)
  if (!noDay || (noDay[1] === 'May' && noDay[2] === '')) return undefined
  const [whole, month, comma, years] = noDay
  return finished(input, at, whole, [{ at, words: fullMonth(month!) }], comma, years)
}

function finished(
  { text, locale }: ReaderInput,
  at: number,
  match: string,
  said: Verbalization[],
  comma = '',
  years = '',
): Reading {
  const yearAt = at + match.length - 4
  if (comma !== '') said.push({ at: text[yearAt - 1] === ',' ? yearAt - 1 : yearAt - 2, words: ',' })
  if (years !== '') said.push({ at: yearAt, words: yearWords(years, locale) })
  const end = at + match.length
  const ending = matchAt(POSSESSIVE, text, end)?.[0]
  if (ending === undefined) return { end, said, isNumber: true }
  const last = said.pop()!
  return {
    end: end + ending.length,
    said: [...said, { ...last, words: last.words + ending }],
    isNumber: true,
  }
}

function yearWords(years: string, locale: string): string {
  return /^[12]/.test(years) ? year(years, locale) : cardinal(years, locale)
}

function isDay(day: string): boolean {
  return Number(day) >= 1 && Number(day) <= 31
}
