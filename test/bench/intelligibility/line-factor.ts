import { seeded } from '../../support/random.ts'
import { rateOf, type TextErrors } from '../error-rate.ts'
import { percentile } from '../statistics.ts'

/** The errors of a speaker in some texts, at full band and on a telephone line. */
export interface LineErrors {
  readonly fullBand: readonly TextErrors[]
  readonly line: readonly TextErrors[]
}

/** How often the texts are drawn again. */
const DRAWS = 10_000

/** By how many times a telephone line multiplies the errors of a speaker. */
export function lineFactor({ fullBand, line }: LineErrors): number {
  return rateOf(line) / rateOf(fullBand)
}

/**
 * How many times the line factor of one speaker is that of another one, and the 95 % interval of that: texts are drawn with
 * replacement (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993), the same of both speakers.
 */
export function compareLineFactors(
  one: LineErrors,
  other: LineErrors,
): { ratio: number; from: number; to: number } {
  const random = seeded(1)
  const texts = one.fullBand.length
  const ratios = Array.from({ length: DRAWS }, () => {
    const drawn = Array.from({ length: texts }, () => Math.floor(random() * texts))
    const of = ({ fullBand, line }: LineErrors) => ({
      fullBand: drawn.map((text) => fullBand[text]!),
      line: drawn.map((text) => line[text]!),
    })
    return lineFactor(of(one)) / lineFactor(of(other))
  })
  return {
    ratio: lineFactor(one) / lineFactor(other),
    from: percentile(ratios, 2.5),
    to: percentile(ratios, 97.5),
  }
}
