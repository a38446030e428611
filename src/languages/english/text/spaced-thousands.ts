import { matchAt, type Reader, type Verbalization } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'
import { unitAt } from './units.ts'

/**
 * Groups of three digits with spaces between, which are clearly one number if the last is 000; also the first of two with a
 * hyphen.
 */
const SPACED = /(?<!\d )[1-9]\d{0,2}(?: \d{3}){0,2} 000(?!\d| \d|[.,:/]\d|-\d(?!\d{0,2} 000))/y

/** Reads "10 000" and "1 000 000 users": the last word ("thousand") belongs to the last group. */
export const readSpacedThousands: Reader = ({ text, locale }, at) => {
  const match = matchAt(SPACED, text, at)
  if (!match) return undefined
  const end = at + match[0].length
  const words = cardinal(match[0].replaceAll(' ', ''), locale)
  const last = words.lastIndexOf(' ')
  const said: Verbalization[] = [
    { at, words: words.slice(0, last) },
    { at: end - 1, words: words.slice(last + 1) },
  ]
  const unit = unitAt(text, end, false)
  if (unit) said.push({ at: unit.at, words: unit.words })
  return { end: unit?.end ?? end, said, isNumber: true }
}
