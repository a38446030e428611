import { matchAt, numberReading, type Reader, textBefore, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal } from './number-words.ts'
import { isResultAsked } from './sums.ts'
import { unitAt } from './units.ts'

const PAIR = /(\d{1,2})( ?)-\2(\d{1,2})(?![\d%°]|-(?!\p{Ll}{4})|[.,:]\d| ?=| ?(?:uur|[uh]|graden)(?![a-z]))/uy
/** A formation of a football team ("4-3-3"). */
const FORMATION = /\d(?:-\d){2,3}(?![\d-])/y
/** What a score is announced with before its name and a colon ("De stand is 1-2", "Uitslag: 3-5"). */
const CUE_BEFORE =
  /(?:(?:stand|uitslag|eindigde in|\bset \d)(?: is| was| werd)?:?|\bsets(?: met)?:?(?: \d{1,2}-\d{1,2}(?:,| en)?){0,4}) $/i
/** A score before it that falls, as no range does, and more scores between ("sets 6-4, 3-6 en 1-6"). */
const SCORE_BEFORE = /(?<![\d-])(\d{1,2})-(\d{1,2})(?:(?:,| en)? \d{1,2}-\d{1,2}){0,3}(?:,| en)? $/
/** The score of the end before that of the first half: "1-2 (0-1)". */
const HALF_TIME_BEFORE = /\d-\d{1,2} \($/
/** The names of two teams before it ("PSV - Ajax 2-3", "KV Mechelen-Club Brugge: 1-3"). */
const TEAMS_BEFORE =
  /\p{Lu}[\p{L}.]{1,16}(?: [-–] (?:\p{Lu}[\p{L}.]{0,16}:? ){1,3}|[-–](?:\p{Lu}[\p{L}.]{0,16} ?){1,2}: )$/u
/** What a score is part of: "een 1-2-nederlaag", "een 0 - 1 zege". */
const RESULT_AFTER = /^[- ](?:zege|nederlaag|overwinning|winst|verlies|voorsprong|achterstand|gelijkspel)/
/** What is counted, also by any word that looks like a plural and is no participle ("met 1-3 verloren"). */
const COUNTED =
  /^ (?:(?!ge|ver|be|tegen|tussen|tijdens)\p{Ll}{2,20}(?:en|er?s)|seconden|minuten|dagen|weken|maanden|jaar|jaren|keer|euro|procent|kilo|meter|mensen|personen|stuks|punten)(?!\p{L})/u
const MAX_COUNTED_LENGTH = 24
const END = /^(?:[.,;:!?)](?!\d)|$|\n| \(| en \d| \d{1,2}-\d)/
/** The brackets around a score with spaces in a sentence: "Ajax won (3 - 1)." */
const BRACKET_BEFORE = /\p{L} \($/u
const BRACKET_AFTER = /^\)(?:[.,;:!?]|$| \p{L})/u
/** What follows a score, and who scored after one without a goal of the home team: "0-1 Ueda". */
const SCORE_AFTER = /^ achter(?!\p{L})/u
const AFTER_NIL = /^ (?:\p{Lu}\p{Ll}|was(?!\p{L})|werd(?!\p{L}))/u
const MAX_BEFORE_LENGTH = 56
const CUES =
  wordList(`met na wint won winst verliest verloor gelijk stand eindstand ruststand tussenstand uitslag werd
  wordt maakte maakt 't`)

/** Reads scores and formations. The dash is not read: "won met 3-1" is "won met drie één". */
export const readScore: Reader = ({ text }, at) => {
  const formation = matchAt(FORMATION, text, at)
  if (formation)
    return numberReading(at, formation[0].length, formation[0].split('-').map(cardinal).join(' '))
  const pair = matchAt(PAIR, text, at)
  if (!pair) return undefined
  const [match, home, gap, away] = pair
  if (isResultAsked(text, at)) return undefined
  const end = at + match.length
  const mayBeMinus = gap !== '' && home !== away && !isInBrackets(text, at, end)
  const isNoRange = Number(home) >= Number(away) && !mayBeMinus
  const isScore =
    !isMeasured(text, end) && (CUES.has(wordBefore(text, at).toLowerCase()) || isScored(text, at, end))
  if (!isNoRange && !isScore) return undefined
  const said = [
    { at, words: cardinal(home!) },
    { at: end - away!.length, words: cardinal(away!) },
  ]
  return { end, said, isNumber: true }
}

/** Whether something is counted or measured ("met 15-20 min. vertraging", "na 3-5 dagen"). */
function isMeasured(text: string, end: number): boolean {
  return COUNTED.test(text.slice(end, end + MAX_COUNTED_LENGTH)) || unitAt(text, end, false) !== undefined
}

function isInBrackets(text: string, at: number, end: number): boolean {
  return BRACKET_BEFORE.test(textBefore(text, at, 3)) && BRACKET_AFTER.test(text.slice(end, end + 3))
}

function isScored(text: string, at: number, end: number): boolean {
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  if (CUE_BEFORE.test(before) || HALF_TIME_BEFORE.test(before)) return true
  const after = text.slice(end, end + 14)
  if (RESULT_AFTER.test(after) || SCORE_AFTER.test(after)) return true
  if (text.startsWith('0-', at) && AFTER_NIL.test(after)) return true
  const [, home, away] = SCORE_BEFORE.exec(before) ?? []
  return (Number(home) > Number(away) || TEAMS_BEFORE.test(before)) && END.test(text.slice(end, end + 6))
}
