import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

/** A cell of a table that says whether something is so: "| ✓ | ✗ |". */
const TICK = /(?:([✓✔✅☑])|[✗✘❌✕])(?= ?\|)/y
const CELL_BEFORE = /\| ?$/
/** Full stars and empty ones. */
const STARS = /(★{1,5})(☆{0,4})(?![★☆])/y
/** The star of a rating, maybe of what is rated: "4.5★", "a 5★ hotel". */
const STAR =
  /[★⭐](?=( (?:hotel|rating|review|resort|restaurant|property|hostel|inn|motel|lodge|apartment|seller|driver|service|feedback|stay|product)s?(?![a-z]))|(?![★⭐☆]))/y
const MIN_STARS = 3

/** Reads ticks and crosses in a table as "yes" and "no", stars as a mark ("★★★★☆" is "four out of five stars"), and "§§". */
export const readMark: Reader = ({ text, locale, afterNumber }, at) => {
  if (text.startsWith('§§', at)) return reading(at, 2, 'sections')
  const star = afterNumber ? matchAt(STAR, text, at) : null
  if (star) return reading(at, star[0].length, star[1] === undefined && !isOne(text, at) ? 'stars' : 'star')
  const tick = matchAt(TICK, text, at)
  if (tick && CELL_BEFORE.test(textBefore(text, at, 2)))
    return reading(at, tick[0].length, tick[1] === undefined ? 'no' : 'yes')
  const stars = matchAt(STARS, text, at)
  if (!stars || stars[0].length < MIN_STARS || text[at - 1] === '★') return undefined
  const [whole, full, empty] = stars
  const best = empty === '' ? '' : ` out of ${cardinal(String(whole.length), locale)}`
  return reading(at, whole.length, `${cardinal(String(full!.length), locale)}${best} stars`)
}

function isOne(text: string, at: number): boolean {
  return /(?<![\d.,])1$/.test(textBefore(text, at, 2))
}
