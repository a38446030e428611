import { BEFORE_CODE } from '../../shared/text/digit-groups.ts'
import { isKeyed } from '../../shared/text/number-sign.ts'
import { isWordEnd, type ReaderInput, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal, code, digitByDigit, year } from './number-words.ts'
import { isPaired, isPictureSize } from './paired-numbers.ts'
import { isYear } from './years.ts'

/** A longer number without commas is a code. */
const MAX_CARDINAL_DIGITS = 9

/** Announces a code. After it a number of four digits or more is read digit by digit ("your code is 482190"). */
const CODE_CUE = new RegExp(
  `(?:\\b(?:code|pin|otp|passcode|zip|id|account|acct|reference|ref|order|ticket|confirmation|number|no\\.|po|sku|upc|mrn|npi|cpt|ndc|routing|cvv|cvc|(?:invoice|booking|reservation|claim|policy|tracking|serial)(?=:))\\.?(?: is)?(?: number| no\\.?)?${BEFORE_CODE}|\\b(?:ending (?:in|with)|(?:last|first) (?:four|five|six|[456])(?: digits)?(?: of [a-z ]{2,20})?(?: are| is)?)${BEFORE_CODE}|\\b(?:card|account|visa|number|vin) (?:ending|ends (?:in|with)) |\\b(?:enter|type|dial) ["'\`*_]{0,3}|[*•]{3,} ?|#(?:[A-Z]{1,6}-| )?)$`,
  'i',
)
const MAX_CUE_LENGTH = 54
/** "482190 is your code", "use 482190 as the code" */
const CODE_AFTER =
  /^["'`*_]{0,3} (?:is|as) (?:an?|the|your|my) (?:[a-z-]{1,14} ){0,3}(?:code|pin|passcode|otp)(?![a-z])/i
const MAX_AFTER_LENGTH = 60
/** The beginning of a code that ends with a number ("INC-20394", "CVE-2024-3094"). */
const CODE_BEFORE = /(?<![A-Z])[A-Z]{2,6}-(\d{1,6}-)?$/
/** Before the short number that a message is sent to ("text HELP to 12345"). */
const TEXT_BEFORE = /\b[Tt]ext (?:"?[A-Z\d]{1,12}"? to )?$/

/** Before the number of a port: "port 443", "ports 80 and 8080". */
const PORT_BEFORE = /\bports? (?:\d{1,5}(?:,|,? and| or) ){0,3}$/i

/** Whether the words before a number announce a code. */
export function isCodeAnnounced(text: string, at: number): boolean {
  return CODE_CUE.test(text.slice(Math.max(0, at - MAX_CUE_LENGTH), at))
}

/** The end of a place and its state, before a ZIP code ("Chicago, IL 60601"). A state can also open a segment, if it is no word. */
const STATE_BEFORE =
  /(?:[a-z],? |^(?!HI|IN|ME|OH|OK|OR))(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|PR|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) $/
const MAX_STATE_LENGTH = 6

/** Around the "#" of a number whose zero is an "oh": "401(k)", "error 404". */
const OH = /\b(?:error|http|status)(?: code)?:? #|#(?:\(?k(?![a-z])| error)/i
const MAX_OH_LENGTH = 16

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
  if (isCodeHere(text, at, end)) return code(whole)
  if (/^\d0[1-9]$/.test(whole) && OH.test(`${before.slice(-MAX_OH_LENGTH)}#${text.slice(end, end + 6)}`))
    return digitByDigit(whole).replace('zero', 'oh')
  if (/^[1-9]\d{3}$/.test(whole) && isInPairs(text, at, end)) return year(whole, locale)
  if (/^0\d$/.test(whole) && /(?:\d{4}[-–]|')$/.test(before)) {
    return whole === '00' ? 'two thousand' : `oh ${cardinal(whole.slice(1), locale)}` // "1999-00", "'05"
  }
  return counted(whole, locale)
}

function isInPairs(text: string, at: number, end: number): boolean {
  if (isPictureSize(text, at, end)) return true
  return isWordEnd(text, end) && (isYear(text, at, end) || isPaired(text, at, end))
}

/** Whether what stands before a number says that it is read digit by digit. */
function isCodeHere(text: string, at: number, end: number): boolean {
  const whole = text.slice(at, end)
  const before = text.slice(Math.max(0, at - MAX_CUE_LENGTH), at)
  if (/(?:\b[Aa]rea code|\bC[Vv][VvCc]|\bRx):? $/.test(before)) return true
  if (whole.length > 2 && PORT_BEFORE.test(before)) return true
  if (/^\d{5,6}$/.test(whole) && TEXT_BEFORE.test(before)) return true
  if (whole.length < 4) return false
  const [start, middle] = CODE_BEFORE.exec(before) ?? []
  const isYearOfName = middle === undefined && /^(?:19|20)\d\d$/.test(whole) // "EXPO-2020"
  if (isAlone(text, at, end) || CODE_AFTER.test(text.slice(end, end + MAX_AFTER_LENGTH))) return true
  return isKeyed(text, end) || isCodeAnnounced(text, at) || (start !== undefined && !isYearOfName)
}

/**
 * Whether a number is all that stands in brackets, or in the item of a list ("- 4821"), where it is a code if it is neither a year nor
 * round.
 */
function isAlone(text: string, at: number, end: number): boolean {
  if (text.slice(end - 2, end) === '00') return false
  const around = text.slice(Math.max(0, at - 5), at) + text.slice(end, end + 1)
  return (
    (end - at > 4 && around.endsWith('()')) ||
    (/^(?:[-*+•–]|\d{1,3}[.)]) \n?$/.test(around) && !isYear(text, at, end))
  )
}

/** A quantity as a cardinal. A number that begins with a zero or is too long is read digit by digit. */
export function counted(whole: string, locale: string): string {
  const isCode = /^0\d/.test(whole) || (whole.length > MAX_CARDINAL_DIGITS && !/000000$/.test(whole))
  return isCode ? code(whole) : cardinal(whole, locale)
}
