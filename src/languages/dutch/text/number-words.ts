import { toCardinal } from 'n2words/nl-NL'
import { codeWords } from '../../shared/text/digit-groups.ts'

/** Numbers with more digits are read digit by digit. Few listeners know the names of such magnitudes. */
const MAX_NAMED_DIGITS = 18

const DIGITS = ['nul', 'één', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen'] as const

/** The source of a regular expression for the ending of an ordinal in digits: "1e", "2de", "20ste". */
export const ORDINAL_ENDING = '(?:ste|de|e)'

/**
 * "eenentwintig", "honderddrie", "negentienhonderdnegenennegentig", "tweeduizend vierentwintig": one word up to a
 * thousand, and in hundreds from 1100 to 1999, quantities and years alike. Takes a string of digits.
 */
export function cardinal(digits: string): string {
  if (digits.length > MAX_NAMED_DIGITS) return code(digits)
  const value = Number(digits)
  if (value < 1100 || value > 1999) return toCardinal(digits, { noHundredPairing: true })
  return toCardinal(digits).replace(' één', 'een').replace(' ', '')
}

/** "derde", "twintigste", "honderdeerste" */
export function ordinal(digits: string): string {
  const words = cardinal(digits)
  if (/(?:één|een)$/.test(words)) return `${words.slice(0, -3)}eerste`
  if (words.endsWith('drie')) return `${words.slice(0, -4)}derde`
  return words + (/(?:acht|tig|honderd|duizend|joen|jard)$/.test(words) ? 'ste' : 'de')
}

/** "nul nul zeven" */
export function digitByDigit(digits: string): string {
  return Array.from(digits, (digit) => DIGITS[Number(digit)]).join(' ')
}

/** "vier acht twee, één negen nul": a code, in groups when it is long. */
export function code(digits: string): string {
  return codeWords(digits, digitByDigit)
}

/** "drie komma veertien", "nul komma nul vijf": two decimals are read as a number, more as digits. */
export function decimal(whole: string, fraction: string, mark: 'komma' | 'punt' = 'komma'): string {
  const decimals = /^[1-9]\d$/.test(fraction) ? cardinal(fraction) : digitByDigit(fraction)
  return `${cardinal(whole)} ${mark} ${decimals}`
}

/** "één punt twee punt drie" */
export function versionWords(version: string): string {
  return version.split('.').map(cardinal).join(' punt ')
}
