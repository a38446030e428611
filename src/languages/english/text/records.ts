import { matchAt, numberReading, type Reader } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

const RECORD = /(?<!\d[-.,/])(\d{1,3})-(\d{1,3})(?:-(\d{1,3}))?(?![\w%]|[-.,/:]\d)/y
const ANNOUNCED = /\b(?:record(?: is| was| of|:)?(?: now)?|went|finished|started) $/i
const MAX_ANNOUNCEMENT_LENGTH = 16
const NAMED = /^ record(?![a-z])/

/** Reads how many games a team has won, lost and drawn: "a record of 10-2-1" is "a record of ten two and one". */
export const readRecord: Reader = ({ text, locale }, at) => {
  const match = matchAt(RECORD, text, at)
  if (!match) return undefined
  const [whole, ...games] = match
  const end = at + whole.length
  const isRecord =
    ANNOUNCED.test(text.slice(Math.max(0, at - MAX_ANNOUNCEMENT_LENGTH), at)) ||
    NAMED.test(text.slice(end, end + 8))
  if (!isRecord) return undefined
  const numbers = games.filter((game) => game !== undefined).map((game) => cardinal(game, locale))
  return numberReading(at, whole.length, `${numbers.slice(0, -1).join(' ')} and ${numbers.at(-1)}`)
}
