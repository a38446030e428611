import { matchAt, type Reader } from '../../shared/text/reading.ts'
import { spell } from './capitals.ts'
import { cardinal } from './number-words.ts'

const OFFSET = /(GMT|UTC) ?([-–+])(\d{1,2})(?::?([0-5]\d))?(?![\d:]|\.\d)/y

/** Reads time zones that are named by their distance from Greenwich: "UTC-8" is "U T C minus eight". */
export const readZoneOffset: Reader = ({ text, locale }, at) => {
  const match = matchAt(OFFSET, text, at)
  if (!match) return undefined
  const [whole, zone, sign, hours, minutes = '00'] = match
  const count = cardinal(String(Number(hours)), locale)
  const rest = minutes === '00' ? '' : ` ${cardinal(String(Number(minutes)), locale)}`
  const said = [
    { at, words: spell(zone!) },
    { at: at + whole.indexOf(sign!), words: `${sign === '+' ? 'plus' : 'minus'} ${count}${rest}` },
  ]
  return { end: at + whole.length, said }
}
