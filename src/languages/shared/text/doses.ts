import { matchAt, numberReading, type Reading } from './reading.ts'

/** Doses in the morning, at noon and in the evening, of which some are halves: "1/2-0-1/2", as "½-0-½" is read. */
const DOSES = /(?:\d|1\/2)(?:-(?:\d|1\/2)){2,3}(?![\d/-])/y

/** Reads doses with halves, with a pause between two of them. Undefined if there are none at this position. */
export function dosesAt(
  text: string,
  at: number,
  half: string,
  cardinal: (digits: string) => string,
): Reading | undefined {
  const doses = matchAt(DOSES, text, at)?.[0]
  if (!doses?.includes('/')) return undefined
  const words = doses.split('-').map((dose) => (dose === '1/2' ? half : cardinal(dose)))
  return numberReading(at, doses.length, words.join(' , '))
}
