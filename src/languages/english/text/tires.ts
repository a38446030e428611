import { matchAt, numberReading, type Reader } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

/** Width, height in percent of it, and the rim: "225/65R17". */
const TIRE = /([1-3])(\d)([05])\/(\d\d) ?(Z?R) ?(\d\d)(?![A-Za-z\d]|[.,]\d)/y

/** Reads the size of a tire: "225/65R17" is "two twenty five sixty five R seventeen". */
export const readTire: Reader = ({ text, locale }, at) => {
  const match = matchAt(TIRE, text, at)
  if (!match) return undefined
  const [whole, hundreds, tens, ones, height, letters, rim] = match
  const rest =
    tens === '0'
      ? ones === '0'
        ? 'hundred'
        : `oh ${cardinal(ones!, locale)}`
      : cardinal(tens! + ones!, locale)
  const numbers = [height!, rim!].map((number) => cardinal(number, locale))
  return numberReading(
    at,
    whole.length,
    `${cardinal(hundreds!, locale)} ${rest} ${numbers[0]} ${Array.from(letters!).join(' ')} ${numbers[1]}`,
  )
}
