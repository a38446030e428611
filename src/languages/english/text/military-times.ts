import {
  markedNumberReading,
  matchAt,
  numberReading,
  type Reader,
  type Reading,
  rangeSaid,
  textBefore,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { afterHundreds } from './number-words.ts'

const TIME = /([01]\d|2[0-3])(:?)([0-5]\d)(?:Z| ?(hours|hrs|[Zz]ulu))(?![A-Za-z0-9])/y
/** The same alone, after a word that announces it: "at 0730". */
const BARE_TIME = /(0\d)([0-5]\d)(?![A-Za-z0-9%]|[-.,:/]\d)/y
/** Two such times, of which the first begins with a zero: "0800-1700". */
const HOURS = /((0\d)(00|15|30|45))( ?[-–] ?)([01]\d|2[0-3])(00|15|30|45)(?![A-Za-z0-9%]|[-.,:/]\d)/y
const BARE_CUES = wordList('at by until till before')
/** Words before a time. Without one "2000 hours" are a quantity. */
const TIME_CUES = wordList(
  'at by from until till before arrived arrives landed lands departed departs eta etd',
)
const AT_BEFORE = /(?:@ ?|\b(?:[01]\d|2[0-3])[0-5]\d(?:,? (?:and|or|to) |, ))$/

/**
 * Reads times of day as soldiers and pilots write them: "0900 hours" is "oh nine hundred hours", "1430Z" "fourteen thirty
 * zulu", "at 0730" "at oh seven thirty", "0800-1700" "oh eight hundred to seventeen hundred".
 */
export const readMilitaryTime: Reader = ({ text, locale }, at) => {
  const hours = matchAt(HOURS, text, at)
  if (hours && Number(hours[5]) > Number(hours[2])) {
    const [whole, first, from, fromMinute, dash, to, toMinute] = hours
    const words = [timeWords(from!, fromMinute!, locale), 'to', timeWords(to!, toMinute!, locale)] as const
    return { end: at + whole.length, said: rangeSaid(at, [first!, dash!], words), isNumber: true }
  }
  const match = matchAt(TIME, text, at)
  if (!match) return readBareTime(text, at, locale)
  const [whole, hour, colon, minute, name] = match
  const end = at + whole.length
  const isHours = name === 'hours' || name === 'hrs'
  const isAnnounced =
    TIME_CUES.has(wordBefore(text, at).toLowerCase()) || AT_BEFORE.test(textBefore(text, at, 10))
  const isTime = colon === ':' || hour!.startsWith('0') || isAnnounced
  if (isHours && (!isTime || wordAfter(text, end) === 'of')) return undefined
  return markedNumberReading(at, end, timeWords(hour!, minute!, locale), isHours ? 'hours' : 'zulu')
}

function readBareTime(text: string, at: number, locale: string): Reading | undefined {
  const match = matchAt(BARE_TIME, text, at)
  if (!match || !BARE_CUES.has(wordBefore(text, at).toLowerCase())) return undefined
  return numberReading(at, match[0].length, timeWords(match[1]!, match[2]!, locale))
}

function timeWords(hour: string, minute: string, locale: string): string {
  return `${hour === '00' ? 'zero' : afterHundreds(hour, locale)} ${afterHundreds(minute, locale)}`
}
