import { readCitation } from '../shared/text/citations.ts'
import { punctuationReader } from '../shared/text/punctuation.ts'
import { readerOf } from '../shared/text/readers.ts'
import {
  isWordEnd,
  isWordStart,
  matchAt,
  numberReading,
  type Reader,
  type Reading,
  reading,
  type TextFrontEnd,
} from '../shared/text/reading.ts'
import type { Numbers } from './number-words.ts'
import { isAbbreviation } from './sentence-end.ts'

/** Longer than any word of a language whose words have spaces between them; the rest of a longer one is the next word. */
const WORD = /\p{L}[\p{L}\p{M}\u200c\u200d]{0,99}(?:'\p{L}[\p{L}\p{M}]{0,39}){0,3}/uy
/** Capitals that are no word in any language of Latin letters: their names are said. */
const LETTERS = /^[BCDFGHJKLMNPQRSTVWXZ]{2,5}$/
/** "EE.UU.", "a.m." */
const INITIALISM = /\p{L}{1,2}(?:\.\p{L}{1,2}){1,5}\.?(?![\p{L}\p{N}])/uy
const DASH = /–+|-{2,}/y

const never = () => undefined

/** Reads words as they are written, numbers as the language says them, and marks as pauses. Other symbols are silent. */
export function plainReader(numbers: Numbers, tag: string): TextFrontEnd['read'] {
  const readWord: Reader = ({ text }, at) => {
    const initials = matchAt(INITIALISM, text, at)?.[0]
    if (initials !== undefined) return readInitials(text, at, initials)
    const word = matchAt(WORD, text, at)?.[0]
    if (word === undefined) return undefined
    const end = at + word.length
    const isShortened = text[end] === '.' && end + 1 < text.length && isAbbreviation(`${word}.`)
    const isLetters = LETTERS.test(word) && isWordEnd(text, end)
    const words = isLetters ? Array.from(word).join(' ') : word.toLocaleLowerCase(tag)
    return reading(at, word.length + (isShortened ? 1 : 0), words)
  }
  return readerOf({
    numbers: [numberReader(numbers, tag)],
    words: [readWord],
    openings: [],
    signs: [readCitation, readWord, readDash, punctuationReader('')],
    address: never,
    itemNumber: (digits) => numbers.cardinal(digits),
  })
}

/** The names of the letters. A full stop that ends the text is left to be a pause. */
function readInitials(text: string, at: number, initials: string): Reading {
  const isLast = at + initials.length === text.length && initials.endsWith('.')
  const letters = Array.from(initials.replaceAll('.', '').toUpperCase()).join(' ')
  return reading(at, initials.length - (isLast ? 1 : 0), letters)
}

/** Between words a dash is a pause. */
const readDash: Reader = ({ text }, at) => {
  const dash = matchAt(DASH, text, at)?.[0] ?? (text[at] === '-' ? '-' : undefined)
  if (dash === undefined) return undefined
  const isAlone = isWordStart(text, at) && /^\s/.test(text[at + dash.length] ?? ' ')
  return reading(at, dash.length, isAlone && at > 0 ? ',' : '')
}

/** Reads whole and decimal numbers, with the marks that the locale writes in them. */
function numberReader(numbers: Numbers, tag: string): Reader {
  const { group, decimal } = marksOf(tag)
  const percent = percentIn(tag)
  const number = new RegExp(
    `(\\d{1,3}(?:[${group}]\\d{2,3}){0,4}[${group}]\\d{3}(?!\\d)|\\d{1,40})(?:[${decimal}](\\d{1,20}))?(?![${decimal}]?\\d)|\\d{1,40}`,
    'y',
  )
  return ({ text }, at) => {
    const match = matchAt(number, text, at)
    if (!match) return undefined
    const [all, whole = all, decimals] = match
    const digits = whole.replace(/\D/g, '')
    const words = decimals === undefined ? numbers.cardinal(digits) : numbers.decimal(digits, decimals)
    const isPercent = /^ ?%/.exec(text.slice(at + all.length, at + all.length + 2))
    if (isPercent === null) return numberReading(at, all.length, words)
    return numberReading(at, all.length + isPercent[0].length, `${words} ${percent}`.trim())
  }
}

/** What is said for a percent sign: '' in a language whose word is not known. */
function percentIn(tag: string): string {
  const style = { style: 'unit', unit: 'percent', unitDisplay: 'long' } as const
  const parts = new Intl.NumberFormat(tag, style).formatToParts(12)
  const name = parts.find(({ type }) => type === 'unit')?.value ?? ''
  return name
    .toLocaleLowerCase(tag)
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
}

/** The marks between groups of digits and before decimals, for a class of a regular expression. */
function marksOf(tag: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(`${tag}-u-nu-latn`, { useGrouping: true }).formatToParts(1234567.5)
  const mark = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const group = mark('group')
  return { group: /\s/.test(group) ? ' ' : escaped(group), decimal: escaped(mark('decimal')) }
}

function escaped(mark: string): string {
  return mark.replace(/[^\p{L}\p{N}]/gu, '\\$&')
}
