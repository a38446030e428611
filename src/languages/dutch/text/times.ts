import { isDivision, RATIO } from '../../shared/text/ratios.ts'
import {
  chunkAfter,
  isWordEnd,
  markedNumberReading,
  matchAt,
  numberReading,
  type Reader,
  type ReaderInput,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal } from './number-words.ts'
import { fullStopEndsSentence } from './sentence-end.ts'
import { HOURS_NEXT } from './units.ts'

/** The number of an article in a book of laws: before its paragraph or the law ("art. 3:40 BW"), or after the word. */
const ARTICLE = /(\d{1,2}):(\d{1,4}[a-z]?)(?![\d:])/y
const ARTICLE_BEFORE =
  /(?<!\p{L})art(?:ikel(?:en)?|t)?\.? (?:\d{1,2}:\d{1,4}[a-z]?(?:,| en| of| t\/m) ){0,3}$/iu
const LAW_AFTER = /^(?: lid \d{1,2})?,? (?:BW|Awb|AWB|Wft|WFT)(?!\p{L})/u
const MAX_ARTICLE_LENGTH = 44
const COLON = /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,6})?)?(?![\d:])/y
/** A time with a full stop. Without a sign that it is a time, or a zero before it as no date has it ("06.35"), it is a number. */
const POINT = /(\d{1,2})\.(\d{2})(?![\d]|[.,]\d)/y
const EARLY = /^0\d\.(?:1[3-9]|[2-5]\d)$/
const LETTER = /(\d{1,2}) ?[uh] ?(\d{2})(?! ?min|[A-Za-z\d])/y
const HOUR = /(\d{1,2})( ?)u(?![A-Za-z\d'/]|\.\/)/y
/** "uur" or its abbreviation after a time. A separate "u" means "you" before what somebody may do with "you". */
const HOUR_WORD =
  /(?: ?uur|[uh]| [uh](?=[.,;:!?)–-]| [(€]| (?:'s|van|vanuit|tot|bij|aan|op|in|te|met|naar|voor|tegen|via|tijdens|spoor|perron|gate|is|start|begint|vertrekt|rijdt|sluit|gaat|komt|vervalt|eindigt|volgt|dicht|open|gesloten|geopend|bereikbaar|terug|en|of|t\/m|[-–])(?![A-Za-z])|$))(?![A-Za-z\d'/])/y
/** The "u" of an hour or for "you": what stands before it is a time. */
const HOUR_LETTER = / u(?![A-Za-z\d'/])/y
/** The rest of a time range ("9.00-17.30 uur", "18.30–20 uur"). */
const SPAN =
  /(?:, ?\d{1,2}\.\d{2}){0,3}(?:(?: ?[-–] ?| (?:tot|en|of|naar|t\/m|i\.p\.v\.) )\d{1,2}(?:\.\d{2})?|, \d{1,2}\.\d{2}) ?(?:uur|u|h)(?![A-Za-z\d])|(?:[-–]| [-–] )(?:1?\d|2[0-4])\.[0-5]\d(?![\d]|[.,]\d)/y
const SPAN_BEFORE = /(?<!(?:versie|hoofdstuk|paragraaf|artikel) )(?<![\d.,])\d{1,2}\.[0-5]\d(?:[-–]| [-–] )$/
const MAX_SPAN_LENGTH = 20
/** Words before numbers with a full stop that are no times. */
const NUMBERED = wordList('versie hoofdstuk paragraaf artikel')
/** The dash of a time range with spaces around it. */
const SPACED_DASH = / [-–](?= \d{1,2}\.[0-5]\d(?![\d]|[.,]\d))/y
/** The first hour of a range before its last one ("9-17 u"). */
const HOUR_SPAN_BEFORE = /(?:^|[^\d.,])\d{1,2}(?: ?u)? ?(?:[-–]|t\/m) ?$/
const CUE =
  /(?<!\p{L})(?:om|rond|omstreeks|vanaf|vóór|uiterlijk|vertraagd tot|open:?|vertrekt|aankomt|(?:vertrek|aankomst)(?:tijd)?:?|(?:vertr|aank)\.:?|(?:open|geopend|dicht|gesloten|bereikbaar|(?:maan|dins|woens|donder|vrij|zater|zon)dag) tot) $/iu
/** A train or a flight before its time: "de intercity naar Utrecht van 9.07". */
const TRAIN_BEFORE =
  /(?:trein|bus|tram|boot|(?<!\p{L})(?:intercity|sprinter|eurostar|thalys|tgv|metro|vlucht|ferry))(?: (?:naar|uit|richting)(?: \p{L}[\p{L}-]{1,16}){1,3})? (?:van|v\.) $/iu
const MAX_TRAIN_LENGTH = 70
const QUARTER = /(?:[01]?\d|2[0-4])\.(?:00|15|30|45)/.source
/** The end of a range of quarters of an hour, at ten or later, before nothing that it could count. */
const TO_QUARTER =
  /(?:1\d|2[0-4])\.(?:00|15|30|45)(?!\d|[.,]\d| ?(?:[€$£%°]|\p{Lu}{3}|euro|dollar|procent|punten|meter|ml[nd]|[ckm]?[mgl](?!\p{L})))/u
    .source
/** "van 9.00 tot 17.00", which may follow another one */
const FROM_SOURCE = `(?<!\\p{L})(?:van|tussen|tot ${QUARTER} en(?: van)?) `
const FROM = new RegExp(`${FROM_SOURCE}$`, 'iu')
const FROM_TO = new RegExp(`${QUARTER} (?:tot|en|t/m) ${TO_QUARTER}`, 'uy')
const FROM_QUARTER = new RegExp(`${FROM_SOURCE}${QUARTER} (?:tot|en|t/m) $`, 'iu')
const LAST_QUARTER = new RegExp(TO_QUARTER, 'uy')
const MAX_RANGE_LENGTH = 34
/** What is before the time of an appointment in a list, and after it. */
const DAY = '(?:ma|di|wo|do|vr|za|zo|(?:maan|dins|woens|donder|vrij|zater|zon)dag)[.,:]? '
const AGENDA_BEFORE = new RegExp(
  `(?:^|\\n|[:|] )(?:[-*•] )?$|(?<!\\d), $|(?<!\\p{L})${DAY}(?:\\d{1,2}\\.[03]0(?:,| en| of) ){0,3}$`,
  'iu',
)
const AGENDA_AFTER =
  /^(?: ?[-–:] ?\p{L}| \||$|\n|,(?: \p{L}|$)|[.;!?)](?!\d)| (?:of|en|bij|in|op|met)(?!\p{L})| (?!euro|dollar|procent|punten|meter|kilo|miljoen|miljard)\p{L}{4})/u
const MAX_AGENDA_LENGTH = 40
/** Words that announce a time. After an hour without one, a separate "u" means "you". */
const HOUR_CUES = wordList('om rond omstreeks vanaf tot tegen van sinds na voor tussen en')
/** With spaces around the colon, before a second number that is read on its own. */
const SPACED_RATIO = /(\d{1,3}(?:\.\d{3}){1,3}|\d{1,9}) :(?= \d)/y
/** Words before a ratio that looks like a time ("Meng 1:10 met water"). */
const RATIO_CUE = /(?:schaal|verhouding|ratio|\bmeng|verdun)[^.!?\d]{0,24}$/i
const MAX_CUE_LENGTH = 40
const MAX_NEXT_LENGTH = 10

/** Reads times of day ("14:30", "14.30 uur", "14u30", "9 u.") and, if the time is impossible, a ratio ("16:9"). */
export const readTime: Reader = (input, at) => {
  const { text } = input
  const before = wordBefore(text, at)
  const article = matchAt(ARTICLE, text, at)
  if (article && isArticle(text, at, at + article[0].length)) {
    const [, book, number, letter] = /^(\d+):(\d+)([a-z]?)$/.exec(article[0])!
    return numberReading(
      at,
      article[0].length,
      `${cardinal(book!)} ${cardinal(number!)}${letter === '' ? '' : ` ${letter!.toUpperCase()}`}`,
    )
  }
  const clock = matchAt(COLON, text, at) ?? pointed(text, at, before) ?? matchAt(LETTER, text, at)
  const isRatio = RATIO_CUE.test(textBefore(text, at, MAX_CUE_LENGTH))
  if (clock && Number(clock[1]) <= 24 && Number(clock[2]) < 60 && !isRatio) {
    const [match, hour, minute, second] = clock
    const words = clockWords(hour!, minute!, second)
    const dash = match.includes('.') ? matchAt(SPACED_DASH, text, at + match.length) : null
    const to = /^tussen$/i.test(before) ? 'en' : 'tot'
    if (dash) return markedNumberReading(at, at + match.length + dash[0].length, words, to)
    return finished(
      text,
      at,
      match.length + (matchAt(HOUR_WORD, text, at + match.length)?.[0].length ?? 0),
      words,
    )
  }
  const hour = matchAt(HOUR, text, at)
  if (hour && Number(hour[1]) <= 24 && isHour(input, at, at + hour[0].length, hour[2]!, before))
    return finished(text, at, hour[0].length, clockWords(hour[1]!, '00', undefined))
  const spaced = matchAt(SPACED_RATIO, text, at)
  if (spaced)
    return markedNumberReading(
      at,
      at + spaced[0].length,
      cardinal(spaced[1]!.replaceAll('.', '')),
      isDivision(text, at) ? 'gedeeld door' : 'op',
    )
  const ratio = matchAt(RATIO, text, at)
  if (!ratio || !isWordEnd(text, at + ratio[0].length)) return undefined
  const words = `${cardinal(ratio[1]!)} op ${cardinal(ratio[2]!.replaceAll('.', ''))}`
  return numberReading(at, ratio[0].length, words)
}

function isArticle(text: string, at: number, end: number): boolean {
  return (
    ARTICLE_BEFORE.test(textBefore(text, at, MAX_ARTICLE_LENGTH)) ||
    LAW_AFTER.test(text.slice(end, end + MAX_ARTICLE_LENGTH))
  )
}

/** "veertien uur dertig", "negen uur", "tien uur dertig en vijftien seconden" */
export function clockWords(hour: string, minute: string, second: string | undefined): string {
  const minutes = minute === '00' ? '' : ` ${cardinal(minute)}`
  const seconds =
    second === undefined || second === '00'
      ? ''
      : ` en ${cardinal(second)} ${second === '01' ? 'seconde' : 'seconden'}`
  return `${cardinal(hour)} uur${minutes}${seconds}`
}

function pointed(text: string, at: number, before: string): RegExpExecArray | null {
  const match = matchAt(POINT, text, at)
  if (!match) return null
  const end = at + match[0].length
  const isTime =
    ((EARLY.test(match[0]) || isHalfHour(text, at, match)) && !NUMBERED.has(before.toLowerCase())) ||
    matchAt(HOUR_LETTER, text, end) ||
    matchAt(HOUR_WORD, text, end) ||
    (matchAt(SPAN, text, end) && !NUMBERED.has(before.toLowerCase())) ||
    CUE.test(textBefore(text, at, MAX_SPAN_LENGTH)) ||
    TRAIN_BEFORE.test(textBefore(text, at, MAX_TRAIN_LENGTH)) ||
    SPAN_BEFORE.test(textBefore(text, at, MAX_SPAN_LENGTH)) ||
    isInRange(text, at)
  return isTime ? match : null
}

/** Whether a full or half hour follows nothing that it could belong to, and counts nothing: ": 9.00 overleg". */
function isHalfHour(text: string, at: number, [time, hour]: RegExpExecArray): boolean {
  return (
    /\.[03]0$/.test(time) &&
    Number(hour) >= 6 &&
    Number(hour) < 24 &&
    AGENDA_BEFORE.test(textBefore(text, at, MAX_AGENDA_LENGTH)) &&
    AGENDA_AFTER.test(text.slice(at + time.length, at + time.length + MAX_AGENDA_LENGTH))
  )
}

/** Whether a number is the first or the last one of "van 9.00 tot 17.00". */
function isInRange(text: string, at: number): boolean {
  const before = textBefore(text, at, MAX_RANGE_LENGTH)
  if (FROM.test(before)) return matchAt(FROM_TO, text, at) !== null
  return FROM_QUARTER.test(before) && matchAt(LAST_QUARTER, text, at) !== null
}

function isHour(
  { text, locale }: ReaderInput,
  at: number,
  end: number,
  gap: string,
  before: string,
): boolean {
  if (gap === '' || HOURS_NEXT.test(text.slice(end, end + MAX_NEXT_LENGTH))) return true
  if (HOUR_SPAN_BEFORE.test(textBefore(text, at, MAX_SPAN_LENGTH))) return true
  if (/^ \d{1,2} ?min/.test(text.slice(end, end + 8))) return true
  return locale === 'nl-BE' || HOUR_CUES.has(before.toLowerCase())
}

/** A reading that includes the full stop of "u.", unless it ends the sentence. */
function finished(text: string, at: number, length: number, words: string) {
  const end = at + length
  const isAbbreviated = text[end - 1] === 'u' && text[end] === '.'
  const takesStop = isAbbreviated && !fullStopEndsSentence('u.', chunkAfter(text, end + 1))
  return numberReading(at, takesStop ? length + 1 : length, words)
}
