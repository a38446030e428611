import {
  isWordStart,
  matchAt,
  numberReading,
  type Reader,
  type ReaderInput,
  reading,
} from '../../shared/text/reading.ts'
import { cardinal, decimal } from './number-words.ts'

/** How often: "q4-6h", "q12h", "q.2h." */
const EVERY = /[qQ](?:\.| )?(\d{1,2})(?:[-–](\d{1,2}))? ?(hrs?|[hdH])(?:\.(?= [a-z]|[,;:)]))?(?![A-Za-z0-9])/y
/** When each day: "qhs", "q.a.m." */
const DAILY = /[qQ]\.?(hs|HS|[aApP]\.?[mM])(?:\.(?= [a-z]|[,;:)]))?(?![A-Za-z0-9])/y
const TIMES_OF_DAY: Readonly<Record<string, string>> = { h: 'night at bedtime', a: 'morning', p: 'evening' }
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
  const daily = isWordStart(text, at) ? matchAt(DAILY, text, at) : null
  if (daily) return reading(at, daily[0].length, `every ${TIMES_OF_DAY[daily[1]![0]!.toLowerCase()]}`)
  const match = matchAt(EVERY, text, at)
  if (!match) return undefined
  const [whole, from, to, letter] = match
  const unit = letter === 'd' ? 'day' : 'hour'
  if (from === '1' && to === undefined) return reading(at, whole.length, `every ${unit}`)
  const count = cardinal(from!, locale) + (to === undefined ? '' : ` to ${cardinal(to, locale)}`)
  return reading(at, whole.length, `every ${count} ${unit}s`)
}

/** A strength and the next one of a medicine with several drugs: "20-12.5 mg", "5-160-12.5 mg". */
const STRENGTHS =
  /(?<![\d.,/])(\d{1,4})(?:\.(\d{1,2}))?-(?=(\d{1,4}(?:\.\d{1,2})?)(-\d{1,4}(?:\.\d{1,2})?)? ?m?c?g(?![A-Za-z]))/iy
/** So many times greater is a strength that no range reaches: "5-325 mg". */
const MAX_RANGE_RATIO = 30

/**
 * Reads the strengths of a medicine with several drugs, which is no range where the first is greater or far less: "20-12.5 mg" is
 * "twenty, twelve point five milligrams".
 */
export const readStrengths: Reader = ({ text, locale }, at) => {
  const strengths = matchAt(STRENGTHS, text, at)
  if (!strengths) return undefined
  const [written, whole, fraction, next, third] = strengths
  const strength = Number.parseFloat(written)
  const isRange = strength < Number(next) && Number(next) < strength * MAX_RANGE_RATIO
  if ((isRange && third === undefined) || strength === Number(next)) return undefined
  const words = fraction === undefined ? cardinal(whole!, locale) : decimal(whole!, fraction, locale)
  return numberReading(at, written.length, `${words} ,`)
}
