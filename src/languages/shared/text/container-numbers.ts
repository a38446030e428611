import { codeWords } from './digit-groups.ts'
import { matchAt, type Reader, type Verbalization } from './reading.ts'

/** The number of a shipping container (ISO 6346): "MSCU1234567", "MSKU 907032-3". */
const CONTAINER = /([A-Z]{3}[UJZ])( ?)(\d{6})[- ]?(\d)(?![A-Za-z\d-])/y

/** Makes the reader of such a number: its letters by name, and its digits one by one. */
export const containerNumberReader =
  (spell: (letters: string) => string, digitName: (digit: string) => string): Reader =>
  ({ text }, at) => {
    const match = matchAt(CONTAINER, text, at)
    if (!match) return undefined
    const [whole, owner, gap, serial, check] = match
    const said: Verbalization[] = [
      { at, words: spell(owner!) },
      { at: at + owner!.length + gap!.length, words: codeWords(serial! + check!, digitName) },
    ]
    return { end: at + whole.length, said, isNumber: true }
  }
