import { groupsSaid } from './digit-groups.ts'
import { matchAt, type Reader } from './reading.ts'

/** Single digits that hyphens join, which are nothing but a code: "7-3-9-1". */
const DICTATED = /\d(?:-\d){3,11}(?![A-Za-z0-9]|[.,:/%-]\d)/y
/** Digits in groups, but no amounts: "482 913", "1234-5678". */
const GROUPS = /\d{2,6}(?:[ -]\d{2,6}){1,7}(?![A-Za-z0-9]|[.,:/%-]\d)(?! ?(?:[€$£¥%]|euro|dollar|eur\b))/iy
const FEWEST_DIGITS = 5

/**
 * Gives what reads codes that are written in groups, digit by digit with a pause between the groups.
 *
 * @param isAnnounced whether the words before a position say that a code follows ("your code is 482 913")
 */
export const groupedCodeReader =
  (isAnnounced: (text: string, at: number) => boolean, digitByDigit: (digits: string) => string): Reader =>
  ({ text }, at) => {
    const dictated = matchAt(DICTATED, text, at)?.[0]
    const code = dictated ?? matchAt(GROUPS, text, at)?.[0]
    if (code === undefined) return undefined
    const isLong = code.replace(/\D/g, '').length >= FEWEST_DIGITS
    if (dictated === undefined && !(isLong && isAnnounced(text, at))) return undefined
    return { end: at + code.length, said: groupsSaid(code, at, digitByDigit), isNumber: true }
  }
