import { LETTERS, matchAt, numberReading, type Reading, textBefore } from './reading.ts'

/** "1m82", or "1,82 m" in languages with a decimal comma. */
const HEIGHT = new RegExp(
  `(\\d)m(\\d\\d)(?![${LETTERS}\\d])|([1-9]\\d?),(\\d\\d) ?m(?![${LETTERS}\\d^/])`,
  'y',
)
/** The start of a range or the first side of something, whose number has no unit: "1,50–2,00 m", "2,50 x 3,00 m". */
const UNITLESS_BEFORE = /\d ?(?:[-–x×/]|bis|tot|bij|auf|op) ?$/
const MAX_BEFORE_LENGTH = 6

/** How a language says a height. */
export interface HeightWords {
  /** What is said for the metres, before "meter". */
  readonly metres: (digits: string) => string
  readonly cardinal: (digits: string) => string
}

/** Reads metres and centimetres ("1m82", "1,82 m") at a place of a text; undefined if there are none. */
export function readHeight(text: string, at: number, { metres, cardinal }: HeightWords): Reading | undefined {
  const height = matchAt(HEIGHT, text, at)
  if (!height || UNITLESS_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH))) return undefined
  const [whole, metre, centimetre, wholeMetres, decimals] = height
  const centimetres = Number(centimetre ?? decimals)
  const rest = centimetres === 0 ? '' : ` ${cardinal(String(centimetres))}`
  return numberReading(at, whole.length, `${metres((metre ?? wholeMetres)!)} meter${rest}`)
}
