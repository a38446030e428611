import { toCardinal, toOrdinal } from 'n2words/de-DE'
import { codeWords } from '../../shared/text/digit-groups.ts'

/** Numbers with more digits are read digit by digit. Few listeners know the names of such magnitudes. */
const MAX_NAMED_DIGITS = 18

const DIGITS = ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'] as const

/** The endings of adjectives and ordinals. */
export type Ending = 'e' | 'en' | 'er' | 'es' | 'em'

/** "einundzwanzig", "hundertfünf", "eine million zweitausend". Takes a string of digits. */
export function cardinal(digits: string): string {
  if (digits.length > MAX_NAMED_DIGITS) return code(digits)
  return toCardinal(digits)
    .toLowerCase()
    .replace(/^einhundert/, 'hundert')
    .replace(/^eintausend$/, 'tausend')
    .replace('einstausend', 'eintausend') // 101000
}

/** A number as the first part of a word: "ein" of "einmal", "zehn" of "zehnjährig". */
export function prefix(digits: string): string {
  return cardinal(digits).replace(/eins$/, 'ein')
}

/** "dritte", "dritten", "einundzwanzigster". Takes a string of digits. */
export function ordinal(digits: string, ending: Ending): string {
  if (digits.length > MAX_NAMED_DIGITS) return code(digits)
  if (/^0+$/.test(digits)) return `nullt${ending}`
  const nth = toOrdinal(digits)
    .toLowerCase()
    .replace(/^einhundert/, 'hundert')
    .replace(/^eintausend(?=ste$)/, 'tausend')
    .replace(/^eine ?/, 'ein')
    .replace('onenste', 'onste')
    .replace('ardeste', 'ardste')
    .replace('einstausend', 'eintausend')
  return nth.slice(0, -1) + ending
}

/** "null null sieben" */
export function digitByDigit(digits: string): string {
  return Array.from(digits, (digit) => DIGITS[Number(digit)]).join(' ')
}

/** "vier acht zwei , eins neun null": a code, in groups when it is long. */
export function code(digits: string): string {
  return codeWords(digits, digitByDigit)
}

/** "drei komma eins vier" */
export function decimal(whole: string, fraction: string): string {
  return `${cardinal(whole)} komma ${digitByDigit(fraction)}`
}

/** "eins punkt zwei punkt drei" */
export function versionWords(version: string): string {
  return version
    .split('.')
    .map((part) => (/^0\d/.test(part) || part.length > 2 ? digitByDigit(part) : cardinal(part)))
    .join(' punkt ')
}

/** "neunzehnhundertneunundneunzig", "zweitausendvierundzwanzig", "tausendsechsundsechzig". Takes four digits. */
export function year(digits: string): string {
  if (!/^1[1-9]/.test(digits)) return cardinal(digits).replace(/^eintausend/, 'tausend')
  const rest = digits.slice(2)
  return `${cardinal(digits.slice(0, 2))}hundert${rest === '00' ? '' : cardinal(String(Number(rest)))}`
}
