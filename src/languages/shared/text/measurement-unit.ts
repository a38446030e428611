import { matchAt } from './reading.ts'

/** A unit after a number. */
export interface MeasurementUnit {
  /** Position after it. */
  readonly end: number
  /** Where its symbol begins. */
  readonly at: number
  readonly words: string
}

const DEGREES = / ?° ?(C|F|K)?(?![A-Za-z0-9])/y
const SCALES: Readonly<Record<string, string>> = { C: ' celsius', F: ' fahrenheit', K: ' kelvin' }

/** The degrees that begin after a number: "°", "° C", "°F". `name` is the language's word for one or more of them. */
export function degreesAt(text: string, at: number, name: string): MeasurementUnit | undefined {
  const match = matchAt(DEGREES, text, at)
  if (!match) return undefined
  const words = name + (SCALES[match[1] ?? ''] ?? '')
  return { end: at + match[0].length, at: at + match[0].indexOf('°'), words }
}
