import { matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'
import { cardinal, ordinal } from './number-words.ts'

/** A minute of a match, maybe of its added time: "45+2'", "in the 67'". */
const MINUTE =
  /(?=\d{1,3}(?:\+\d{1,2}'(?!\w)|'))(\d{1,3})(?:\+(\d{1,2}))?'(?=(?<=\+\d{1,2}')|$|[.,;:!?)\n]| \((?:pen|og)\b| \(\d[-–]\d\)| [-–] [A-Z]| (?:and|&|when|after|with|for|but|from|to)(?![a-z]))/y
const NTH_BEFORE = /\b(?:in|on|by) the $/
const MAX_BEFORE_LENGTH = 8
/** Who scored, and what else is said of a match nearby: "2-1 (Rashford 34', Saka 55')". */
const SCORER_BEFORE = /(?:[A-Z][A-Za-z'.-]{1,14} \(?|(?:^|[\n!]) ?)$/
const MAX_SCORER_LENGTH = 18
const MATCH_NEARBY = /\d[-–]\d|\d\+\d{1,2}'|\b(?:[Gg]oals?|scor\w{1,4}|assist|pen|og|booked|subs?|HT|FT)\b/
const MAX_NEARBY_LENGTH = 60
/** How a goal was scored: "Havertz 67' (pen.)". */
const GOAL_AFTER = /' \((?:pen|og)\b/y

/** Reads the minute of a match, whose mark is that of feet: "in the 67'" is "in the sixty seventh minute". */
export const readMatchMinute: Reader = ({ text, locale }, at) => {
  const match = matchAt(MINUTE, text, at)
  if (!match) return undefined
  const [whole, minute, added] = match
  if (added !== undefined)
    return numberReading(
      at,
      whole.length,
      `${cardinal(minute!, locale)} plus ${cardinal(added, locale)} minutes`,
    )
  if (matchAt(GOAL_AFTER, text, at + minute!.length))
    return numberReading(at, whole.length, `${cardinal(minute!, locale)} minutes`)
  const isScorer =
    SCORER_BEFORE.test(textBefore(text, at, MAX_SCORER_LENGTH)) &&
    MATCH_NEARBY.test(text.slice(Math.max(0, at - MAX_NEARBY_LENGTH), at + MAX_NEARBY_LENGTH))
  if (isScorer) return numberReading(at, whole.length, `${cardinal(minute!, locale)} minutes`)
  const isNth = NTH_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH))
  return isNth ? numberReading(at, whole.length, `${ordinal(minute!, locale)} minute`) : undefined
}
