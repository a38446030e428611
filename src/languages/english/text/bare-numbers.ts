import { isWordEnd, type ReaderInput, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal, code, digitByDigit, year } from './number-words.ts'
import { isYear } from './years.ts'

/** A longer number without commas is a code. */
const MAX_CARDINAL_DIGITS = 9

/** Announces a code. After it a number of four digits or more is read digit by digit ("your code is 482190"). */
const CODE_CUE =
  /(?:\b(?:code|pin|otp|passcode|zip|id|account|acct|reference|ref|order|ticket|confirmation|number|no\.|po)\.?(?: is|:)?(?: number| no\.?:?)?(?: ?# ?| )|\bending (?:in|with) |#(?:[A-Z]{1,6}-)?)$/i
const MAX_CUE_LENGTH = 30

/** Whether the words before a number announce a code. */
export function isCodeAnnounced(text: string, at: number): boolean {
  return CODE_CUE.test(text.slice(Math.max(0, at - MAX_CUE_LENGTH), at))
}

/** The end of a place and its state, before a ZIP code ("Chicago, IL 60601"). A state can also open a segment, if it is no word. */
const STATE_BEFORE =
  /(?:[a-z],? |^(?!HI|IN|ME|OH|OK|OR))(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|PR|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) $/
const MAX_STATE_LENGTH = 6

const RANGE_CUES = wordList('pp pages page from between years p')

/** Whether the word before a number announces a range ("pages 123-200"). */
export function isRangeAnnounced(text: string, at: number): boolean {
  return RANGE_CUES.has(wordBefore(text, at).toLowerCase())
}

/** A number without a unit or ending: a year, a code or a quantity. */
export function bareNumber({ text, locale }: ReaderInput, at: number, end: number, whole: string): string {
  const before = text.slice(Math.max(0, at - MAX_CUE_LENGTH), at)
  if (whole.length === 5 && STATE_BEFORE.test(text.slice(Math.max(0, at - MAX_STATE_LENGTH), at)))
    return digitByDigit(whole)
  if ((whole.length > 3 && isCodeAnnounced(text, at)) || /area code $/i.test(before)) return code(whole)
  if (whole === '401' && /^\(?k(?![a-z])/i.test(text.slice(end, end + 3))) return 'four oh one'
  const isSize =
    /^(?:x\d|[pi](?![A-Za-z]))/.test(text.slice(end, end + 2)) ||
    /\dx$/.test(text.slice(Math.max(0, at - 2), at))
  if (/^[12]\d{3}$/.test(whole) && (isSize || (isWordEnd(text, end) && isYear(text, at, end))))
    return year(whole, locale)
  if (/^0\d$/.test(whole) && /(?:\d{4}[-–]|')$/.test(before)) {
    return whole === '00' ? 'two thousand' : `oh ${cardinal(whole.slice(1), locale)}` // "1999-00", "'05"
  }
  return counted(whole, locale)
}

/** A quantity as a cardinal. A number that begins with a zero or is too long is read digit by digit. */
export function counted(whole: string, locale: string): string {
  const isCode = /^0\d/.test(whole) || (whole.length > MAX_CARDINAL_DIGITS && !/000000$/.test(whole))
  return isCode ? code(whole) : cardinal(whole, locale)
}
