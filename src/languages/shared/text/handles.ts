import { type AddressWords, spelledOut } from './addresses.ts'
import { isWordStart, matchAt, type Reader, reading } from './reading.ts'

/** A name in a network with an underscore in it, which no other name has. */
const HANDLE = /@[A-Za-z0-9.]{0,30}_[A-Za-z0-9_.]{0,30}(?<=[A-Za-z0-9_])/y

/** Makes the reader of people's names in networks, which are read like addresses: "@john_doe" is "at john underscore doe". */
export const handleReader =
  (words: AddressWords): Reader =>
  ({ text }, at) => {
    const match = isWordStart(text, at) ? matchAt(HANDLE, text, at) : null
    return match ? reading(at, match[0].length, spelledOut(match[0], words)) : undefined
  }
