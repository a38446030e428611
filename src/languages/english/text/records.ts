import { matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'
import { isCodeAnnounced } from './bare-numbers.ts'
import { cardinal } from './number-words.ts'

const RECORD = /(?<!\d[-.,/])(\d{1,3})-(\d{1,3})(?:-(\d{1,2}))?(?![\w%]|[-.,/:]\d| ?=)/y
const ANNOUNCED = /\b(?:record(?: is| was| of|:)?(?: now)?|went|finished|started) $/i
const MAX_ANNOUNCEMENT_LENGTH = 16
const NAMED = /^ record(?![a-z])/

/** Numbers like these are a code if they are single digits. */
const DIGITS = /^\d-\d-\d$/

/**
 * Reads how many games a team has won, lost and drawn: "a record of 10-2-1" is "a record of ten two and one". Other numbers in
 * three groups are no range either: "a 50-30-20 budget" is "fifty thirty twenty".
 */
export const readRecord: Reader = ({ text, locale }, at) => {
  const match = matchAt(RECORD, text, at)
  if (!match) return undefined
  const [whole, ...games] = match
  const end = at + whole.length
  const isRecord =
    ANNOUNCED.test(textBefore(text, at, MAX_ANNOUNCEMENT_LENGTH)) || NAMED.test(text.slice(end, end + 8))
  if (!isRecord && (games[2] === undefined || DIGITS.test(whole) || isCodeAnnounced(text, at)))
    return undefined
  const numbers = games.filter((game) => game !== undefined).map((game) => cardinal(game, locale))
  const last = isRecord ? ['and', numbers.pop()!] : []
  return numberReading(at, whole.length, [...numbers, ...last].join(' '))
}
