import { matchAt, numberReading, type Reader } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'

/** A set of tennis, with the points of whoever lost its tie-break: "7-6(5)", "6-7 (3)". */
const SET = /(7[-–]6|6[-–]7) ?\((\d{1,2})\)(?!\w)/y

/** Reads the set of a tennis match that a tie-break decided: "7-6(5)" is "seven to six, five in the tie break". */
export const readTieBreak: Reader = ({ text, locale }, at) => {
  const match = /\d/.test(text[at - 1] ?? ' ') ? null : matchAt(SET, text, at)
  if (!match) return undefined
  const [whole, games, points] = match
  const set = games!.startsWith('7') ? 'seven to six' : 'six to seven'
  return numberReading(at, whole.length, `${set} , ${cardinal(points!, locale)} in the tie break`)
}
