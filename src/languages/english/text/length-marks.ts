import { matchAt, type ReaderInput, textBefore } from '../../shared/text/reading.ts'
import { isMeasured } from './units.ts'

/** Feet or inches, at the end of a word or before the other side of something ("5'x7'") or the letter of a side (`24"W`). */
const MARK = /['"](?:(?![A-Za-z0-9'"])|(?=[xX]\d|[WHDL](?![A-Za-z0-9])))/y
/** The number of a place in a molecule: "3'-UTR", "4,4'-dichlorobenzene". */
const PRIME = /'(?=-(?!(?:tall|wide|long|high|deep|thick)(?![a-z]))[A-Za-z])/y
/** A single quote that is open: the mark that closes it is no sign of feet. */
const OPEN_QUOTE = /(?:^|[\s("[])'[^']{0,200}$|'$/
const MAX_QUOTE_LENGTH = 200

/**
 * The name of the unit whose mark follows a number: "feet" for "5'", "inches" for "6\"".
 *
 * @param at where the number begins
 * @param end where it ends
 * @param isOne whether the name is in the singular, as it is before what is measured, too: "27\" monitor"
 */
export function lengthMarkAt(
  { text, inQuote }: ReaderInput,
  at: number,
  end: number,
  isOne: boolean,
): string | undefined {
  const mark = matchAt(MARK, text, end)?.[0]
  if (mark === undefined) return undefined
  const isQuote = mark === '"' ? inQuote : OPEN_QUOTE.test(textBefore(text, at, MAX_QUOTE_LENGTH))
  if (isQuote) return undefined
  if (matchAt(PRIME, text, end)) return 'prime'
  const isSingle = isOne || isMeasured(text, end + 1)
  if (mark === '"') return isSingle ? 'inch' : 'inches'
  return isSingle ? 'foot' : 'feet'
}
