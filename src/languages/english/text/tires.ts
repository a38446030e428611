import { matchAt, numberReading, type Reader } from '../../shared/text/reading.ts'
import { cardinal, decimal, inTwoParts } from './number-words.ts'

/** Width, height in percent of it, and the rim: "225/65R17". */
const TIRE = /([1-3]\d[05])\/(\d\d) ?(Z?R) ?(\d\d)(?:\.(5))?(?![A-Za-z\d]|[.,]\d)/y

/** Reads the size of a tire: "225/65R17" is "two twenty five sixty five R seventeen". */
export const readTire: Reader = ({ text, locale }, at) => {
  const match = matchAt(TIRE, text, at)
  if (!match) return undefined
  const [whole, width, height, letters, rim, half] = match
  const words = [
    inTwoParts(width!, locale),
    cardinal(height!, locale),
    ...letters!,
    half === undefined ? cardinal(rim!, locale) : decimal(rim!, half, locale),
  ]
  return numberReading(at, whole.length, words.join(' '))
}
