import { isWordEnd, matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import { isZip } from './bare-numbers.ts'
import { spell } from './capitals.ts'
import { endsSentenceAt, SHORT_STATES } from './sentence-end.ts'

/**
 * The two letters of a state, which between words in capitals look like one of them ("SPRINGFIELD IL 62704"), maybe with one
 * capital ("Napa, Ca 94559").
 */
const STATE = /[A-Z][A-Za-z](?![A-Za-z0-9'])/y
/** Those that are a word: Indiana, Maine, Ohio, Oklahoma, Oregon, Hawaii. */
const WORDS = /^(?:HI|IN|ME|OH|OK|OR)$/
/** The name of a place before its state. */
const CITY_BEFORE = /(?:^|[^A-Za-z])[A-Z][A-Za-z]{2,20}(?:,? |,)$/
/** The same after a word that says that it is one, since "Thanks, OK." is no place. */
const IN_CITY_BEFORE = /\b(?:in|from|to|near|at|of|for) (?:[A-Z][a-z]{1,20} ){0,2}[A-Z][a-z]{2,20}, $/
/** A Canadian postcode after its province: "Toronto, ON M5W 1G6". */
const POSTCODE_AFTER = /^ [A-Z]\d[A-Z] ?\d[A-Z]\d(?![A-Za-z\d])/
const MAX_CITY_LENGTH = 70
const SHORT_STATE = new RegExp(`(${Object.keys(SHORT_STATES).join('|')})\\.`, 'y')
/** Short forms that are words or names, too, and need more than a comma before them: "Thanks, Pa." */
const WORDLIKE = /^(?:Del|Ga|Ill|Ind|La|Mass|Miss|Mo|Pa|Va|Wash)$/
/** The party of a politician before the state: "R-Mo." */
const PARTY_BEFORE = /\b[DIR]-$/

/** Reads a state in the short form of newspapers after a city or a party: "Salem, Ore.", "R-Mo." */
export const readShortState: Reader = ({ text }, at) => {
  const match = matchAt(SHORT_STATE, text, at)
  if (!match) return undefined
  const [whole, name] = match
  const before = textBefore(text, at, MAX_CITY_LENGTH)
  const isAfterCity = WORDLIKE.test(name!)
    ? IN_CITY_BEFORE.test(before)
    : at === 0 || (before.endsWith(', ') && CITY_BEFORE.test(before)) // "in Salem, | Ore."
  if (!isAfterCity && !PARTY_BEFORE.test(before)) return undefined
  const ends = endsSentenceAt(text, at + whole.length, whole)
  return reading(at, whole.length, SHORT_STATES[name!]! + (ends ? ' .' : ''))
}

/** Reads the letters of a state after a city or before a ZIP code, where they are no word: "Portland, OR 97211". */
export const readState: Reader = ({ text }, at) => {
  const state = matchAt(STATE, text, at)?.[0]
  if (state === undefined) return undefined
  const end = at + state.length
  const before = textBefore(text, at, MAX_CITY_LENGTH)
  const isBeforePostcode = POSTCODE_AFTER.test(text.slice(end, end + 9))
  const isBeforeZip = text[end] === ' ' && isZip(text, end + 1) && (at === 0 || CITY_BEFORE.test(before))
  const isAlone = at === 0 && /^(?:IN|OR)(?:[.,)]|$)/.test(text.slice(0, 3)) // "in Portland, | OR."
  const closes =
    WORDS.test(state) && /^(?:$|[.,;:?!)\n])/.test(text.slice(end, end + 1)) && isWordEnd(text, end + 1)
  if (!isBeforeZip && !isBeforePostcode && !isAlone && !(closes && IN_CITY_BEFORE.test(before)))
    return undefined
  return reading(at, state.length, spell(state))
}
