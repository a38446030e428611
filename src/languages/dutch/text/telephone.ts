import { groupsSaid, WIDE_GAP } from '../../shared/text/digit-groups.ts'
import {
  isWordEnd,
  matchAt,
  type Reader,
  type Reading,
  textBefore,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { code, digitByDigit } from './number-words.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'

/** Numbers that are read digit by digit, in groups: telephone, card and serial numbers. */
const GROUPED = [
  new RegExp(`\\+\\d{1,3}(?:(?:[ ./-]{0,2}|${WIDE_GAP})\\(?\\d{1,10}\\)?){1,6}`, 'y'),
  new RegExp(
    `00\\d{2}(?:[ ./-]{0,2}\\(0\\)\\d{0,9}(?:(?:[ .-]|${WIDE_GAP})\\d{1,8}){0,6}|(?:(?:[ -]|${WIDE_GAP})\\d{1,8}){2,6})`,
    'y',
  ),
  // 020 123 45 67, 02/123.45.67, 0900-1234, 06-12345678, 0800/12345, 0475.12.34.56, the number of a company: 0123.456.789
  /\(?0\d{1,3}\)?(?: ?[-–/] ?| )(?:\d{2,4}(?:[ .]\d{2,4}){0,4}(?!\d)|\d \d{3} \d{3}(?!\d)|\d{5,8})|0\d{1,3}(?:\.\d{2,4}){2,4}(?!\d)/y,
  /(?!(?:(?:19|20)\d\d ){3})\d{4}([ -])\d{4}(?:\1\d{4}){2,4}/y, // not a row of years
  /\d{3}\/\d{4}\/\d{5}/y, // the reference of a payment in Belgium: +++090/9337/55493+++
  /\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}/y, // the number of a person in Belgium
  /\d{1,6}(?:-\d{1,6}){2,7}(?!\d)|\d{1,8}-\d{5,8}-\d{1,8}/y, // the number of an order: 112-3456789-1234567
]
/** A number without separators: a mobile number, or an area code and a subscriber number. */
const GLUED = /0\d{9}(?!\d)/y
const EMERGENCY = /116 ?\d{3}|14 0\d{2,3}(?!\d)|11[23]|1733|911|10[167]|144/y
const CALLING = wordList('bel bellen belt belde gebeld draai')
/** "Bel bij spoed 112", "112 of 101" */
const CALL_BEFORE =
  /(?<!\p{L})(?:bel(?:t|len)?|noodnummer|alarmnummer|(?:bij|in) nood|spoed|brandweer|politie|ambulance|antigifcentrum)[^.!?\d]{0,20}$|(?<!\d)1[01]\d (?:of|en) $/iu
/** Before the number of a municipality: "via 14 020", "ons nummer is 14 020". */
const MUNICIPALITY_BEFORE = /(?<!\p{L})(?:via|tel\.?|(?:telefoon)?nummer(?: is)?):? $/iu
const CALL_AFTER = /^(?:[.,;:!?)]|$| (?:of|en|voor|als|bij|bellen)(?!\p{L}))/u
const MAX_CALL_LENGTH = 36

/** Reads telephone, card and similar numbers: "nul twee nul, één twee drie, vier vijf, zes zeven". */
export const readTelephone: Reader = ({ text }, at) => {
  for (const pattern of GROUPED) {
    const match = matchAt(pattern, text, at)
    if (match && isEnd(text, at + match[0].length) && /(?:\d\D*){6}/.test(match[0]))
      return grouped(match[0], at)
  }
  const glued = matchAt(GLUED, text, at)?.[0]
  if (glued !== undefined && isEnd(text, at + glued.length)) {
    const area = glued.startsWith('06') ? 2 : glued.startsWith('04') ? 4 : 3
    const words = `${digitByDigit(glued.slice(0, area))} , ${code(glued.slice(area))}`
    return { end: at + glued.length, said: [{ at, words }], isNumber: false }
  }
  const emergency = matchAt(EMERGENCY, text, at)?.[0] ?? ''
  const end = at + emergency.length
  const isHelpline =
    /^116 ?(?:006|111|117|123)$/.test(emergency) && !/^ \p{Ll}/u.test(text.slice(end, end + 2))
  if (emergency !== '' && isWordEnd(text, end) && !/^[.,:/-]\d|^%/.test(text.slice(end, end + 2))) {
    const before = textBefore(text, at, MAX_CALL_LENGTH)
    const isAnnounced =
      (CALL_BEFORE.test(before) || (emergency.startsWith('14 0') && MUNICIPALITY_BEFORE.test(before))) &&
      CALL_AFTER.test(text.slice(end, end + 8))
    if (isHelpline || isAnnounced || CALLING.has(wordBefore(text, at).toLowerCase()))
      return { end, said: groupsSaid(emergency, at, digitByDigit) }
  }
  return undefined
}

function isEnd(text: string, at: number): boolean {
  return !/^(?:[A-Za-z\d%/:]|[-.,]\d)/.test(text.slice(at, at + 2))
}

function grouped(number: string, at: number): Reading {
  return { end: at + number.length, said: groupsSaid(number, at, code, SYMBOL_WORDS.plus) }
}
