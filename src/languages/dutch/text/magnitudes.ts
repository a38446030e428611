import { chunkAfter, LETTERS, matchAt, type Verbalization } from '../../shared/text/reading.ts'
import { fullStopEndsSentence } from './sentence-end.ts'

const MAGNITUDE = new RegExp(`( ?)(mln|mio|mld|mrd|bln|[kKM])(?![${LETTERS}0-9'&])`, 'y')
const MAGNITUDES: Readonly<Record<string, string>> = {
  k: 'duizend',
  K: 'duizend',
  M: 'miljoen',
  mln: 'miljoen',
  mio: 'miljoen',
  mld: 'miljard',
  mrd: 'miljard',
  bln: 'biljoen',
}

/** A magnitude in short ("mln.", "K"). */
export interface Magnitude {
  /** Position after it, with its full stop, unless the sentence ends with that. */
  readonly end: number
  readonly at: number
  readonly words: string
}

/** The magnitude that begins after a number. */
export function magnitudeAt(text: string, at: number): Magnitude | undefined {
  const match = matchAt(MAGNITUDE, text, at)
  if (!match || (match[1] !== '' && match[2]!.length === 1)) return undefined
  const [whole, gap, name] = match
  const end = at + whole.length
  const takesStop =
    name!.length > 1 && text[end] === '.' && !fullStopEndsSentence(`${name}.`, chunkAfter(text, end + 1))
  return { end: takesStop ? end + 1 : end, at: at + gap!.length, words: MAGNITUDES[name!]! }
}

/** What is said for a number at a position with its magnitude; a thousand makes one word with it: "tienduizend". */
export function scaledSaid(value: string, at: number, magnitude: Magnitude): Verbalization[] {
  if (magnitude.words === 'duizend' && !value.includes(' '))
    return [{ at, words: value === 'één' ? 'duizend' : `${value}duizend` }]
  return [
    { at, words: value },
    { at: magnitude.at, words: magnitude.words },
  ]
}
