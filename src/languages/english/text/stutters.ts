import { matchAt, type Reader, reading, wordAfter } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'

/** The first letters of a word, again and again before it: "W-what", "S-s-sorry", "Th-that's". */
const STUTTER = /(?:([a-z])-(\1-){0,4}(?=\1[a-z'])|([b-df-hj-np-tv-z]{2})-(\3-){0,4}(?=\3[a-z']))/iy
/** Words that are stuttered. After one letter others are names: "T-test", "D-dimer". */
const STUTTERED =
  wordList(`what what's when where where's why who who's which was wasn't want wait we we're we'll well were will
  that that's the they this then there thank thanks please but because be so sorry sir stop no not never now nothing yes
  yeah you your you're my me mom maybe it it's is if I'm I'll I've he he's she she's help hello hey hi how don't do did
  didn't can can't could okay look let let's good go get just really right are and all`)

/** Reads the letters of a stutter, which are silent: a voice has no sound for a broken word. */
export const readStutter: Reader = ({ text }, at) => {
  const match = matchAt(STUTTER, text, at)
  if (!match) return undefined
  const [whole, , again, cluster] = match
  const word = wordAfter(text, at + whole.length)
  const isSure =
    again !== undefined || cluster !== undefined || STUTTERED.has(word) || STUTTERED.has(word.toLowerCase())
  return isSure && /^[A-Z]?[a-z']+$/.test(word) ? reading(at, whole.length, '') : undefined
}
