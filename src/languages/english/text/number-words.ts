import { toCardinal as britishCardinal } from 'n2words/en-GB'
import { toCardinal as americanCardinal } from 'n2words/en-US'
import { codeWords } from '../../shared/text/digit-groups.ts'

/** Numbers with more digits are read digit by digit. Few listeners know the names of such magnitudes. */
const MAX_NAMED_DIGITS = 18

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const

/** The ending of what has something, after a number: "COVID-19's", "the 21st's". */
export const POSSESSIVE = /'s(?![A-Za-z0-9])/y

/** The source of a regular expression for the ending of an ordinal in digits: "1st", "22nd". */
export const ORDINAL_ENDING = '(?:st|nd|rd|th)'

const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** "five hundred twenty", in British English "five hundred and twenty". Takes a string of digits. */
export function cardinal(digits: string, locale: string): string {
  if (digits.length > MAX_NAMED_DIGITS) return code(digits)
  const words = locale === 'en-GB' ? britishCardinal(digits) : americanCardinal(digits)
  return words.replaceAll('-', ' ')
}

/** "twenty first" */
export function ordinal(digits: string, locale: string): string {
  return withLastWord(cardinal(digits, locale), (word) => {
    if (word.endsWith('y')) return `${word.slice(0, -1)}ieth`
    return IRREGULAR_ORDINALS[word] ?? `${word}th`
  })
}

/** "zero zero seven" */
export function digitByDigit(digits: string): string {
  return Array.from(digits, (digit) => DIGITS[Number(digit)]).join(' ')
}

/** "four eight two, one nine zero": a code, in groups when it is long. */
export function code(digits: string): string {
  return codeWords(digits, digitByDigit)
}

/** "three point one four", "point five" when nothing stands before the point. */
export function decimal(whole: string, fraction: string, locale: string): string {
  const point = `point ${digitByDigit(fraction)}`
  return whole === '' ? point : `${cardinal(whole, locale)} ${point}`
}

/** "one point two point three" */
export function versionWords(version: string, locale: string): string {
  return version
    .split('.')
    .map((part) => cardinal(part, locale))
    .join(' point ')
}

/** "nineteen ninety nine", "twenty ten", "two thousand eight". Takes four digits. */
export function year(digits: string, locale: string): string {
  if (digits[1] === '0' && digits[2] === '0') return cardinal(digits, locale)
  return inTwoParts(digits, locale)
}

/** A number whose last two digits are said by themselves: "two eighty", "one oh four", "nineteen hundred". Takes three or four digits. */
export function inTwoParts(digits: string, locale: string): string {
  return `${cardinal(digits.slice(0, -2), locale)} ${afterHundreds(digits.slice(-2), locale)}`
}

/** The last two digits of a number that is said in two parts, as years are: "hundred", "oh five", "twenty five". */
export function afterHundreds(digits: string, locale: string): string {
  if (digits === '00') return 'hundred'
  return digits.startsWith('0') ? `oh ${cardinal(digits[1]!, locale)}` : cardinal(digits, locale)
}

/** "nineteen nineties", "eighties", "two thousands", "one hundreds". Takes two to four digits, the last one zero. */
export function decade(digits: string, locale: string): string {
  return plural(digits.length === 4 ? year(digits, locale) : cardinal(digits, locale))
}

/** The plural of the last word of a number. */
export function plural(number: string): string {
  return withLastWord(number, (word) => {
    if (word.endsWith('y')) return `${word.slice(0, -1)}ies`
    return word === 'six' ? 'sixes' : `${word}s`
  })
}

function withLastWord(words: string, change: (word: string) => string): string {
  const start = words.lastIndexOf(' ') + 1
  return words.slice(0, start) + change(words.slice(start))
}
