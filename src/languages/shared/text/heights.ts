import { LETTERS, matchAt, numberReading, type Reading } from './reading.ts'

const HEIGHT = new RegExp(`(\\d)m(\\d\\d)(?![${LETTERS}\\d])`, 'y')

/** How a language says a height. */
export interface HeightWords {
  /** What is said for the metres, of one digit, before "meter". */
  readonly metres: (digit: string) => string
  readonly cardinal: (digits: string) => string
}

/** Reads a height ("1m82") at a place of a text; undefined if there is none. */
export function readHeight(text: string, at: number, { metres, cardinal }: HeightWords): Reading | undefined {
  const height = matchAt(HEIGHT, text, at)
  if (!height) return undefined
  const [whole, metre, centimetres] = height
  return numberReading(at, whole.length, `${metres(metre!)} meter ${cardinal(String(Number(centimetres)))}`)
}
