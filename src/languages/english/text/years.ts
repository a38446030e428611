import { textBefore, wordAfter, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'

/** Words before a year. A number below 1100 is a year only after one of them ("in 1066"). */
const YEAR_CUES = wordList('in since year from until till by circa before after of during')
/** Words with a final "s" that are not plural nouns. */
const NOT_COUNTED =
  wordList(`was is has does as its this us his hers theirs yours ours across towards versus plus thus
  unless always perhaps sometimes besides departs arrives leaves lands boards closes opens starts begins ends costs
  expires`)
const COUNTED = wordList('people men women children of percent')
/** Before the year of a part of it: "Q3 2025 earnings". */
const PART_BEFORE = /\b(?:Q[1-4]|H[12]|FY) $/
/** The era after a year: "1066 AD". */
const ERA_AFTER = /^ (?:AD|BCE?|CE|[AB]\.[DC]\.)(?![A-Za-z])/
/** The year in which a range begins ("2018-2022 models"). */
const YEAR_BEFORE = /(?:1[89]|20)\d\d[-–]$/
/** Words before a year that is an attribute ("the 2008 elections"). */
const ATTRIBUTIVE = wordList('the this that our his her its their early late mid')

/**
 * Whether four digits without a comma are a year ("1999 was") and not a quantity ("1500 people"). Years are read in
 * pairs.
 *
 * @param at where the digits begin in the text
 * @param end where they end
 */
export function isYear(text: string, at: number, end: number): boolean {
  const value = Number(text.slice(at, end))
  if (value < 1010 || value > 2099) return false
  if (YEAR_BEFORE.test(textBefore(text, at, 5))) return true
  if (ERA_AFTER.test(text.slice(end, end + 6))) return true
  if (PART_BEFORE.test(textBefore(text, at, 4))) return true
  const before = wordBefore(text, at).toLowerCase()
  if (isCounting(text, end) && !ATTRIBUTIVE.has(before)) return false
  return value >= 1100 || YEAR_CUES.has(before)
}

/** Whether what follows a number that ends at a position can be counted. */
export function isCounting(text: string, end: number): boolean {
  const after = text[end] === ' ' ? wordAfter(text, end) : ''
  return COUNTED.has(after) || (/^[a-z]{2,}[^s]s$/.test(after) && !NOT_COUNTED.has(after))
}
