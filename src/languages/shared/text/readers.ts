import { CURRENCY_SIGNS } from './currency-signs.ts'
import { inlineItemAt } from './inline-items.ts'
import {
  isLineStart,
  LETTERS,
  matchAt,
  type Reader,
  type ReaderInput,
  type Reading,
  reading,
  type TextFrontEnd,
} from './reading.ts'

/** The readers of a language, each list in the order in which they are asked. */
export interface Readers {
  /** Readers of text that begins with a digit. */
  readonly numbers: readonly Reader[]
  /** Readers of text that begins with a letter. */
  readonly words: readonly Reader[]
  /** Readers of text that begins with a symbol before a number. */
  readonly openings: readonly Reader[]
  /** Readers of all other text. */
  readonly signs: readonly Reader[]
  readonly address: Reader
  /**
   * What is said for the number of a list's item; undefined when a number that could be one is no such number. The
   * position is the one after the mark that follows the number.
   */
  readonly itemNumber: (digits: string, input: ReaderInput, end: number) => string | undefined
}

/** Where an address may begin: a letter after a full stop, an @ or a protocol follows soon. */
const MAYBE_ADDRESS = /[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,64}(?:@|:\/\/|(?<=\.)[A-Za-z0-9])/y
/** The mark of an item, with the box of a list of tasks in markdown. */
const BULLET = /(?:[-*+•–](?: \[[ xX]\])?|(\d{1,3})(?:\.\)?|\)))(?= )/y
const HEADING = /#{1,6}(?= )/y
/** What may stand before a number. */
const OPENING = new RegExp(`[-+($${CURRENCY_SIGNS}]`)
const WORD_CHARACTER = new RegExp(`[${LETTERS}0-9_]`)
const INSIDE_WORD = new RegExp(`[${LETTERS}0-9@.]`)

/** Makes one reader of a language's readers: at each position, the first that knows what begins there reads it. */
export function readerOf({
  numbers,
  words,
  openings,
  signs,
  address,
  itemNumber,
}: Readers): TextFrontEnd['read'] {
  const number = firstOf(numbers)
  const numberOrAddress = firstOf([address, ...numbers])
  const word = firstOf(words)
  const wordOrAddress = firstOf([address, ...words])
  const sign = firstOf(signs)
  const opening = firstOf([...openings, ...signs])

  function readersFor(text: string, at: number, first: string): Reader {
    if (WORD_CHARACTER.test(first)) {
      const isNumber = /\d/.test(first)
      const startsWord = !INSIDE_WORD.test(text[at - 1] ?? ' ')
      if (startsWord && matchAt(MAYBE_ADDRESS, text, at)) return isNumber ? numberOrAddress : wordOrAddress
      return isNumber ? number : word
    }
    const opensNumber = OPENING.test(first) && /^.{0,3}\d/.test(text.slice(at + 1, at + 5))
    return opensNumber ? opening : sign
  }

  /** The numbers and bullets of lists, and the marks of headings. */
  function readLineStart(input: ReaderInput, at: number): Reading | undefined {
    const { text } = input
    const heading = matchAt(HEADING, text, at)
    if (heading) return reading(at, heading[0].length, '')
    const bullet = matchAt(BULLET, text, at)
    if (!bullet) return undefined
    if (bullet[1] === undefined) return reading(at, bullet[0].length, '')
    const number = itemNumber(bullet[1], input, at + bullet[0].length)
    return number === undefined ? undefined : reading(at, bullet[0].length, `${number} ,`)
  }

  /** The numbers and letters of a list within a line, each between pauses. */
  function readInlineItem(input: ReaderInput, at: number): Reading | undefined {
    const item = inlineItemAt(input.text, at)
    if (!item) return undefined
    const { name, length } = item
    const said = /\d/.test(name) ? itemNumber(name, input, at + length) : name.toUpperCase()
    return said === undefined ? undefined : reading(at, length, `, ${said} ,`)
  }

  return (input, at) => {
    const { text } = input
    const first = text[at]!
    if (first === ' ') return reading(at, 1, '')
    const item = isLineStart(text, at) ? readLineStart(input, at) : readInlineItem(input, at)
    return item ?? readersFor(text, at, first)(input, at) ?? reading(at, 1, '')
  }
}

/** The first of some readers that can read it. */
function firstOf(readers: readonly Reader[]): Reader {
  return (input, at) => {
    for (const read of readers) {
      const result = read(input, at)
      if (result) return result
    }
    return undefined
  }
}
