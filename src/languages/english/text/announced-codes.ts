import {
  isWordStart,
  matchAt,
  type Reader,
  type ReaderInput,
  type Reading,
} from '../../shared/text/reading.ts'
import { isCodeAnnounced } from './bare-numbers.ts'
import { spell } from './capitals.ts'
import { cardinal, code } from './number-words.ts'

/** Groups of capitals and digits with hyphens between, and three digits somewhere: "00-B482-119", but not "A-229-1004". */
const CODE =
  /(?=[\d-]{0,40}[A-Z])(?=(?:[A-Z\d-]{0,40}[A-Z-])?\d{3}(?!\d))(?![A-Z]{1,12}(?:-\d{1,12}){2,6}(?![A-Z\d-]))[A-Z\d]{1,12}(?:-[A-Z\d]{1,12}){1,6}(?![A-Za-z\d]|[-.,/:]\d)/y
/** The number of a driver: "D123-4567-8901". */
const LICENCE = /[A-Z]{1,2}\d{3}(?:-\d{3,4}){2,3}(?![A-Za-z\d]|[-.,/:]\d)/y
/** The number of a parcel with spaces: "1Z 999 AA1 01 2345 6784". */
const PARCEL = /1Z(?: [A-Z\d]{2,4}){4,6}(?![A-Za-z\d]|[-.,/:]\d)/y

/** Fewer digits are read as a number. */
const MIN_SINGLE_DIGITS = 3

/**
 * Reads a code of capitals and digits in groups after the words that announce it, where three digits are no number: "your claim
 * number is 00-B482-119". The number of a parcel or a driver needs no such words.
 */
export const readAnnouncedCode: Reader = (input, at) => {
  const { text } = input
  if (!isWordStart(text, at) && text[at - 1] !== '#') return undefined
  const licence = matchAt(LICENCE, text, at)?.[0]
  if (licence !== undefined) return inGroups(input, at, licence, '-')
  const written =
    matchAt(PARCEL, text, at)?.[0] ?? (isCodeAnnounced(text, at) ? matchAt(CODE, text, at)?.[0] : undefined)
  return written === undefined ? undefined : inGroups(input, at, written, ' ')
}

/** @param divider what is a pause between groups */
function inGroups({ locale }: ReaderInput, at: number, written: string, divider: string): Reading {
  const said = Array.from(written.matchAll(/[A-Z]+|\d+/g), ({ 0: part, index }) => {
    const isNumber = /^[1-9]/.test(part) && part.length < MIN_SINGLE_DIGITS
    const words = /[A-Z]/.test(part) ? spell(part) : isNumber ? cardinal(part, locale) : code(part)
    return { at: at + index, words: written[index - 1] === divider ? `, ${words}` : words }
  })
  return { end: at + written.length, said, isNumber: true }
}
