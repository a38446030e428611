import { digitByDigit } from './number-words.ts'
import { matchAt, type Reader, reading } from './reading.ts'

const NUMBER = /0[xX]([\dA-Fa-f]{1,32})(?![A-Za-z0-9])/y
/** Six of them with digits and letters both, or one letter only: "#facade" and "#123456" are no colours. */
const COLOUR =
  /#((?=[A-Fa-f]{0,5}\d)(?=\d{0,5}[A-Fa-f])[\dA-Fa-f]{6}|([A-Fa-f])\2{2}(?:\2{3})?)(?![A-Za-z0-9])/y

/** Reads hexadecimal numbers and colours: "0x1F" is "zero X one F", "#FF00AA" is "hash F F zero zero A A". */
export const readHex: Reader = ({ text }, at) => {
  const number = matchAt(NUMBER, text, at)
  if (number) return reading(at, number[0].length, `zero X ${spelled(number[1]!)}`)
  const colour = matchAt(COLOUR, text, at)
  return colour ? reading(at, colour[0].length, `hash ${spelled(colour[1]!)}`) : undefined
}

function spelled(digits: string): string {
  return Array.from(digits, (digit) => (/\d/.test(digit) ? digitByDigit(digit) : digit.toUpperCase())).join(
    ' ',
  )
}
