import { hexDigits } from './hex.ts'
import { matchAt, type Reader, type Verbalization } from './reading.ts'

const MAC_ADDRESS = /[\dA-Fa-f]{2}([:-])[\dA-Fa-f]{2}(?:\1[\dA-Fa-f]{2}){4}(?![A-Za-z\d]|[:-][A-Za-z\d])/y

/** Makes the reader of the address of a network device, pair by pair: "00:1A:…" is "zero zero, one A, …". */
export const macAddressReader =
  (digitName: (digit: string) => string): Reader =>
  ({ text }, at) => {
    const match = matchAt(MAC_ADDRESS, text, at)?.[0]
    if (match === undefined || /[A-Za-z\d:-]/.test(text[at - 1] ?? ' ')) return undefined
    const said: Verbalization[] = []
    for (const pair of match.split(/[:-]/)) {
      if (said.length > 0) said.push({ at, words: ',' })
      said.push({ at, words: hexDigits(pair, digitName) })
    }
    return { end: at + match.length, said }
  }
