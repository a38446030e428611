import { matchAt, type Reader, type ReaderInput, reading } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

const EVERY = /[qQ] ?(\d{1,2})(?:-(\d{1,2}))? ?(hrs?|[hdH])(?![A-Za-z0-9])/y

/** Reads how often a medicine is taken, as prescriptions have it: "q4-6h" is "every four to six hours". */
export const readDosingInterval: Reader = ({ text, locale }: ReaderInput, at) => {
  const match = matchAt(EVERY, text, at)
  if (!match) return undefined
  const [whole, from, to, unit] = match
  const count = cardinal(from!, locale) + (to === undefined ? '' : ` to ${cardinal(to, locale)}`)
  return reading(at, whole.length, `every ${count} ${unit === 'd' ? 'days' : 'hours'}`)
}
