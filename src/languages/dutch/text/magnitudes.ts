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

/** An abbreviated magnitude ("mln.", "K"). */
export interface Magnitude {
  /** Position after the magnitude. Its full stop is included unless it ends the sentence. */
  readonly end: number
  readonly at: number
  readonly words: string
}

/** The magnitude after a number. */
export function magnitudeAt(text: string, at: number): Magnitude | undefined {
  const match = matchAt(MAGNITUDE, text, at)
  if (!match || (match[1] !== '' && match[2]!.length === 1)) return undefined
  const [whole, gap, name] = match
  const end = at + whole.length
  const takesStop =
    name!.length > 1 && text[end] === '.' && !fullStopEndsSentence(`${name}.`, chunkAfter(text, end + 1))
  return { end: takesStop ? end + 1 : end, at: at + gap!.length, words: MAGNITUDES[name!]! }
}

/** The words for a number and its magnitude. "duizend" forms one word with the number: "tienduizend". */
export function scaledSaid(value: string, at: number, magnitude: Magnitude): Verbalization[] {
  if (magnitude.words === 'duizend' && !value.includes(' '))
    return [{ at, words: value === 'één' ? 'duizend' : `${value}duizend` }]
  return [
    { at, words: value },
    { at: magnitude.at, words: magnitude.words },
  ]
}
