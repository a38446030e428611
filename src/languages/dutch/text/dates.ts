import { matchAt, type Reader, reading } from '../../shared/text/reading.ts'
import { monthByNumber } from './calendar.ts'
import { cardinal } from './number-words.ts'
import { clockWords } from './times.ts'

const ISO =
  /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d|[-/.]\d)(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/y
const NUMERIC = /(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|'?\d{2})(?!\d|[-/.]\d)/y
const MONTH_OF_YEAR = /(\d{1,2})\/((?:19|20)\d{2})(?![\d/])/y
/** A day and month, if the day is greater than 12: "15/3", "15-03", "op 15-3". Other pairs are fractions or scores. */
const DAY_OF_MONTH =
  /(?!24\/7)(1[3-9]|2\d|3[01]|(?:0?[1-9]|1[0-2])(?=\/0))(?:\/|-(?=0)|(?<=\bop \d\d)-)(0?[1-9]|1[0-2])(?![\d/-])/y
/** Any day and month, after a day of the week or the start of a range ("24/12 t/m 1/1"). */
const ANNOUNCED =
  /(?!24\/7)(0?[1-9]|[12]\d|3[01])[-/](0?[1-9]|1[0-2])(?![\d/-]| ?(?:uur|[uh]|dag|l|liter|kg|kilo|jaar|van (?:de|het))(?![a-z]))/y
/** A day and a month in digits before a time or the end of a range ("op 5/11 om 10 uur", "23-12 t/m 2-1"). */
const DATED =
  /(0?[1-9]|[12]\d|3[01])[-/](0?[1-9]|1[0-2])(?:(?<=\bop \d{1,2}[-/]\d{1,2})(?= (?:om|tussen) \d| van \d{1,2}(?:[-.:u]\d| tot| uur))|(?= t\/m \d{1,2}[-/]\d|(?<=\bvan \d{1,2}[-/]\d{1,2}) tot (?:1[3-9]|2\d|3[01])[-/]\d))/y
const CUE =
  /(?<![a-z])(?:ma|di|wo|do|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)[.,]? $|\d{1,2} (?:t\/m|tot en met) $|(?<![a-z])(?:vanaf|sinds|d\.d\.|(?:vandaag|morgen|gisteren)[,:]?) \(?$/i
const MAX_CUE_LENGTH = 17

/**
 * Reads dates in digits: "3-5-2024", "03.05.2024", "2024-05-03", "5/2024". Dates with the name of a month need no
 * reader, because Dutch reads their day and year as cardinals.
 */
export const readNumericDate: Reader = ({ text }, at) => {
  const iso = matchAt(ISO, text, at)
  if (iso) {
    const [match, years, , month, day, hour, minute, second] = iso
    const date = dateWords(years!, month!, day!)
    if (date === undefined) return undefined
    const time = hour === undefined ? '' : ` om ${clockWords(hour, minute!, second)}`
    return reading(at, match.length, date + time)
  }
  const monthYear = matchAt(MONTH_OF_YEAR, text, at)
  const month = monthYear ? monthByNumber(Number(monthYear[1])) : undefined
  if (month !== undefined) return reading(at, monthYear![0].length, `${month} ${cardinal(monthYear![2]!)}`)
  const isAnnounced = CUE.test(text.slice(Math.max(0, at - MAX_CUE_LENGTH), at))
  const dayMonth =
    text[at - 1] === '/'
      ? null
      : (matchAt(isAnnounced ? ANNOUNCED : DAY_OF_MONTH, text, at) ?? matchAt(DATED, text, at))
  if (dayMonth) {
    const [match, day, number] = dayMonth
    return reading(at, match.length, `${cardinal(day!)} ${monthByNumber(Number(number))}`)
  }
  const numeric = matchAt(NUMERIC, text, at)
  if (!numeric) return undefined
  const [match, first, separator, second, written] = numeric
  const years = written!.replace("'", '')
  if (separator === '.' && years.length === 2 && match.length < 8) return undefined // rather a version
  const fullYear = years.length === 4 ? years : (Number(years) < 50 ? '20' : '19') + years!
  const words = dateWords(fullYear, second!, first!) ?? dateWords(fullYear, first!, second!)
  return words === undefined ? undefined : reading(at, match.length, words)
}

function dateWords(years: string, month: string, day: string): string | undefined {
  const name = monthByNumber(Number(month))
  const isDay = Number(day) >= 1 && Number(day) <= 31
  return name === undefined || !isDay ? undefined : `${cardinal(day)} ${name} ${cardinal(years)}`
}
