import {
  markedNumberReading,
  matchAt,
  type Reader,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal } from './number-words.ts'

const TIME = /([01]\d|2[0-3])(:?)([0-5]\d)(?:Z| ?(hours|hrs|[Zz]ulu))(?![A-Za-z0-9])/y
/** Words before a time. Without one "2000 hours" are a quantity. */
const TIME_CUES = wordList('at by from until till before')

/** Reads times of day as soldiers and pilots write them: "0900 hours" is "oh nine hundred hours", "1430Z" "fourteen thirty zulu". */
export const readMilitaryTime: Reader = ({ text, locale }, at) => {
  const match = matchAt(TIME, text, at)
  if (!match) return undefined
  const [whole, hour, colon, minute, name] = match
  const end = at + whole.length
  const isHours = name === 'hours' || name === 'hrs'
  const isTime = colon === ':' || hour!.startsWith('0') || TIME_CUES.has(wordBefore(text, at).toLowerCase())
  if (isHours && (!isTime || wordAfter(text, end) === 'of')) return undefined
  const minutes = minute === '00' ? 'hundred' : twoDigits(minute!, locale)
  const words = `${hour === '00' ? 'zero' : twoDigits(hour!, locale)} ${minutes}`
  return markedNumberReading(at, end, words, isHours ? 'hours' : 'zulu')
}

/** "thirty", "oh five" */
function twoDigits(digits: string, locale: string): string {
  return digits.startsWith('0') ? `oh ${cardinal(digits[1]!, locale)}` : cardinal(digits, locale)
}
