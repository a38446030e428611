import { groupsSaid, WIDE_GAP } from '../../shared/text/digit-groups.ts'
import {
  isWordEnd,
  matchAt,
  numberReading,
  type Reader,
  textBefore,
  type Verbalization,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { code, digitByDigit } from './number-words.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'

/** Numbers that are read digit by digit, in groups: telephone and card numbers. */
const GROUPED = [
  new RegExp(`\\+\\d{1,3}(?:(?:[ ./-]{0,2}|${WIDE_GAP})\\(?\\d{1,9}\\)?){1,6}`, 'y'),
  new RegExp(
    `00\\d{1,3}(?:[ ./-]{0,2}\\(0\\)\\d{0,9}(?:(?:[ ./-]|${WIDE_GAP})\\d{1,9}){0,6}|(?:(?:[ ./-]|${WIDE_GAP})\\d{1,9}){1,6})`,
    'y',
  ),
  new RegExp(`\\(?0\\d{1,5}\\)? ?[ ./–-] ?\\d{1,9}(?:(?:[ -]|${WIDE_GAP})\\d{1,6}){0,4}`, 'y'),
  // 0 30/12 34 56-0, 0 30/1 23 45 67, 02 21 / 47 11 08 15, (0 30) 90 20-0
  new RegExp(
    `(?:0\\d? \\d{2,4} ?/ ?|\\(0\\d?(?: \\d{2,4}){1,2}\\) ?)\\d{1,9}(?:(?:[ -]|${WIDE_GAP})\\d{1,6}){0,4}`,
    'y',
  ),
  /0 [89]00 \d{2,3}(?:[ -]\d{1,4}){1,3}/y, // 0 800 123 45 67
  /(?!(?:(?:19|20)\d\d ){3})\d{4}([ -])\d{4}(?:\1\d{4}){2,4}/y, // not a row of years
  /(?:19|20)\d\d\/\d\d-\d{3,6}(?!\d)/y, // 2024/08-4711
  /\d{1,6}(?:-\d{1,6}){3,7}(?!\d)|\d{1,8}-\d{5,8}-\d{1,8}/y, // the number of an order: 112-3456789-1234567
]
/** The number of a telephone in a house, after a hyphen: "Durchwahl -217". */
const EXTENSION = /- ?\d{1,5}(?![A-Za-z\d]|[.,]\d)/y
const EXTENSION_BEFORE =
  /(?:durchwahl|(?<!\p{L})dw|(?:tele)?fax|zentrale|nebenstelle|klappe|(?<!\p{L})tel(?:\.|efon)|(?:rückruf|rückfragen|erreichbar|erreichen sie (?:uns|mich|ihn)|anruf)(?: (?:bitte|erb\.|erbeten))? unter)(?: ist| lautet)?:? (?:-\d{1,5} (?:oder|und) )?$/iu
const MAX_EXTENSION_LENGTH = 32
const EMERGENCY = /116 ?1(?:11|16|17|23)|19222|11[025678]|1(?:22|33|4[0145])/y
/** "Rufen Sie im Notfall 112", "110, die 112 oder 19222", "Rettung: 144" */
const CALL_BEFORE =
  /(?<!\p{L})(?:(?:rufen|wählen) sie|(?:gift)?notruf|(?:im )?notfall|polizei|feuerwehr|rettung)[^.!?\d]{0,20}$|(?<!\d)1[1-4]\d(?:, die| (?:oder|und)(?: die)?) $/iu
const MAX_CALL_LENGTH = 36
/** Another number after one: "die 110 oder die 112". */
const CALL_AFTER = /^(?:,| oder| und) die 11[02](?!\d)/
const CALLING = wordList(
  'notruf polizei feuerwehr nummer behördennummer unter wähle wählen wählt ruf rufe rufen ruft tel telefon',
)
const AFTER_CALLING = wordList('an anrufen wählen rufen')
/** An IBAN: country, check digits, and groups of four characters. */
const IBAN = /([A-Z]{2})(\d{2})((?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])/y

/** Reads telephone, card and similar numbers: "null drei null , eins zwei drei , vier fünf sechs". */
export const readTelephone: Reader = ({ text }, at) => {
  for (const pattern of GROUPED) {
    const match = matchAt(pattern, text, at)
    if (match && isEnd(text, at + match[0].length) && /(?:\d\D*){7}/.test(match[0])) {
      return { end: at + match[0].length, said: groupsSaid(match[0], at, code, SYMBOL_WORDS.plus) }
    }
  }
  const extension = matchAt(EXTENSION, text, at)?.[0]
  if (extension !== undefined && EXTENSION_BEFORE.test(textBefore(text, at, MAX_EXTENSION_LENGTH)))
    return numberReading(at, extension.length, digitByDigit(extension.replace(/\D/g, '')))
  const emergency = matchAt(EMERGENCY, text, at)?.[0]
  if (emergency === undefined || !isWordEnd(text, at + emergency.length)) return undefined
  const end = at + emergency.length
  if (/^[.,:/-]\d|^ ?[%€]/.test(text.slice(end, end + 2))) return undefined
  const counts = /^ \p{Lu}/u.test(text.slice(end, end + 2))
  const isCalled =
    (emergency.length > 5 && !counts) || // "116117"
    emergency === '116 117' ||
    (!counts && CALL_BEFORE.test(textBefore(text, at, MAX_CALL_LENGTH))) ||
    CALL_AFTER.test(text.slice(end, end + 14)) ||
    (emergency.startsWith('11') && CALLING.has(wordBefore(text, at).toLowerCase())) ||
    AFTER_CALLING.has(wordAfter(text, end).toLowerCase())
  if (!isCalled) return undefined
  const said = Array.from(emergency.matchAll(/\d+/g), ({ 0: digits, index }) => {
    return { at: at + index, words: digitByDigit(digits) }
  })
  return { end, said }
}

function isEnd(text: string, at: number): boolean {
  return !/^(?:[A-Za-z\d%/:€]|[-.,]\d| ?(?:€|EUR|Uhr))/.test(text.slice(at, at + 4))
}

/** Reads IBANs letter by letter and digit by digit: "D E acht neun , drei sieben null vier". */
export const readIban: Reader = ({ text }, at) => {
  const match = matchAt(IBAN, text, at)
  if (!match || !/\d{4}/.test(match[3]!)) return undefined
  const said: Verbalization[] = []
  for (const { 0: group, index } of match[0].matchAll(/[A-Z0-9]{1,4}/g)) {
    if (said.length > 0) said.push({ at: at + index - 1, words: ',' })
    const words = Array.from(group, (unit) => (/\d/.test(unit) ? digitByDigit(unit) : unit)).join(' ')
    said.push({ at: at + index, words })
  }
  return { end: at + match[0].length, said }
}
