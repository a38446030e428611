import { matchAt, numberReading, type Reader, textBefore } from '../../shared/text/reading.ts'
import { counted } from './bare-numbers.ts'
import { year } from './number-words.ts'

/** Text before the number of a standard ("DIN EN ", "ISO/IEC "). */
const STANDARD_BEFORE = /(?<!\p{L})(?:DIN|EN|ISO|IEC|VDE|VDI|ÖNORM|SN)[ -]$/u
const MAX_BEFORE_LENGTH = 8
/** Its parts, and the year of its edition. */
const NUMBER = /(\d{3,6})((?:-\d{1,4}){0,3})(?::((?:19|20)\d\d))?(?![A-Za-z\d]|[-.,:]\d)/y

/** Reads the numbers of standards: "DIN EN 1090-2" is "… strich zwei", "ISO 9001:2015" has the year behind it. */
export const readStandard: Reader = ({ text }, at) => {
  const match = matchAt(NUMBER, text, at)
  if (!match || !STANDARD_BEFORE.test(textBefore(text, at, MAX_BEFORE_LENGTH))) return undefined
  const [whole, number, parts, edition] = match
  const words = `${number}${parts}`.split('-').map(counted).join(' strich ')
  return numberReading(at, whole.length, edition === undefined ? words : `${words} ${year(edition)}`)
}
