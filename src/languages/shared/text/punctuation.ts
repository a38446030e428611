import { chunkAfter, matchAt, type Reader, type ReaderInput, reading, textBefore } from './reading.ts'

const DOTS = /\.{2,}/y
const CALLS = /[?!]+/y
/** Minutes past every hour: "at :17 and :47". */
const MINUTES_NEXT = /(?<=[\p{L}\d,/.] ):(?=[0-5]\d(?![\d:]))/uy
const LOWER_CASE = /^\p{Ll}/u
/**
 * The start of a line that goes on with the sentence before; an item of a list does not ("b) Tea", "b. Tea", but "z. B. Tee"),
 * and neither does an address ("www.example.com").
 */
const GOES_ON = /^(?!www\.|https?:|[\w.+-]{1,40}@)\p{Ll}(?!\)|\. \p{Lu}(?!\.))/u
const MAX_OPENING_LENGTH = 44
const INSIDE_BRACKETS = /\($|[\p{L}\d)']\([^\s()]{1,12}$/u
const MAX_BRACKETS_LENGTH = 14
/** The letters of a name before its number: "ID.3". */
const LETTERS_BEFORE = /\p{Lu}{2}$/u
const INSIDE_NAME = /[\p{Ll}0-9_]/u
/** What goes on after the full stop of a name ("foo._bar"), and is no end of markdown's emphasis ("_It is late._"). */
const GOES_ON_INSIDE = /^(?:[\p{Ll}0-9]|_[\p{L}0-9_])/u

/** A word, not that of a version ("1.0.0-beta.2"). */
const WORD_BEFORE = /(?<![\p{L}\d-])\p{L}{0,16}\p{Ll}{4}$/u
const MAX_WORD_LENGTH = 21
/** A word that opens a sentence after a full stop that was written before it: "at 5 pm .Is that right". */
const SENTENCE_NEXT = /^(?!Net(?!\p{L}))\p{Lu}\p{Ll}/u
const MAX_OPENER_LENGTH = 12

/**
 * Makes the reader of marks: those that the voice has pauses for, brackets as commas, quotes as nothing.
 *
 * @param dot what is said for a full stop inside a name ("Node.js")
 * @param opener matches words in small letters that open a sentence even where the space before them is missing ("movie.what
 *   time"); left out where none is known
 */
export function punctuationReader(dot: string, opener?: RegExp): Reader {
  return (input, at) => {
    const { text } = input
    const mark = text[at]!
    switch (mark) {
      case '.':
        return readFullStop(input, at, dot, opener)
      case '?':
      case '!': {
        const run = matchAt(CALLS, text, at)![0]
        if (run === '!' && text[at + 1] === '[') return reading(at, 1, '') // an image in markdown
        return reading(at, run.length, run.includes('?') ? '?' : '!')
      }
      case ':':
        return reading(at, 1, matchAt(MINUTES_NEXT, text, at) ? '' : mark)
      case ',':
      case ';':
        return reading(at, 1, mark)
      case '(':
        return reading(at, 1, text[at - 1] === ' ' ? ',' : '')
      case ')':
        return reading(at, 1, text[at + 1] === ' ' && !closesName(text, at) ? ',' : '')
      case '\n':
        return reading(at, 1, GOES_ON.test(text.slice(at + 1, at + MAX_OPENING_LENGTH)) ? '' : '.')
      case '"':
        input.inQuote = !input.inQuote
        return reading(at, 1, '')
      case "'":
        return reading(at, 1, '')
      default:
        return undefined
    }
  }
}

/** Whether a bracket closes what is part of a name: "401(k) plan", "f(x) = 2", "main() is". */
function closesName(text: string, at: number): boolean {
  return INSIDE_BRACKETS.test(textBefore(text, at, MAX_BRACKETS_LENGTH))
}

/** Whether a full stop before a digit ends a sentence, and its space is missing: "It is booked.2 people". */
export function lacksSpace(text: string, at: number): boolean {
  return WORD_BEFORE.test(textBefore(text, at, MAX_WORD_LENGTH))
}

function readFullStop({ text }: ReaderInput, at: number, dot: string, opener: RegExp | undefined) {
  const dots = matchAt(DOTS, text, at)
  if (dots) {
    const end = at + dots[0].length
    return reading(at, dots[0].length, LOWER_CASE.test(chunkAfter(text, end)) ? ',' : '.')
  }
  const before = text[at - 1] ?? ' '
  const next = text[at + 1] ?? ' '
  if (/[,;:]/.test(next)) return reading(at, 1, '') // of an abbreviation
  const isInside = INSIDE_NAME.test(before) && GOES_ON_INSIDE.test(text.slice(at + 1, at + 3))
  if (LETTERS_BEFORE.test(textBefore(text, at, 2)) && /\d/.test(next)) return reading(at, 1, '')
  const isPrefix = /[\s"'(/]/.test(before) && /[\p{L}/]/u.test(next) // ".env", "~/.config"
  const after = text.slice(at + 1, at + 1 + MAX_OPENER_LENGTH)
  const isEnd =
    (/\d/.test(next) && lacksSpace(text, at)) ||
    (before === ' ' && SENTENCE_NEXT.test(after)) ||
    opener?.test(after)
  return reading(at, 1, !isEnd && (isInside || isPrefix) ? dot : '.')
}
