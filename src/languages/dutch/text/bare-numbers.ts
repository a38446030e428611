import { BEFORE_CODE, goesOnCode, isLoneItem } from '../../shared/text/digit-groups.ts'
import { isKeyed } from '../../shared/text/number-sign.ts'
import { textBefore } from '../../shared/text/reading.ts'
import { isMasked } from './masked-numbers.ts'
import { cardinal, code } from './number-words.ts'

/** A longer number without points is a code. */
const MAX_CARDINAL_DIGITS = 9

/** Announces a code. After it a number of four digits or more is read digit by digit ("uw code is 482190"). */
const CODE_CUE = new RegExp(
  `(?:(?:code|nummer|[a-z][.-]? ?nr\\.?|\\bpin|\\bpuk[12]?|\\bimei|\\bid|\\bbsn|\\binsz|\\bniss|\\brsin|\\bkvk|\\baccount|\\border|\\bbestelling|\\bticket|\\bdossier|\\breferentie|\\bkenmerk|o\\.v\\.v\\.|\\bmededeling|\\b(?:factuur|boeking|reservering)(?=:))(?:(?: van (?:de|het|uw|je) [a-z]{2,16})? (?:is|luidt))?(?: \\()?${BEFORE_CODE}\\+{0,3}|\\b(?:eindig(?:t|end) op|eindcijfers?|(?:laatste|eerste) (?:vier|vijf|zes|[456]) cijfers(?: zijn)?)${BEFORE_CODE}|\\b(?:sms(?: [^\\s.]{1,12}){0,3}|stop|start|ja|nee)["'”]? naar |#(?:[A-Z]{1,6}-)?)$`,
  'i',
)
const MAX_CUE_LENGTH = 40
/** The letters before the digits of a code ("AB-123456") and of a flight ("vlucht KL 1234"). */
const CODE_LETTERS = /(?<![A-Za-z])[A-Z]{1,4}-(?:\d{1,8}-)?$|[Vv]lucht [A-Z][A-Z\d] $/
/** The start of a code with digits among its letters: "HO3-4471-920". */
const MIXED_BEFORE = /(?<![A-Za-z])[A-Z]{1,4}\d{1,5}-(?:\d{1,6}-)?$/
const MAX_LETTERS_LENGTH = 18

/** Whether the words before a number announce a code. */
export function isCodeAnnounced(text: string, at: number): boolean {
  return isMasked(text, at) || CODE_CUE.test(textBefore(text, at, MAX_CUE_LENGTH))
}

/**
 * A number without a unit or ending: a code or a quantity. Years are read like quantities.
 *
 * @param at where the number begins in the text
 */
export function bareNumber(text: string, at: number, whole: string): string {
  const isLong = whole.length > (text[at - 1] === '-' ? 4 : 3)
  const isCode = isLong && CODE_LETTERS.test(textBefore(text, at, MAX_LETTERS_LENGTH))
  const isCalledCode = isCodeAnnounced(text, at) || isKeyed(text, at + whole.length)
  const isMixed = whole.length > 2 && MIXED_BEFORE.test(textBefore(text, at, MAX_LETTERS_LENGTH))
  const isPart = goesOnCode(textBefore(text, at, MAX_CUE_LENGTH), whole, CODE_CUE)
  return isCode || isMixed || isPart || isLoneItem(text) || (whole.length > 3 && isCalledCode)
    ? code(whole)
    : counted(whole)
}

/** A quantity as a cardinal. A number that begins with a zero or is too long is read digit by digit. */
export function counted(whole: string): string {
  const isCode = /^0\d/.test(whole) || (whole.length > MAX_CARDINAL_DIGITS && !/000000$/.test(whole))
  return isCode ? code(whole) : cardinal(whole)
}
