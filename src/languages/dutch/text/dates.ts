import {
  matchAt,
  type Reader,
  type Reading,
  rangeSaid,
  reading,
  textBefore,
} from '../../shared/text/reading.ts'
import { monthByNumber } from './calendar.ts'
import { isPlaceBefore } from './fractions.ts'
import { cardinal } from './number-words.ts'
import { clockWords } from './times.ts'

const ISO =
  /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d|[-/.]\d)(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/y
const NUMERIC = /(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|'?\d{2})(?!\d|[-/.]\d)/y
/** Two dates with their years: "1-1-2026 - 31-12-2026". */
const PERIOD =
  /((\d{1,2})([-/.])(\d{1,2})\3(\d{4}|'?\d{2}))( ?[-–] ?)(\d{1,2})\3(\d{1,2})\3(\d{4}|'?\d{2})(?!\d|[-/.]\d)/y
const MONTH_OF_YEAR = /(\d{1,2})\/((?:19|20)\d{2})(?![\d/])/y
/** The month of what is valid up to it ("geldig tot 08/28", "t/m 07-2025"). */
const LAST_MONTH = /(0?[1-9]|1[0-2])\/(1[3-9]|[2-9]\d)(?![\d/])|(0[1-9]|1[0-2])-(20\d\d)(?![\d/-])/y
const VALID_BEFORE =
  /(?<![a-z])(?:(?:geldig|houdbaar|apk|tht)(?: tot)?|vervalt|verloopt|(?:verval|verloop)datum(?: is| van|,? bijvoorbeeld)?|t\/m|t\.e\.m\.|tem|tot en met|vanaf|sinds|per|eind|begin)(?: in| op| eind)?:? $/i
/** A day and month, if the day is greater than 12: "15/3", "15-03". Other pairs are fractions or scores. */
const DAY_OF_MONTH =
  /(?!24\/7)(1[3-9]|2\d|3[01]|(?:0?[1-9]|1[0-2])(?=\/0))(?:\/|-(?=0))(0?[1-9]|1[0-2])(?![\d/-])/y
/** A day after the 12th and its month after a preposition or another date: no range falls ("op 24-12", "25 en 26-12"). */
const LATE_DAY =
  /(?!24-7 (?:basis|service|support|ondersteuning|hulp|zorg|bereikbaar|beschikbaar))(1[3-9]|2\d|3[01])-(0?[1-9]|1[0-2])(?![\d/-]|[.,]\d)/y
const LATE_CUE =
  /(?<!\p{L})(?:op|per|voor|vóór|tot|na|loopt|vervalt|verloopt|eindigt)(?: \d{1,2}(?:-\d{1,2})?(?:,| en| of))? $|dag \($|(?<![\d.,-])(?:1[3-9]|2\d|3[01])(?:-(?:0?[1-9]|1[0-2]))? en $/iu
/** The first of two such dates: "24-12 en 31-12". */
const FIRST_DAY =
  /(1[3-9]|2\d|3[01])-(0?[1-9]|1[0-2])(?= en (?:1[3-9]|2\d|3[01])-(?:0?[1-9]|1[0-2])(?![\d/-]|[.,]\d))/y
/** What may follow a day and a month, and is not counted. */
const UNCOUNTED =
  /(?=[.,;:!?)](?!\d)|$|\n| \(| (?!procent|kwart)(?:\p{Ll}+[dt]|is|zijn|worden|kunnen|moeten|gaan|komen|starten|beginnen|om|tussen|vanaf|van|tot|en|of|bij|in|met|niet|al|nog|ook|weer|dicht|open|gesloten|beschikbaar|leverbaar|vrij|naar|graag|\p{Ll}{2,12}en (?:we|wij|ze|zij)|jl|j\.l|a\.s|a\.u\.b|s\.v\.p|aub|svp)(?!\p{L}))/u
    .source
const DAY_AND_MONTH = /(0?[1-9]|[12]\d|3[01])-(0?[1-9]|1[0-2])(?![\d/-])/.source
/** Any day and month after what has a date, before what is not counted ("per 1-7 gaat", "de factuur van 5-11"). */
const OF_DATE = new RegExp(DAY_AND_MONTH + UNCOUNTED, 'uy')
/** A day with its zero, which no range has, but after what is numbered. */
const ZERO_DAY = new RegExp(`(0[1-9])-(0[1-9]|1[0-2])(?![\\d/-])${UNCOUNTED}`, 'uy')
const ZERO_DAY_CUE =
  /(?<!(?:week|weken|wk|blz|pag|pagina's|nr|nummers?|kamers?|hoofdstuk|groep)\.? |[\d+-] ?|code:? )$/iu
/** The first of two such dates after "op": "op 1-1 en 1-7". */
const FIRST_OF_TWO = new RegExp(`${DAY_AND_MONTH}(?= en ${DAY_AND_MONTH}${UNCOUNTED})`, 'uy')
/** What has a date: "de factuur van 5-11", "uw afspraak 3/12". */
const DATED_THINGS =
  /(?:(?:factuur|brief|(?:e-?)?mail|bericht|nota|rekening|offerte|bestelling|order|besluit|gesprek|aanvraag|vergadering|melding|levering|bezoek|zitting|notulen|afspraak|schade|ongeval|aanrijding|operatie|behandeling|consult) van|\p{L}{0,12}afspraak|\p{L}{0,12}vergadering)/u
    .source
const OF_DATE_CUE = new RegExp(
  `(?<!\\p{L})(?:(?:[Bb]etaal|betalen|[Rr]eageer|[Rr]eageren|[Rr]eactie|[Aa]ntwoorden|[Aa]anmelden|[Ii]nschrijven|[Oo]pzeggen|[Ii]nleveren|terugsturen|ontvangen) voor|[Pp]er|Op|(?:volgt|plaats|gepland|geleverd|bezorgd|verwacht|afspraak|start|begint|eindigt|vervalt|jarig|geboren|gesloten|vrij) op|[Oo]p \\d{1,2}-\\d{1,2} en|[Vv]óór|[Uu]iterlijk|${DATED_THINGS}) $|(?:[Dd]atum|[Dd]eadline|[Aa]fspraak)(?: is)?:? $`,
  'u',
)
/** The start and the end of a span ("van 3-5 tot 10-5"), whose end would fall as a range. */
const SPAN = /(0?[1-9]|[12]\d|3[01])-(0?[1-9]|1[0-2])(?= tot (\d{1,2})-(\d{1,2})(?![\d/-]))/y
const SPAN_END = /(0?[1-9]|[12]\d|3[01])-(0?[1-9]|1[0-2])(?![\d/-])/y
const FROM = /(?<!\p{L})van $/iu
const SPAN_BEFORE = /(?<!\p{L})van \d{1,2}-\d{1,2} tot $/iu
/** Any day and month, after a day of the week or the start of a range ("24/12 t/m 1/1"). */
const ANNOUNCED =
  /(?!24\/7)(0?[1-9]|[12]\d|3[01])[-/](0?[1-9]|1[0-2])(?![\d/-]|°| ?(?:uur|[uh]|dag|dgn|week|weken|wkn|mnd|maand|maanden|l|liter|kg|kilo|jaar|pers|personen|van (?:de|het))(?![a-z]))/y
/** A day and a month in digits before a time or the end of a range ("op 5/11 om 10 uur", "23-12 t/m 2-1"). */
const DATED =
  /(0?[1-9]|[12]\d|3[01])[-/](0?[1-9]|1[0-2])(?:(?<=\bop \d{1,2}[-/]\d{1,2})(?= (?:om|tussen) \d| van \d{1,2}(?:[-.:u]\d| tot| uur))|(?= (?:a\.s|j\.?l)\.)|(?= (?:t\/m|tot en met) \d{1,2}[-/]\d|(?<=\bvan \d{1,2}[-/]\d{1,2}) tot (?:1[3-9]|2\d|3[01])[-/]\d))/y
/** Two days of a month ("op 10/11 mei"). */
const DAYS_OF_MONTH =
  /(0?[1-9]|[12]\d|3[01])\/(0?[1-9]|[12]\d|3[01])(?= (?:jan|feb|m(?:aar)?rt|apr|mei|jun|jul|aug|sep|okt|nov|dec)(?:\.|\p{Ll}{0,6}(?!\p{L})))/uy
/** A range of days with slashes, one of them after the 12th ("30/4-1/5"). */
const SLASHED_RANGE =
  /(?=[\d/ –-]{0,9}(?:1[3-9]|2\d|3[01])\/)(0?[1-9]|[12]\d|3[01])\/(0?[1-9]|1[0-2])( ?[-–] ?)(0?[1-9]|[12]\d|3[01])\/(0?[1-9]|1[0-2])(?![\d/-])/y
/** After "op", days and months with a slash that are no part of something: "op 3/12", "op 3/2", but not "op 3/4". */
const ON_DATE =
  /(?!(?<=(?:staat|score|cijfer|pijn|uit) op )\d{1,2}\/10(?!\d)|(?:0?1\/[23468]|0?2\/[34]|0?3\/[48])(?!\d))(0?[1-9]|1[0-2])\/(0?[1-9]|1[0-2])(?![\d/-]|[.,]\d| van (?:de|het)(?!\p{L})| punten)/uy
const ON = new RegExp(`(?<!\\p{L})(?:op|vóór|uiterlijk|${DATED_THINGS}) $`, 'iu')
/** What has a date after it; after several days ("ma-vr 8-12", "ma en do 8-12") there are hours. */
const CUE =
  /(?<![a-z]|(?:ma|di|wo|do|vr|za|zo|dag)\.? ?(?:[+&–-]|t\/m|tot en met|en|,) ?)(?:ma|di|wo|do|vr|za|zo|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)[.,]? $|(?<![a-z])(?:t\/m|t\.e\.m\.|tem|tot en met|v\.a\.) $|(?<!\d)(?:1[3-9]|2\d|3[01])\/(?:0?[1-9]|1[0-2])(?:,| en| tot) $|(?<![a-z])(?:vanaf|sinds|d\.d\.|dd\.|(?:vandaag|morgen|gisteren)[,:]?) \(?$/i
const HOURS_OF_DAY = String.raw`(?:ma|di|wo|do|vr|za|zo|dag)\.? \d{1,2}-(?:1[3-9]|2[0-4])`
const HOURS_BEFORE = new RegExp(`${HOURS_OF_DAY}[,;] \\p{L}{2,9}\\.? $`, 'iu')
const HOURS_AFTER = new RegExp(`^\\d{1,2}-\\d{1,2}(?:[,;]| of| en) ${HOURS_OF_DAY}(?!\\d)`, 'iu')
/**
 * A day and a month with a full stop between, as hours have it, too: only beside another one, each after its day of the week
 * ("vr. 11.12 - zo. 13.12").
 */
const STOPPED_DAY = '(?:ma|di|wo|do|vr|za|zo|(?:maan|dins|woens|donder|vrij|zater|zon)dag)[.,]? '
const TO_DAY = '(?: ?[-–] ?| t/m | tot(?: en met)? | en )'
const STOPPED = /(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])(?!\d|[.,]\d| ?(?:uur|[uh])(?![a-z]))/y
const STOPPED_BEFORE = new RegExp(
  String.raw`(?<!\p{L})${STOPPED_DAY}(\d{1,2}\.\d{1,2}${TO_DAY}${STOPPED_DAY})?$`,
  'iu',
)
const STOPPED_AFTER = new RegExp(
  String.raw`^${TO_DAY}${STOPPED_DAY}\d{1,2}\.(?:0?[1-9]|1[0-2])(?!\d| ?(?:uur|[uh])(?![a-z]))`,
  'i',
)
const MAX_CUE_LENGTH = 32

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
  const period = periodAt(text, at)
  if (period) return period
  const monthYear = matchAt(MONTH_OF_YEAR, text, at)
  const month = monthYear ? monthByNumber(Number(monthYear[1])) : undefined
  if (month !== undefined) return reading(at, monthYear![0].length, `${month} ${cardinal(monthYear![2]!)}`)
  const last = matchAt(LAST_MONTH, text, at)
  if (last && VALID_BEFORE.test(textBefore(text, at, MAX_CUE_LENGTH))) {
    const years = last[4] ?? `20${last[2]}`
    return reading(at, last[0].length, `${monthByNumber(Number(last[1] ?? last[3]))} ${cardinal(years)}`)
  }
  const range = matchAt(SLASHED_RANGE, text, at)
  if (range) {
    const [match, day, from, dash, lastDay, to] = range
    const words = [
      `${cardinal(day!)} ${monthByNumber(Number(from))}`,
      'tot',
      `${cardinal(lastDay!)} ${monthByNumber(Number(to))}`,
    ] as const
    return { end: at + match.length, said: rangeSaid(at, [`${day}/${from}`, dash!], words) }
  }
  const days = matchAt(DAYS_OF_MONTH, text, at)
  if (days && Number(days[1]) < Number(days[2]))
    return reading(at, days[0].length, `${cardinal(days[1]!)} en ${cardinal(days[2]!)}`)
  const stopped = stoppedDate(text, at)
  if (stopped) return stopped
  const dayMonth = text[at - 1] === '/' || isPlaceBefore(text, at) ? null : dayOfMonth(text, at)
  if (dayMonth) {
    const [match, day, number] = dayMonth
    return reading(at, match.length, `${cardinal(day!)} ${monthByNumber(Number(number))}`)
  }
  const numeric = matchAt(NUMERIC, text, at)
  if (!numeric) return undefined
  const [match, first, separator, second, written] = numeric
  if (separator === '.' && /^'?\d\d$/.test(written!) && match.length < 8) return undefined // rather a version
  const words =
    dateWords(fullYear(written!), second!, first!) ?? dateWords(fullYear(written!), first!, second!)
  return words === undefined ? undefined : reading(at, match.length, words)
}

/** A day and a month with a full stop between, at either end of a range of days. */
function stoppedDate(text: string, at: number): Reading | undefined {
  const match = matchAt(STOPPED, text, at)
  const before = match ? STOPPED_BEFORE.exec(textBefore(text, at, MAX_CUE_LENGTH)) : null
  if (!match || !before) return undefined
  const end = at + match[0].length
  if (before[1] === undefined && !STOPPED_AFTER.test(text.slice(end, end + MAX_CUE_LENGTH))) return undefined
  return reading(at, match[0].length, `${cardinal(match[1]!)} ${monthByNumber(Number(match[2]))}`)
}

/** Two dates with a dash between, each with its year. */
function periodAt(text: string, at: number): Reading | undefined {
  const match = matchAt(PERIOD, text, at)
  if (!match) return undefined
  const [period, first, day, , month, years, gap, lastDay, lastMonth, lastYears] = match
  const from = dateWords(fullYear(years!), month!, day!)
  const to = dateWords(fullYear(lastYears!), lastMonth!, lastDay!)
  if (from === undefined || to === undefined) return undefined
  return { end: at + period.length, said: rangeSaid(at, [first!, gap!], [from, 'tot', to]) }
}

/** The four digits of a year, which may be written with two ("26", "'26"). */
function fullYear(written: string): string {
  const years = written.replace("'", '')
  return years.length === 4 ? years : (Number(years) < 40 ? '20' : '19') + years
}

function dayOfMonth(text: string, at: number): RegExpExecArray | null {
  const before = textBefore(text, at, MAX_CUE_LENGTH)
  const after = (cue: RegExp, date: RegExp) => {
    const match = matchAt(date, text, at)
    return match && cue.test(before) ? match : null
  }
  const date =
    matchAt(CUE.test(before) && !isBesideHours(text, at) ? ANNOUNCED : DAY_OF_MONTH, text, at) ??
    matchAt(DATED, text, at) ??
    matchAt(FIRST_DAY, text, at) ??
    after(ZERO_DAY_CUE, ZERO_DAY) ??
    after(LATE_CUE, LATE_DAY) ??
    after(OF_DATE_CUE, OF_DATE) ??
    after(/(?<!\p{L})op $/u, FIRST_OF_TWO) ??
    after(ON, ON_DATE)
  if (date) return date
  const span = after(FROM, SPAN) ?? after(SPAN_BEFORE, SPAN_END)
  const [, day, month, lastDay = day, lastMonth = month] = span ?? []
  return Number(lastDay) >= Number(lastMonth) ? span : null
}

/** Whether another day beside it has hours that are no date: "do 8-17, vr 8-12". */
function isBesideHours(text: string, at: number): boolean {
  return (
    HOURS_BEFORE.test(textBefore(text, at, MAX_CUE_LENGTH)) ||
    HOURS_AFTER.test(text.slice(at, at + MAX_CUE_LENGTH))
  )
}

function dateWords(years: string, month: string, day: string): string | undefined {
  const name = monthByNumber(Number(month))
  const isDay = Number(day) >= 1 && Number(day) <= 31
  return name === undefined || !isDay ? undefined : `${cardinal(day)} ${name} ${cardinal(years)}`
}
