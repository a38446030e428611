import { matchAt, type Reader, reading, textBefore } from './reading.ts'

/** What hides all digits of a number but the last ones: "••••4482", "***-**-6789", "XXX-XX-6789", "(***) ***-6789". */
const HIDDEN_BEFORE =
  /(?:(?<![A-Za-z\d)])[*•]{2,16}(?:\)?[- ][*•]{1,8}){0,4}|(?<![A-Za-z\d])(?:X{3,4}|x{3,4})(?:\)?[- ]?[Xx]{2,4}){0,3})[- ]?$/
const MAX_HIDDEN_LENGTH = 60
const MASK =
  /(?:[*•.][*•.) -]{0,30}|[Xx]{3,4}(?:\)?[- ]?[Xx]{2,4}){0,3}[- ]?)(?=\d{4,6}(?![A-Za-z\d%*]|[.,]\d))/y
/** A hyphen or an "x" that stands for the digits before it is silent: "ending in -4821", "ending in x4821". */
const SHORT_MASK = /[-xX](?=\d{3,6}(?![A-Za-z\d%]|[.,]\d))/y
/** A star or dots after the name of what they hide: "Visa *4821", "Checking (…4482)". */
const SHORT_MASK_BEFORE = String.raw`\.?:? ?\(?(?:[*•][- ]?|\.{3}-?)$`
const MAX_ENDING_LENGTH = 16

/** The masks of numbers in a language. */
export interface Masks {
  /** Whether a mask ends before a position: what follows are the last digits of a number. */
  readonly isMasked: (text: string, at: number) => boolean
  /** Reads the mask before the last digits of a number, which is silent. */
  readonly readMask: Reader
}

/**
 * Makes the reader of masks.
 *
 * @param named a source of regular expressions: what has a number that is hidden by a short mask ("Visa *4821"), in small letters
 * @param ending one for what is before its last digits ("ending in")
 */
export function masksOf(named: string, ending: string): Masks {
  const hiddenOf = new RegExp(
    `(?<!\\p{L})(?:(?:${named}|${ending})${SHORT_MASK_BEFORE}|(?:${ending}) [-x]$)`,
    'iu',
  )
  const endingBefore = new RegExp(`(?<!\\p{L})(?:${ending}) $`, 'iu')

  function isMasked(text: string, at: number): boolean {
    const before = textBefore(text, at, MAX_HIDDEN_LENGTH)
    return HIDDEN_BEFORE.test(before) || hiddenOf.test(before)
  }

  function readMask({ text }: { readonly text: string }, at: number) {
    const mask = matchAt(MASK, text, at)?.[0]
    if (mask !== undefined && isMasked(text, at + mask.length)) return reading(at, mask.length, '')
    const isShortMask =
      matchAt(SHORT_MASK, text, at) && endingBefore.test(textBefore(text, at, MAX_ENDING_LENGTH))
    return isShortMask ? reading(at, 1, '') : undefined
  }

  return { isMasked, readMask }
}
