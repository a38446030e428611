import { join } from 'node:path'
import { praat } from '../praat.ts'
import { readSamples } from '../samples.ts'
import { RATE } from '../spectrum.ts'
import { mean, percentile } from '../statistics.ts'
import { parseTrack, STEP, type Track } from '../track.ts'
import { FRAME_STEP, type Frame, framesOf } from './frames.ts'

/**
 * Frames this many dB below the loud ones are silent. The value is between the weakest sounds and the noise of a room.
 */
const SILENCE = 30
/** The shortest isolated sound that counts as speech at the ends, in frames: 40 ms. Clicks are shorter. */
const MIN_FRAMES = 8

/** From the first sound of speech to the last. */
export interface Speech {
  /** Samples at 22050 Hz, with the silence before and after. */
  readonly samples: Float32Array
  /** From the first sound to the last. */
  readonly frames: readonly Frame[]
  /** When the first of the frames begins in the samples, in seconds. */
  readonly start: number
  /** How long the frames last. */
  readonly seconds: number
  /** Level below which a frame is silent, in dB. */
  readonly silence: number
  /** Mean power of the frames that are not silent, in dB. */
  readonly level: number
}

/** Speech, with what Praat measures of it. */
export interface Utterance extends Speech {
  readonly pitch: Track
  readonly intensity: Track
  /** Harmonics-to-noise ratio in dB; -200 where there is no voice. */
  readonly harmonicity: Track
}

/** Finds the speech in samples at 22050 Hz. Throws when there is none. */
export function speechIn(samples: Float32Array): Speech {
  const frames = framesOf(samples)
  const silence =
    percentile(
      frames.map(({ level }) => level),
      95,
    ) - SILENCE
  const isLong = (index: number) =>
    frames.slice(index, index + MIN_FRAMES).filter(({ level }) => level > silence).length === MIN_FRAMES
  const starts = frames.map((_, index) => index).filter(isLong)
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) throw new Error('There is no speech')
  const spoken = frames.slice(first, last + MIN_FRAMES)
  const powers = spoken.filter(({ level }) => level > silence).map(({ level }) => 10 ** (level / 10))
  return {
    samples,
    frames: spoken,
    start: first * FRAME_STEP,
    seconds: spoken.length * FRAME_STEP,
    silence,
    level: 10 * Math.log10(mean(powers)),
  }
}

/** Measures the speech in a WAV file. */
export async function readUtterance(file: string): Promise<Utterance> {
  const speech = speechIn(await readSamples(file, RATE))
  const printed = await praat(join(import.meta.dir, 'measure.praat'), file, STEP)
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  const track = (name: string) => parseTrack(lines.find(([first]) => first === name)!.slice(1))
  return {
    ...speech,
    pitch: track('pitch'),
    intensity: track('intensity'),
    harmonicity: track('harmonicity'),
  }
}
