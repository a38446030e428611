import { matchAt, textBefore } from './reading.ts'

/** The mark of an item that stands in the middle of a line: "2. Support", "2) support", "b) later", "b. later". */
const NUMBERED = /(\d{1,2})\.(?= ["'*_]{0,3}\p{Lu})/uy
const LETTERED = /([A-Da-d])\.(?= ["'*_]{0,3}\p{L})/uy
const BRACKETED = /(\d{1,2}|[A-Za-z])\)(?= )/y
/** The first item, after what announces the list ("Choose: 1. Yes 2. No") or at the start of the line, and the second one. */
const FIRST_BEFORE = /(?:: |\n)1\. ["'*_]{0,3}\p{Lu}/u
const SECOND_AFTER = /^[^\n]{0,120}[^\n:] 2\. ["'*_]{0,3}\p{Lu}/u
/** The same with letters, without commas between: in "Present: A. Smith, B. Jones" they are of names. */
const FIRST_LETTER_BEFORE = /: [Aa]\. /
const SECOND_LETTERS_AFTER = { A: /^[^\n,]{0,60}[^\n:,] B\. /, a: /^[^\n,]{0,60}[^\n:,] b\. / }
const MAX_LIST_LENGTH = 220

/** The number or the letter of an item, and the length of its mark. */
export interface InlineItem {
  readonly name: string
  readonly length: number
}

/**
 * The item of a list that begins in the middle of a line. All but the first are items only behind the one before: "about 5)" is
 * the end of a bracket that was opened in another segment. Letters with full stops also need a colon before the list, numbers with
 * full stops that or the start of a line, and neither has a colon between the items: "Quantity: 1. Total: $5" and "Adults: 1.
 * Children: 2. Thanks" have none.
 */
export function inlineItemAt(text: string, at: number): InlineItem | undefined {
  if (text[at - 1] !== ' ') return undefined
  const bracketed = matchAt(BRACKETED, text, at)
  const lettered = matchAt(LETTERED, text, at)
  const match = bracketed ?? lettered ?? matchAt(NUMBERED, text, at)
  if (!match) return undefined
  const [{ length }, name] = match
  const before = `${at > MAX_LIST_LENGTH ? '' : '\n'}${textBefore(text, at, MAX_LIST_LENGTH)}`
  const after = text.slice(at + length, at + length + MAX_LIST_LENGTH)
  const isItem = bracketed
    ? isNextBracketed(name!, before)
    : lettered
      ? lettersOn(name!, before, after)
      : countsOn(Number(name), before, after)
  return isItem ? { name: name!, length } : undefined
}

/** Whether a number or a letter with a bracket is the first or the next one, and in no bracket: "(plan b) is" has no item. */
function isNextBracketed(name: string, before: string): boolean {
  if (before.lastIndexOf('(') > before.lastIndexOf(')')) return false
  const last = /\d/.test(name) ? Number(name) - 1 : letterBefore(name)
  return /^[1a]$/i.test(name) || before.includes(`${last})`)
}

/** Whether a number is the first one after a colon, with a second one to come, or the next one of a list. */
function countsOn(number: number, before: string, after: string): boolean {
  if (number === 1) return before.endsWith(': ') && SECOND_AFTER.test(after)
  if (/[:,] $/.test(before) || !FIRST_BEFORE.test(before)) return false
  return number === 2 || before.includes(` ${number - 1}. `)
}

/** Whether a letter is the first one after a colon, with a second one to come, or the next one of such a list. */
function lettersOn(letter: string, before: string, after: string): boolean {
  if (letter === 'A' || letter === 'a')
    return before.endsWith(': ') && SECOND_LETTERS_AFTER[letter].test(after)
  return (
    !/[:,] $/.test(before) &&
    FIRST_LETTER_BEFORE.test(before) &&
    before.includes(` ${letterBefore(letter)}. `)
  )
}

function letterBefore(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 1)
}
