import type { DashWords } from './dashes.ts'
import type { MeasurementUnit } from './measurement-unit.ts'
import { matchAt, type Reader, type Verbalization } from './reading.ts'
import type { SymbolWords } from './symbols.ts'

/** How a language says the parts of a number with a power of ten. */
export interface ScientificNumbers {
  /** The marks that may stand before decimals. */
  readonly points: string
  readonly cardinal: (digits: string, locale: string) => string
  readonly decimal: (whole: string, fraction: string, locale: string) => string
  /** The unit after more than one. */
  readonly unitAt: (text: string, at: number) => MeasurementUnit | undefined
}

/**
 * Makes the reader of a number and its power of ten: "1e-7" is "one times ten to the power of minus seven". A sign or
 * decimals tell it from a name ("Model 1E7").
 */
export function scientificReader(
  { times, power }: SymbolWords,
  { minus }: DashWords,
  { points, cardinal, decimal, unitAt }: ScientificNumbers,
): Reader {
  const pattern = new RegExp(
    `(?<!\\w[-.]?)(\\d{1,3})(?:[${points}](\\d{1,12}))?[eE]([-+]?)(\\d{1,3})(?!\\w|[-.:/]\\w)`,
    'y',
  )
  return ({ text, locale }, at) => {
    const [match, whole, fraction, sign, exponent] = matchAt(pattern, text, at) ?? []
    if (match === undefined || (fraction === undefined && sign === '')) return undefined
    const number = fraction === undefined ? cardinal(whole!, locale) : decimal(whole!, fraction, locale)
    const signed = `${sign === '-' ? `${minus} ` : ''}${cardinal(String(Number(exponent)), locale)}`
    const words = `${number} ${times} ${cardinal('10', locale)} ${power} ${signed}`
    const said: Verbalization[] = [{ at, words }]
    const unit = unitAt(text, at + match.length)
    if (unit) said.push({ at: unit.at, words: unit.words })
    return { end: unit?.end ?? at + match.length, said, isNumber: true }
  }
}
