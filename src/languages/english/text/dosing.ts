import { isWordStart, matchAt, type Reader, type ReaderInput, reading } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

/** How often: "q4-6h", "q12h", "q.2h." */
const EVERY = /[qQ](?:\.| )?(\d{1,2})(?:[-–](\d{1,2}))? ?(hrs?|[hdH])(?:\.(?= [a-z]|[,;:)]))?(?![A-Za-z0-9])/y
/** For how long: "TID x7d". */
const DAYS = /x ?(\d{1,2}) ?d(?![A-Za-z0-9])/y

/**
 * Reads how often and how long a medicine is taken, as prescriptions have it: "q4-6h x7d" is "every four to six hours for seven
 * days".
 */
export const readDosing: Reader = ({ text, locale }: ReaderInput, at) => {
  const days = isWordStart(text, at) ? matchAt(DAYS, text, at) : null
  if (days)
    return reading(
      at,
      days[0].length,
      `for ${cardinal(days[1]!, locale)} ${days[1] === '1' ? 'day' : 'days'}`,
    )
  const match = matchAt(EVERY, text, at)
  if (!match) return undefined
  const [whole, from, to, letter] = match
  const unit = letter === 'd' ? 'day' : 'hour'
  if (from === '1' && to === undefined) return reading(at, whole.length, `every ${unit}`)
  const count = cardinal(from!, locale) + (to === undefined ? '' : ` to ${cardinal(to, locale)}`)
  return reading(at, whole.length, `every ${count} ${unit}s`)
}
