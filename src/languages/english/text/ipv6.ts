import { hexDigits } from '../../shared/text/hex.ts'
import { matchAt, type Reader, type Verbalization } from '../../shared/text/reading.ts'
import { cardinal, digitByDigit } from './number-words.ts'

const GROUP = '[\\dA-Fa-f]{1,4}'
/** Eight groups, or fewer with "::" in the place of those that are zero, and how many bits name the network ("/64"). */
const ADDRESS = new RegExp(
  `(?:(?:${GROUP}:){7}${GROUP}|(?:${GROUP}(?::${GROUP}){0,6})?::(?:${GROUP}(?::${GROUP}){0,6})?)(\\/\\d{1,3})?(?![A-Za-z\\d:/])`,
  'y',
)

/** Reads an IPv6 address: "fe80::1" is "F E eight zero double colon one". "a::b" without a digit may be of a program. */
export const readIpv6: Reader = ({ text, locale }, at) => {
  const match = matchAt(ADDRESS, text, at)
  if (!match || !/\d/.test(match[0]) || /[A-Za-z\d:]/.test(text[at - 1] ?? ' ')) return undefined
  const [whole, prefix = ''] = match
  const said: Verbalization[] = []
  for (const part of whole.slice(0, whole.length - prefix.length).split(/(::?)/)) {
    if (part === ':') said.push({ at, words: ',' })
    else if (part === '::') said.push({ at, words: 'double colon' })
    else if (part !== '') said.push({ at, words: hexDigits(part, digitByDigit) })
  }
  if (prefix !== '') said.push({ at, words: `slash ${cardinal(String(Number(prefix.slice(1))), locale)}` })
  return { end: at + whole.length, said }
}
