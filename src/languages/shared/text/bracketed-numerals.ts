import { matchAt, type Reader, reading, textBefore } from './reading.ts'
import { romanValue } from './roman-numerals.ts'

/** The number of an item or a paragraph in small Roman numerals: "(i) call, (ii) write", "4(b)(ii)". */
const NUMERAL = /(?<=(?<!\p{L})\()(?:i{1,3}|iv|vi{0,3}|ix|x)(?=\))/uy
/** The item before those whose numerals are letters, too. */
const BEFORE_LETTER: Readonly<Record<string, string>> = { v: '(iv)', x: '(ix)' }
const MAX_ITEM_LENGTH = 220

/** Makes the reader of Roman numerals in brackets; "v" and "x" are letters unless the item before them stands there. */
export const bracketedNumeralReader =
  (cardinal: (digits: string) => string): Reader =>
  ({ text }, at) => {
    const numeral = matchAt(NUMERAL, text, at)?.[0]
    if (numeral === undefined) return undefined
    const last = BEFORE_LETTER[numeral]
    if (last !== undefined && !textBefore(text, at, MAX_ITEM_LENGTH).includes(last)) return undefined
    return reading(at, numeral.length, cardinal(String(romanValue(numeral.toUpperCase()))))
  }
