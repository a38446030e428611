import { spectralDistance } from '../spectrum.ts'
import { mean, standardDeviation } from '../statistics.ts'
import { colourOf, largestDifference } from './colour.ts'
import { distortion } from './distortion.ts'
import type { Speech } from './utterance.ts'

/** Speech and a recording of the same text. */
export interface Pair {
  readonly speech: Speech
  readonly recording: Speech
}

/** The differences between speech and recordings of the same texts. */
export interface Comparison {
  readonly pairs: number
  /** Mel-cepstral distortion in dB; see `distortion`. */
  readonly whole: number
  readonly centred: number
  /** Standard deviation of the logarithm of the length over the recording's: about a share of the length. */
  readonly lengths: number
  /** Of the long-term spectra: RMS over the bands in dB, and the band where they differ most. */
  readonly colour: number
  readonly band: ReturnType<typeof largestDifference>
}

export function compare(pairs: readonly Pair[]): Comparison {
  const distortions = pairs.map(({ speech, recording }) => distortion(speech, recording))
  const colours = [pairs.map(({ speech }) => speech), pairs.map(({ recording }) => recording)].map(colourOf)
  return {
    pairs: pairs.length,
    whole: mean(distortions.map(({ whole }) => whole)),
    centred: mean(distortions.map(({ centred }) => centred)),
    lengths: standardDeviation(
      pairs.map(({ speech, recording }) => Math.log(speech.seconds / recording.seconds)),
    ),
    colour: spectralDistance(colours[0]!, colours[1]!),
    band: largestDifference(colours[0]!, colours[1]!),
  }
}
