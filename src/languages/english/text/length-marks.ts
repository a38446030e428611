import { matchAt, type ReaderInput, wordBefore } from '../../shared/text/reading.ts'

/** Feet or inches, at the end of a word or before the other side of something ("5'x7'"). */
const MARK = /['"](?:(?![A-Za-z0-9'"])|(?=[xX]\d))/y
/** A single quote that is open: the mark that closes it is no sign of feet. */
const OPEN_QUOTE = /(?:^|[\s("[])'[^']{0,200}$|'$/
const MAX_QUOTE_LENGTH = 200
const ARTICLE = /^(?:an?|the|this|each)$/i

/**
 * The name of the unit whose mark follows a number: "five feet" for "5'", "six inches" for "6\"", and in the singular before a noun, "a 6'
 * ladder".
 *
 * @param at where the number begins
 * @param end where it ends
 */
export function lengthMarkAt(
  { text, inQuote }: ReaderInput,
  at: number,
  end: number,
  isOne: boolean,
): string | undefined {
  const mark = matchAt(MARK, text, end)?.[0]
  if (mark === undefined) return undefined
  const isQuote = mark === '"' ? inQuote : OPEN_QUOTE.test(text.slice(Math.max(0, at - MAX_QUOTE_LENGTH), at))
  if (isQuote) return undefined
  const isAttribute = ARTICLE.test(wordBefore(text, at)) && /^ [A-Za-z]/.test(text.slice(end + 1, end + 3))
  const isSingle = isOne || isAttribute
  if (mark === '"') return isSingle ? 'inch' : 'inches'
  return isSingle ? 'foot' : 'feet'
}
