import { matchAt, type Reader, reading } from './reading.ts'

const NUMBER = /0[xX]([\dA-Fa-f]{1,64})(?![A-Za-z0-9])/y

/** Makes the reader of hexadecimal numbers: "0x1F" is "zero X one F". */
export const hexReader =
  (digitName: (digit: string) => string): Reader =>
  ({ text }, at) => {
    const number = matchAt(NUMBER, text, at)
    if (!number) return undefined
    return reading(at, number[0].length, `${digitName('0')} X ${hexDigits(number[1]!, digitName)}`)
  }

/** The names of hexadecimal digits: "F F zero zero". */
export function hexDigits(digits: string, digitName: (digit: string) => string): string {
  return Array.from(digits, (digit) => (/\d/.test(digit) ? digitName(digit) : digit.toUpperCase())).join(' ')
}
