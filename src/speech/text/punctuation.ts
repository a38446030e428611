import { chunkAfter, matchAt, type Passage, type Reader, reading } from './reading.ts'

const DOTS = /\.{2,}/y
const CALLS = /[?!]+/y
const CONTRACTED = /'(?:tis|twas|em|til|cause|bout)(?![A-Za-z])/iy
const AND = /'n'(?![A-Za-z])/iy
const LOWER_CASE = /^[a-z]/

/** Reads marks: those that the voice has pauses for, brackets as commas, quotes as nothing. */
export const readPunctuation: Reader = (passage, at) => {
  const { text } = passage
  const mark = text[at]!
  switch (mark) {
    case '.':
      return readFullStop(passage, at)
    case '?':
    case '!': {
      const run = matchAt(CALLS, text, at)![0]
      if (run === '!' && text[at + 1] === '[') return reading(at, 1, '') // an image in markdown
      return reading(at, run.length, run.includes('?') ? '?' : '!')
    }
    case ',':
    case ';':
    case ':':
      return reading(at, 1, mark)
    case '(':
      return reading(at, 1, text[at - 1] === ' ' ? ',' : '')
    case ')':
      return reading(at, 1, text[at + 1] === ' ' && text[at - 1] !== '(' ? ',' : '')
    case '\n':
      return reading(at, 1, LOWER_CASE.test(text[at + 1] ?? '') ? '' : '.')
    case '"':
      passage.inQuote = !passage.inQuote
      return reading(at, 1, '')
    case "'":
      return readApostrophe(passage, at)
    default:
      return undefined
  }
}

function readFullStop({ text }: Passage, at: number) {
  const dots = matchAt(DOTS, text, at)
  if (dots) {
    const end = at + dots[0].length
    return reading(at, dots[0].length, LOWER_CASE.test(chunkAfter(text, end)) ? ',' : '.')
  }
  const before = text[at - 1] ?? ' '
  const next = text[at + 1] ?? ' '
  if (/[,;:]/.test(next)) return reading(at, 1, '') // of an abbreviation
  const isInside = /[a-z0-9_]/.test(before) && /[a-z0-9_]/.test(next)
  const isPrefix = /[\s"'(]/.test(before) && /[A-Za-z/]/.test(next)
  return reading(at, 1, isInside || isPrefix ? 'dot' : '.')
}

function readApostrophe({ text }: Passage, at: number) {
  const and = matchAt(AND, text, at)
  if (and) return reading(at, and[0].length, 'and')
  const contracted = matchAt(CONTRACTED, text, at)
  if (contracted && !/[A-Za-z]/.test(text[at - 1] ?? '')) {
    return reading(at, contracted[0].length, contracted[0].toLowerCase())
  }
  return reading(at, 1, '')
}
