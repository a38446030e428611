import { cardinal, code } from './number-words.ts'

/** A number with more digits and without points is a code. */
const MAX_CARDINAL_DIGITS = 9

/** Announces a number that is read digit by digit when it has four digits or more ("uw code is 482190"). */
const CODE_CUE =
  /(?:(?:code|nummer|[a-z]nr\.?|\bpin|\bid|\bbsn|\bkvk|\baccount|\border|\bbestelling|\bticket|\breferentie|\bkenmerk)(?: is|:)? #?|\beindig(?:t|end) op |#(?:[A-Z]{1,6}-)?)$/i
const MAX_CUE_LENGTH = 30

/** Whether the words before a number announce a code. */
export function isCodeAnnounced(text: string, at: number): boolean {
  return CODE_CUE.test(text.slice(Math.max(0, at - MAX_CUE_LENGTH), at))
}

/**
 * A number with nothing after it: a code or a quantity. Years are read as quantities are.
 *
 * @param at where it begins in the text
 */
export function bareNumber(text: string, at: number, whole: string): string {
  return whole.length > 3 && isCodeAnnounced(text, at) ? code(whole) : counted(whole)
}

/** A quantity; digit by digit when it begins with a zero or is too long to be one. */
export function counted(whole: string): string {
  const isCode = /^0\d/.test(whole) || (whole.length > MAX_CARDINAL_DIGITS && !/000000$/.test(whole))
  return isCode ? code(whole) : cardinal(whole)
}
