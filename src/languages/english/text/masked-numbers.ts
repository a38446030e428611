import { matchAt, type Reader, reading } from '../../shared/text/reading.ts'

/** What hides all digits of a number but the last ones: "••••4482", "***-**-6789", "XXX-XX-6789", "(***) ***-6789". */
const HIDDEN_BEFORE =
  /(?:(?<![A-Za-z\d)])[*•]{2,16}(?:\)?[- ][*•]{1,8}){0,4}|(?<![A-Za-z\d])[Xx]{3,4}(?:\)?[- ]?[Xx]{2,4}){0,3})[- ]?$/
/** A short mask, after the name of what is hidden: "Visa *4821", "Checking (…4482)". */
const HIDDEN_OF =
  /\b(?:visa|master ?card|amex|discover|card|acct|account|checking|savings|debit|credit|ending|(?:ending|ends) (?:in|with)|ssn|number)\.?:? ?\(?(?:[*•]|\.{3})[- ]?$/i
const MAX_HIDDEN_LENGTH = 60
const MASK =
  /(?:[*•.][*•.) -]{0,30}|[Xx]{3,4}(?:\)?[- ]?[Xx]{2,4}){0,3}[- ]?)(?=\d{4,6}(?![A-Za-z\d%*]|[.,]\d))/y
/** A hyphen or an "x" that stands for the digits before it is silent: "ending in -4821", "ending in x4821". */
const SHORT_MASK = /[-xX](?=\d{3,6}(?![A-Za-z\d%]|[.,]\d))/y
const ENDING_BEFORE = /\b(?:ending|ends) (?:in|with) $/i
const MAX_ENDING_LENGTH = 12

/** Whether a mask ends before a position: what follows are the last digits of a number. */
export function isMasked(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_HIDDEN_LENGTH), at)
  return HIDDEN_BEFORE.test(before) || HIDDEN_OF.test(before)
}

/** Reads the mask before the last digits of a number, which is silent. */
export const readMask: Reader = ({ text }, at) => {
  const mask = matchAt(MASK, text, at)?.[0]
  if (mask !== undefined && isMasked(text, at + mask.length)) return reading(at, mask.length, '')
  const isShortMask =
    matchAt(SHORT_MASK, text, at) && ENDING_BEFORE.test(text.slice(Math.max(0, at - MAX_ENDING_LENGTH), at))
  return isShortMask ? reading(at, 1, '') : undefined
}
