import { matchAt, numberReading, type Reader, wordBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal } from './number-words.ts'

const PAIR = /(\d{1,2})-(\d{1,2})(?![\d%°-]|[.,]\d| ?=| ?(?:uur|[uh]|graden)(?![a-z]))/y
/** A formation of a football team ("4-3-3"). */
const FORMATION = /\d(?:-\d){2,3}(?![\d-])/y
const CUES =
  wordList(`met wint won winst verliest verloor gelijk stand eindstand ruststand tussenstand uitslag werd
  wordt maakte maakt 't`)

/** Reads scores and formations. The dash is not read: "won met 3-1" is "won met drie één". */
export const readScore: Reader = ({ text }, at) => {
  const formation = matchAt(FORMATION, text, at)
  if (formation)
    return numberReading(at, formation[0].length, formation[0].split('-').map(cardinal).join(' '))
  const pair = matchAt(PAIR, text, at)
  if (!pair) return undefined
  const [match, home, away] = pair
  const isNoRange = Number(home) >= Number(away)
  if (!isNoRange && !CUES.has(wordBefore(text, at).toLowerCase())) return undefined
  return numberReading(at, match.length, `${cardinal(home!)} ${cardinal(away!)}`)
}
