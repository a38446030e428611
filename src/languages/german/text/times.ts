import { isDivision, RATIO } from '../../shared/text/ratios.ts'
import {
  isWordEnd,
  markedNumberReading,
  matchAt,
  numberReading,
  type Reader,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal, decimal } from './number-words.ts'

/** Also in a compound: "der 14:20-Uhr-Termin". */
const UHR = '(?<uhr> ?(?:Uhr|h)(?![A-Za-zÄÖÜäöüß])|-Uhr(?=-))?'
const CLOCK = new RegExp(
  `(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d{1,6})?)?(?!\\d|[.,:]\\d)${UHR}`,
  'y',
)
/** With a full stop it is a time only before "Uhr" or after a word that announces a time. */
const DOTTED = new RegExp(`(?<hour>\\d{1,2})\\.(?<minute>\\d{2})(?!\\d|[.,:]\\d)${UHR}`, 'y')
/** The rest of a list or a range of times, up to "Uhr" ("8.30, 9.30 und 10.30 Uhr", "8.30–12 u. 13–17 Uhr"). */
const TO_DOTTED =
  /^(?:, ?\d{1,2}\.\d{2}){0,3}(?: ?[-–] ?| (?:bis|und|oder|auf) |, )\d{1,2}(?:\.\d{2})?(?:(?:,| u\.| und| \/) \d{1,2}(?:\.\d{2})?(?: ?[-–] ?| bis )\d{1,2}(?:\.\d{2})?){0,2} ?Uhr/
const MAX_RANGE_LENGTH = 56
const HOUR = /(\d{1,2})( ?Uhr)(?![A-Za-zÄÖÜäöüß])/y
/** The hundredths of a result may follow ("1:56,3 Min."). */
const DURATION =
  /(\d{1,3}):(\d{2})(?::(\d{2}))?(?:,(\d{1,3}))? (Std\.?|Stunden?|h|Min\.?|min\.?|Minuten?)(?![A-Za-zÄÖÜäöüß]|\.[A-Za-zÄÖÜäöüß\d])/y
/** The time of a lap, with parts of a second: "1:12,345". */
const LAP = /(\d{1,2}):([0-5]\d)(?:,|\.(?!\d00))(\d{1,3})(?!\d|[.,:]\d)/y
/** Text before how long something plays: "Sprachnachricht (0:47)". */
const PLAYED_BEFORE = /(?:nachricht|video|clip|audio|track|song|spielzeit|laufzeit)(?: \(|:? )$/iu
/** What begins at a time of day, whatever the case of its first letter. */
export const EVENTS =
  '[Aa]bfahrt|[Aa]nkunft|[Aa]bflug|[Bb]oarding|[Ee]inlass|\\p{L}{0,16}[Bb]eginn|[Aa]bmarsch|[Tt]reffpunkt|[Aa]nstoß|[Aa]npfiff|[Mm]esse|[Gg]ottesdienst|[Ss]onnen(?:auf|unter)gang|\\p{L}{0,16}[Tt]ermin|\\p{L}{0,16}[Ss]prechstunde'
/** Words before a proportion that looks like a time ("Mischen Sie 1:10 mit Wasser"). */
const PROPORTION = /(?:maßstab|verhältnis|misch|verdünn)[^.!?\d]{0,24}$/i
const MAX_PROPORTION_LENGTH = 40
/** Words before a score, and the scores of other sets between ("gewann 23:19", "die Sätze: 25:23, 19:25"). */
const SCORE =
  /(?<![a-zäöüß])(?:gewinnt|gewannen|gewann|gewonnen|verlor|verloren|verliert|siegt|siegten|siegte|unterlag|unterlagen|endstand|spielstand|halbzeitstand|pausenstand|zwischenstand|endergebnis|sätze|endete|steht es|führt|führte|führten)(?![a-zäöüß])(?:(?! (?:um|ab|bis|gegen|seit|vor|nach|von)(?: etwa| ca\.)? $)[^.,;!?\d]){0,24}(?:\d{1,2}:\d{1,2}(?:, | und )){0,4}$/i
const MAX_SCORE_LENGTH = 72
/** Text before a score, where nothing behind it is at that time: "das 22:10 fiel", "mit 23:13", but not "das 14:30 Meeting". */
const SCORE_ALONE = /(?<!\p{L})(?:das|zum|beim|mit) $/iu
const MAX_SCORED_LENGTH = 40
/** What is part of a score, behind its hyphen, and maybe behind that of the half: "21:26-Niederlage", "21:26 (9:10)-Niederlage". */
const SCORED =
  /^(?: \(\d{1,3}:\d{1,3}\)|\))?-(?:\p{Lu}\p{Ll}{2,20})?(?:[Ss]ieg|[Ee]rfolg|[Nn]iederlage|[Pp]leite|[Dd]ebakel|[Ff]ührung|[Rr]ückstand|[Vv]orsprung|[Ee]ndstand)/u
/** A score before that of the half in brackets, which may look like a time: "29:27 (14:13)". */
const HALF_BEFORE =
  /(?<![\d:])(?:2[5-9]|[3-9]\d|1\d\d):\d{1,3} \($|(?<![\d:])\d{1,3}:(?:[6-9]\d|\d|1\d\d) \($/
const MAX_HALF_LENGTH = 10
/** What a score counts: "mit 18:21 Toren". */
const GOALS = /^ (?:Toren?|Sätzen?|Punkten?)(?!\p{L})/u
/** A score with a hyphen that may be part of something: "ein 3-0-Sieg". */
const SCORE_OF = /(\d{1,2})-(\d{1,2})(?=-)/y
/** A result with a hyphen after the words that announce one: "siegten 24-17". */
const SCORE_PAIR = /(\d{1,3})-(\d{1,3})(?![\d-]|[.,:/]\d| \p{Lu})/uy
/** With spaces around the colon, before a second number that is read on its own ("10 : 2,5"). */
const SPACED_RATIO = /(\d{1,3}(?:\.\d{3}){1,3}|\d{1,9}) :(?= \d)(?! \d{2} ?Uhr)/y
const CUE = new RegExp(
  `(?<!\\p{L})(?:um|gegen|ab|(?:${EVENTS}):?|(?:geöffnet|geschlossen|offen|erreichbar|check-?(?:in|out)|\\p{L}{3,7}tags) bis) $`,
  'iu',
)
const MAX_CUE_LENGTH = 24
/** Text before a duration ("Die Fahrt dauert 7h15"). */
export const DURATION_CUE =
  /(?:dauer[nt]?|(?:reise|fahrt?|flug|spiel|lauf|warte|arbeits|back|koch|gar|gesamt|renn|ziel|lade)zeit|(?<!\p{L})(?:in|insgesamt|gesamt|summe))(?: beträgt| ist)?:? (?:etwa |rund |circa |ca\. )?$/iu
const MAX_DURATION_CUE_LENGTH = 32
/** Up to this hour, "h" counts hours, unless a zero is before it: "3:42 h" is a duration, "19:20 h" and "08:00 h" are times. */
const MAX_DURATION = 5
/** A range of quarters of an hour that ends at ten or later ("von 9.00 bis 17.00"), before nothing that it could count. */
const QUARTER = /(?:[01]?\d|2[0-4])\.(?:00|15|30|45)/.source
const TO_QUARTER =
  /(?:1\d|2[0-4])\.(?:00|15|30|45)(?!\d|[.,]\d| ?(?:[€$£%°]|\p{Lu}{3}|Euro|Franken|Dollar|Prozent|Punkte|Meter|Mio|Mrd|[ckm]?[mgl](?!\p{L})))/u
    .source
const FROM_TO = new RegExp(`${QUARTER} (?:bis|und) ${TO_QUARTER}`, 'uy')
const LAST_QUARTER = new RegExp(TO_QUARTER, 'uy')
/** Five minutes after the hour or more, where the words before say that it is a time. */
const FIVE_MINUTES = new RegExp(TO_QUARTER.replace('(?:00|15|30|45)', '[0-5][05]'), 'uy')
/** Text before such a time alone ("nach 16.30", "Do, 19.30", "am 23.1., 19.30"). */
const QUARTER_CUE =
  /(?<!\p{L})(?:[Nn]ach|[Vv]or|[Bb]is|[Ss]eit|(?:Mo|Di|Mi|Do|Fr|Sa|So|\p{L}{2,6}tag)[.,:]{0,2}) $|(?<!\d)\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})?, $/u
/** Text before such a range, which may follow another one. */
const FROM_SOURCE = `(?<!\\p{L})(?:von|zwischen|bis ${QUARTER} und) `
const FROM = new RegExp(`${FROM_SOURCE}$`, 'iu')
const FROM_QUARTER = new RegExp(`${FROM_SOURCE}${QUARTER} (?:bis|und) $`, 'iu')
/** The rest of a range of times without "Uhr" ("8.00-16.30"). */
const DOTTED_RANGE = /( ?[-–]) ?(?:[01]?\d|2[0-4])\.[0-5][05](?!\d|[.,]\d)/y
const DOTTED_RANGE_BEFORE =
  /(?<!(?:Version|Kapitel|Abschnitt|Artikel) )(?<![\d.,])(?:[01]?\d|2[0-4])\.[0-5][05] ?[-–] ?$/
const MAX_RANGE_BEFORE_LENGTH = 32
/** Words before numbers with a full stop that are no times. */
const NUMBERED = wordList('Version Kapitel Abschnitt Artikel')

/** Reads times of day ("14:30 Uhr", "14.30 Uhr", "9 Uhr") and durations; if neither is possible, a ratio ("16:9"). */
export const readTime: Reader = ({ text }, at) => {
  const duration = matchAt(DURATION, text, at)
  if (duration && !isHour(text, at, duration))
    return numberReading(at, duration[0].length, durationWords(duration.slice(1)))
  const lap = matchAt(LAP, text, at)
  if (lap && !isProportion(text, at, at + lap[0].length, false))
    return numberReading(at, lap[0].length, durationWords([lap[1], lap[2], undefined, lap[3], 'Min']))
  const clock = matchAt(CLOCK, text, at) ?? dottedClock(text, at)
  const { hour: hours, minute, second } = clock?.groups ?? {}
  const isTime = clock && Number(hours) <= 24 && Number(minute) < 60
  if (isTime && clock.groups!.uhr === undefined) {
    const before = textBefore(text, at, MAX_DURATION_CUE_LENGTH)
    if (second !== undefined ? DURATION_CUE.test(before) : PLAYED_BEFORE.test(before)) {
      const unit = second === undefined ? 'Min' : 'Std'
      return numberReading(at, clock[0].length, durationWords([hours, minute, second, undefined, unit]))
    }
  }
  if (isTime && !isProportion(text, at, at + clock[0].length, clock.groups?.uhr !== undefined)) {
    const words = clockWords(hours!, minute!, second)
    const dash = matchAt(DOTTED_RANGE, text, at + clock[0].length)?.[1]
    if (dash === undefined) return numberReading(at, clock[0].length, words)
    const to = /^(?:zwischen|zw)$/i.test(wordBefore(text, at)) ? 'und' : 'bis'
    return markedNumberReading(at, at + clock[0].length + dash.length, words, to)
  }
  const hour = matchAt(HOUR, text, at)
  if (hour && Number(hour[1]) <= 24)
    return markedNumberReading(at, at + hour[0].length, hourWords(hour[1]!), 'uhr')
  const isResult = SCORE.test(textBefore(text, at, MAX_SCORE_LENGTH))
  const part = matchAt(SCORE_OF, text, at)
  const isPart = part !== null && isScored(text, at + part[0].length)
  const score = isPart ? part : isResult ? matchAt(SCORE_PAIR, text, at) : null
  if (score) return numberReading(at, score[0].length, `${cardinal(score[1]!)} zu ${cardinal(score[2]!)}`)
  const spaced = matchAt(SPACED_RATIO, text, at)
  if (spaced)
    return markedNumberReading(
      at,
      at + spaced[0].length,
      cardinal(spaced[1]!.replaceAll('.', '')),
      isDivision(text, at) ? 'geteilt durch' : 'zu',
    )
  const ratio = matchAt(RATIO, text, at)
  if (!ratio || !isWordEnd(text, at + ratio[0].length)) return undefined
  return numberReading(
    at,
    ratio[0].length,
    `${cardinal(ratio[1]!)} zu ${cardinal(ratio[2]!.replaceAll('.', ''))}`,
  )
}

function dottedClock(text: string, at: number): RegExpExecArray | undefined {
  const match = matchAt(DOTTED, text, at)
  if (!match) return undefined
  const end = at + match[0].length
  const isTime =
    match.groups!.uhr !== undefined ||
    TO_DOTTED.test(text.slice(end, end + MAX_RANGE_LENGTH)) ||
    (matchAt(DOTTED_RANGE, text, end) !== null && !NUMBERED.has(wordBefore(text, at))) ||
    DOTTED_RANGE_BEFORE.test(textBefore(text, at, MAX_RANGE_BEFORE_LENGTH)) ||
    CUE.test(textBefore(text, at, MAX_CUE_LENGTH)) ||
    isInRange(text, at) ||
    (matchAt(FIVE_MINUTES, text, at) !== null && QUARTER_CUE.test(textBefore(text, at, MAX_CUE_LENGTH)))
  return isTime ? match : undefined
}

/** Whether a time with "h" is one of the day: "um 5:30 h", "19:20 h", but not "Die Fahrt dauert 7:15 h" and "7:48 h/Tag". */
function isHour(text: string, at: number, [whole, hours, , seconds, , unit]: RegExpExecArray): boolean {
  if (unit !== 'h' || seconds !== undefined || text[at + whole.length] === '/') return false
  if (/(?<!\d)[-+]$/.test(textBefore(text, at, 2))) return false // "+12:30 h"
  if (CUE.test(textBefore(text, at, MAX_CUE_LENGTH))) return true
  if (DURATION_CUE.test(textBefore(text, at, MAX_DURATION_CUE_LENGTH))) return false
  return /^0\d/.test(hours!) || (Number(hours) > MAX_DURATION && Number(hours) <= 24)
}

/** Whether what is written as a time is a proportion, or a score if "Uhr" does not follow. */
function isProportion(text: string, at: number, end: number, hasUhr: boolean): boolean {
  if (PROPORTION.test(textBefore(text, at, MAX_PROPORTION_LENGTH))) return true
  if (hasUhr) return false
  return (
    HALF_BEFORE.test(textBefore(text, at, MAX_HALF_LENGTH)) ||
    GOALS.test(text.slice(end, end + 8)) ||
    isScored(text, end) ||
    (SCORE_ALONE.test(textBefore(text, at, 6)) && !/^ \p{Lu}/u.test(text.slice(end, end + 2))) ||
    SCORE.test(textBefore(text, at, MAX_SCORE_LENGTH))
  )
}

/** Whether what ends at a position is the score of a victory or the like. */
function isScored(text: string, end: number): boolean {
  return SCORED.test(text.slice(end, end + MAX_SCORED_LENGTH))
}

/** Whether a number is the first or the last one of "von 9.00 bis 17.00". */
function isInRange(text: string, at: number): boolean {
  const before = textBefore(text, at, MAX_RANGE_BEFORE_LENGTH)
  if (FROM.test(before)) return matchAt(FROM_TO, text, at) !== null
  return FROM_QUARTER.test(before) && matchAt(LAST_QUARTER, text, at) !== null
}

/** "vierzehn uhr dreißig", "null uhr fünf", "neun uhr und zehn sekunden" */
export function clockWords(hour: string, minute: string, second: string | undefined): string {
  const minutes = minute === '00' ? '' : ` ${cardinal(String(Number(minute)))}`
  const seconds =
    second === undefined || second === '00' ? '' : ` und ${countWords(second, 'sekunde', 'sekunden')}`
  return `${hourWords(hour)} uhr${minutes}${seconds}`
}

/** "ein" of "ein uhr", "vierzehn" */
export function hourWords(hour: string): string {
  const hours = String(Number(hour))
  return hours === '1' ? 'ein' : cardinal(hours)
}

/** "eine stunde dreißig minuten", with seconds "zwei minuten fünf sekunden", "zwei minuten fünf komma drei sekunden" */
function durationWords([first, second, third, decimals, unit]: readonly (string | undefined)[]): string {
  const parts = [first!, second!, ...(third === undefined ? [] : [third])]
  const isHours = third !== undefined || /^(?:S|h)/.test(unit!)
  const names = isHours ? ['stunde', 'minute', 'sekunde'] : ['minute', 'sekunde']
  return parts
    .flatMap((part, index) => {
      const many = `${names[index]}n`
      if (decimals !== undefined && index === parts.length - 1)
        return `${decimal(String(Number(part)), decimals)} ${many}`
      return Number(part) === 0 ? [] : countWords(part, names[index]!, many)
    })
    .join(' ')
}

/** "eine stunde", "dreißig minuten": a number and a feminine noun */
export function countWords(digits: string, one: string, many: string): string {
  const number = String(Number(digits))
  return number === '1' ? `eine ${one}` : `${cardinal(number)} ${many}`
}
