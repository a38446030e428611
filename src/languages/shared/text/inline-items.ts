import { matchAt } from './reading.ts'

/** The mark of an item that stands in the middle of a line: "2. Support", "2) support", "b) later". */
const NUMBERED = /(\d{1,2})\.(?= ["'*_]{0,3}\p{Lu})/uy
const BRACKETED = /(\d{1,2}|[A-Za-z])\)(?= )/y
/** The first item, after what announces the list ("Choose: 1. Yes 2. No"), and the second one. */
const FIRST_BEFORE = /: 1\. ["'*_]{0,3}\p{Lu}/u
const SECOND_AFTER = /^[^\n]{0,120}[^\n:] 2\. ["'*_]{0,3}\p{Lu}/u
const MAX_LIST_LENGTH = 220

/** The number or the letter of an item, and the length of its mark. */
export interface InlineItem {
  readonly name: string
  readonly length: number
}

/**
 * The item of a list that begins in the middle of a line. Numbers with full stops are items only in their order and after a
 * colon: "Quantity: 1. Total: $5" and "Adults: 1. Children: 2. Thanks" have none.
 */
export function inlineItemAt(text: string, at: number): InlineItem | undefined {
  if (text[at - 1] !== ' ') return undefined
  const before = text.slice(Math.max(0, at - MAX_LIST_LENGTH), at)
  const bracketed = matchAt(BRACKETED, text, at)
  if (bracketed) {
    const isInBrackets = before.lastIndexOf('(') > before.lastIndexOf(')') // "(plan b) is"
    return isInBrackets ? undefined : { name: bracketed[1]!, length: bracketed[0].length }
  }
  const numbered = matchAt(NUMBERED, text, at)
  if (!numbered) return undefined
  const number = Number(numbered[1])
  const end = at + numbered[0].length
  const isItem =
    number === 1
      ? before.endsWith(': ') && SECOND_AFTER.test(text.slice(end, end + MAX_LIST_LENGTH))
      : !before.endsWith(': ') && FIRST_BEFORE.test(before) && before.includes(` ${number - 1}. `)
  return isItem ? { name: numbered[1]!, length: numbered[0].length } : undefined
}
