import { matchAt, type Reader, reading } from './reading.ts'

const NUMBER = /0[xX]([\dA-Fa-f]{1,32})(?![A-Za-z0-9])/y
/** Six of them with digits and letters both, or one letter only: "#facade" and "#123456" are no colours. */
const COLOUR =
  /#((?=[A-Fa-f]{0,5}\d)(?=\d{0,5}[A-Fa-f])[\dA-Fa-f]{6}|([A-Fa-f])\2{2}(?:\2{3})?)(?![A-Za-z0-9])/y

/**
 * Gives what reads hexadecimal numbers and colours: "0x1F" is "zero X one F", "#FF00AA" is "hash F F zero zero A A".
 *
 * @param hash what is said for the "#" of a colour
 */
export const hexReader =
  (digitName: (digit: string) => string, hash: string): Reader =>
  ({ text }, at) => {
    const spelled = (digits: string) =>
      Array.from(digits, (digit) => (/\d/.test(digit) ? digitName(digit) : digit.toUpperCase())).join(' ')
    const number = matchAt(NUMBER, text, at)
    if (number) return reading(at, number[0].length, `${digitName('0')} X ${spelled(number[1]!)}`)
    const colour = matchAt(COLOUR, text, at)
    return colour ? reading(at, colour[0].length, `${hash} ${spelled(colour[1]!)}`) : undefined
  }
