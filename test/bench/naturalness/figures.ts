import { colourOf, tilt } from './colour.ts'
import { melodyOf } from './melody.ts'
import { noiseOf } from './noise.ts'
import { onsetsOf } from './onsets.ts'
import { rhythmOf } from './rhythm.ts'
import type { Utterance } from './utterance.ts'

/** The measurements of utterances of one voice. */
export interface Figures {
  readonly melody: ReturnType<typeof melodyOf>
  /** Phones a second, from the first sound to the last. */
  readonly rate: number
  readonly rhythm: ReturnType<typeof rhythmOf>
  readonly noise: ReturnType<typeof noiseOf>
  readonly onsets: ReturnType<typeof onsetsOf>
  /** See `colourOf`. */
  readonly colour: readonly number[]
  /** Of `colour` in dB an octave, from 100 Hz and from 1 kHz up. */
  readonly tilt: number
  readonly highTilt: number
}

/** @param phones the total number of phones */
export function figuresOf(utterances: readonly Utterance[], phones: number): Figures {
  const colour = colourOf(utterances)
  return {
    melody: melodyOf(utterances),
    rate: phones / secondsOf(utterances),
    rhythm: rhythmOf(utterances),
    noise: noiseOf(utterances),
    onsets: onsetsOf(utterances),
    colour,
    tilt: tilt(colour, 0),
    highTilt: tilt(colour, 1000),
  }
}

/** The total duration of speech, without the silence before and after each utterance. */
export function secondsOf(utterances: readonly { readonly seconds: number }[]): number {
  return utterances.reduce((sum, { seconds }) => sum + seconds, 0)
}
