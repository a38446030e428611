import { matchAt, type Reader, reading } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { cardinal } from './number-words.ts'

/** A standard of networks and one of its parts: "802.11ac", "802.1X". */
const STANDARD = /802\.(\d{1,2})(a[a-z]?|b[a-z]?|[eginpqrsvwxQX])(?![A-Za-z\d])/y

/** Reads the standards of networks: "802.11ac" is "eight oh two dot eleven A C", where "ac" are no acres. */
export const readWirelessStandard: Reader = ({ text, locale }, at) => {
  const match = matchAt(STANDARD, text, at)
  if (!match) return undefined
  return reading(at, match[0].length, `eight oh two dot ${cardinal(match[1]!, locale)} ${spell(match[2]!)}`)
}
