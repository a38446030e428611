import { noiseShare } from '../../../src/speech/cloning/breathiness.ts'
import { FRAME } from '../../../src/speech/cloning/frames.ts'
import { RATE } from '../spectrum.ts'
import { mean, percentile } from '../statistics.ts'
import { STEP, times, valueAt } from '../track.ts'
import { FRAME_STEP } from './frames.ts'
import type { Utterance } from './utterance.ts'

/** Vowels are at most this many dB below the speech level. */
const VOWELS = 12

export interface Noise {
  /** Level of the quietest tenth of the frames between the first sound and the last, against the speech, in dB. */
  readonly floor: number
  /** Harmonics-to-noise ratio of voiced sound in dB. */
  readonly harmonicity: number
  /** Share of noise in vowels from 1 to 3.4 kHz, in percent. */
  readonly breath: number
}

/** Measures the noise besides the voice. */
export function noiseOf(utterances: readonly Utterance[]): Noise {
  return {
    floor: mean(utterances.map(floorOf)),
    harmonicity: mean(utterances.map(harmonicityOf)),
    breath: 100 * mean(utterances.map(breathOf)),
  }
}

function floorOf({ frames, level }: Utterance): number {
  const levels = frames.map((frame) => frame.level)
  const limit = percentile(levels, 10)
  return mean(levels.filter((each) => each <= limit)) - level
}

function harmonicityOf({ pitch, harmonicity: { start, values } }: Utterance): number {
  const voiced = times(pitch)
    .map((time) => values[Math.round((time - start) / STEP)] ?? -200)
    .filter((ratio) => ratio > -200)
  return mean(voiced)
}

function breathOf({ samples, pitch, frames, start, level }: Utterance): number {
  const f0 = Float32Array.from({ length: Math.floor(samples.length / FRAME) }, (_, index) => {
    const time = ((index + 0.5) * FRAME) / RATE
    const frame = frames[Math.floor((time - start) / FRAME_STEP)]
    return frame !== undefined && frame.level > level - VOWELS ? (valueAt(pitch, time) ?? 0) : 0
  })
  return noiseShare(samples, f0)
}
