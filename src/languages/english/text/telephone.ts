import { groupsSaid, MIN_GROUPED_DIGITS } from '../../shared/text/digit-groups.ts'
import {
  isWordEnd,
  matchAt,
  type Reader,
  type Reading,
  reading,
  textBefore,
} from '../../shared/text/reading.ts'
import { isRangeAnnounced } from './bare-numbers.ts'
import { code, digitByDigit } from './number-words.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'
import { isCounting } from './years.ts'

/** Numbers that are read digit by digit, in groups: telephone, card and serial numbers. */
const GROUPS = [
  /\+\d{1,3}(?:[ .-]{0,2}\(?\d{1,5}\)?){1,6}/y,
  /(?:1[ .-])?\(?\d{3}\)?(?:[ .-]| - )?\d{3}(?:[ .-]| - )\d{4}/y,
  /[2-9]\d{2}\/\d{3}-\d{4}/y,
  /\(?0\d{1,4}\)?[ -]\d{3,4}[ -]\d{3,4}/y,
  /\(0\)[1-9]\d{1,3}[ -]\d{3,4}[ -]\d{3,4}/y,
  /0\d{4} \d{5,6}/y,
  /1[38]00 \d{3} \d{3}/y, // in Australia
  /0[1-9](?:[ .]\d\d){4}/y, // in France
  /1[3-9]\d \d{4} \d{4}/y, // in China
  /[1-9]\d \d{4} \d{4}/y, // in London without its zero
  /(?!(?:(?:19|20)\d\d ){2}(?:19|20)\d\d)\d{4}([ -])\d{4}\1\d{4}(?:(?:\1\d{4}){0,3}\1\d{1,4})?/y, // not a row of years
  /\d{5}-\d{4}|\d{3}-\d{7,11}|\d{2}-(?!\d{3}0000)\d{7}/y,
  /\d{1,8}(?:-\d{1,8}){2,7}/y, // the number of an order: 112-3456789-1234567
].map(({ source }) => source)
const GROUPED = new RegExp(`(?:${GROUPS.join('|')})(?![A-Za-z\\d%/:]|[-.,]\\d)`, 'y')
/** More digits in one group are hard to follow. */
const MAX_GROUP_DIGITS = 8
/** A whole number of North America without anything between its groups. */
const UNDIVIDED = /(\+?1)([2-9]\d\d)([2-9]\d\d)(\d{4})(?![A-Za-z\d%/:]|[-.,]\d)/y
/** A local number. If both numbers are round, it is a range ("100-1500"). */
const LOCAL = /(\d{3})(?: - |-)(\d{4})/y
/** A local number with a space or a full stop, if a telephone number is announced ("Tel: 555 1234", "M: 555.0101"). */
const SPACED_LOCAL = /(\d{3})[ .](\d{4})/y
/** The digits of a vanity number: of a toll-free one ("1-800-FLOWERS", "(800) 555-HELP") or of a local one ("555-CARE"). */
const VANITY =
  /(?:1[ .-]\(?8([02-8])\1\)?|\(?8([02-8])\2\)?[ .-]\d{3})(?:-(?=[A-Za-z]{2})|[ .](?=[A-Z]{2}))|(?<![\d-])555-(?=[A-Z]{4}(?![\w-]))/y
const EXTENSION = /x ?(?:(?=\d{1,3}(?![A-Za-z0-9]))|(\d{4,6})(?![A-Za-z0-9]))/y
const NUMBER_BEFORE = /\d{3}[-. ]\d{4},? $/
/** An extension of four digits needs no number before it: "Tom Reyes, x4410". */
const INTERNAL = /x(\d{4})(?![A-Za-z0-9])/y
const INTERNAL_BEFORE = /(?:^|[a-z], |\b(?:at|dial|call|reach) )$/
/** Numbers of services; only "911" is one without a word before it, or another such number: "call 211, 311, or 511". */
const EMERGENCY = /[1-9]11|101|105|112|119|988|999/y
const CALLING =
  /(?:\b(?:call(?:s|ed|ing)?|dial(?:s|l?ed|l?ing)?|phoned?|ring|text(?:ing)?|nhs) (?:\d{3}(?:,? (?:and|or) |, )){0,4}|^or )\*?$/i
const MAX_CALLING_LENGTH = 40

/** Reads telephone, card and similar numbers: "five five five, zero one nine nine". */
export const readTelephone: Reader = (input, at) => {
  const { text } = input
  const undivided = matchAt(UNDIVIDED, text, at)
  if (undivided && (undivided[1] === '+1' || isCalled(text, at)))
    return { ...grouped(undivided.slice(1).join(' '), at), end: at + undivided[0].length }
  const match = matchAt(GROUPED, text, at)?.[0]
  if (match !== undefined && match.replace(/\D/g, '').length >= MIN_GROUPED_DIGITS) return grouped(match, at)
  const vanity = matchAt(VANITY, text, at)
  if (vanity) {
    const { end, said } = grouped(vanity[0], at)
    return { end, said: [...said, { at: end - 1, words: ',' }] }
  }
  const local = matchAt(LOCAL, text, at) ?? (isAnnounced(text, at) ? matchAt(SPACED_LOCAL, text, at) : null)
  if (local && isEnd(text, at + local[0].length)) {
    const isRange = (local[1]!.endsWith('0') && local[2]!.endsWith('00')) || isRangeAnnounced(text, at)
    if (!isRange) return grouped(local[0], at)
  }
  const emergency = matchAt(EMERGENCY, text, at)
  if (emergency && isWordEnd(text, at + 3) && !/^[.,:/-]\d|^%/.test(text.slice(at + 3, at + 5))) {
    if (emergency[0] === '911' || (isCalled(text, at) && !isCounting(text, at + 3)))
      return { end: at + 3, said: [{ at, words: digitByDigit(emergency[0]) }] }
  }
  return undefined
}

/** Reads the sign of an extension, after a telephone number ("555-0132 x12") or before four digits ("dial x4410"). */
export const readExtension: Reader = ({ text }, at) => {
  const before = textBefore(text, at, 10)
  const extension =
    (NUMBER_BEFORE.test(before) ? matchAt(EXTENSION, text, at) : null) ??
    (INTERNAL_BEFORE.test(before) ? matchAt(INTERNAL, text, at) : null)
  if (!extension) return undefined
  const [whole, digits] = extension
  return reading(at, whole.length, digits === undefined ? 'extension' : `extension ${digitByDigit(digits)}`)
}

function isCalled(text: string, at: number): boolean {
  return CALLING.test(textBefore(text, at, MAX_CALLING_LENGTH))
}

function isAnnounced(text: string, at: number): boolean {
  return /(?:(?:tel|phone|call|dial|number|fax)\W{1,3}|\b[CMOPT]: )$/i.test(textBefore(text, at, 12))
}

function isEnd(text: string, at: number): boolean {
  return !/^(?:[A-Za-z\d%/:]|[-.,]\d)/.test(text.slice(at, at + 2))
}

function grouped(number: string, at: number): Reading {
  return { end: at + number.length, said: groupsSaid(number, at, groupWords, SYMBOL_WORDS.plus) }
}

/** A group of many digits has pauses of its own: "+442079460958". */
function groupWords(digits: string): string {
  return digits.length > MAX_GROUP_DIGITS ? code(digits) : digitByDigit(digits)
}
