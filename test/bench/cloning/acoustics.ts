import { join } from 'node:path'
import { praat } from '../praat.ts'
import { readSamples } from '../samples.ts'
import { longTermSpectrum, RATE } from '../spectrum.ts'
import { syllableRate } from '../syllables.ts'
import { parseTrack, STEP, type Track, times, valueAt } from '../track.ts'
import { CEILINGS, type Formants, formantScale } from './formants.ts'

/** Acoustic measures of a recording, by other programs than Purr's own. */
export interface Acoustics {
  /** Median pitch in Hz. */
  readonly f0: number
  /** From the tenth to the ninetieth percentile of the pitch, in semitones. */
  readonly range: number
  /** See `formantScale`. */
  readonly scale: number
  /** See `longTermSpectrum`. */
  readonly spectrum: readonly number[]
  /** Syllables a second, without the pauses. */
  readonly rate: number
}

/** Measures the speech in a WAV file. */
export async function measure(file: string): Promise<Acoustics> {
  const { pitch, intensity, formants } = read(
    await praat(join(import.meta.dir, 'measure.praat'), file, STEP, CEILINGS.join(' ')),
  )
  const hertz = times(pitch)
    .map((time) => valueAt(pitch, time)!)
    .toSorted((a, b) => a - b)
  const at = (share: number) => hertz[Math.round(share * (hertz.length - 1))]!
  return {
    f0: at(0.5),
    range: 12 * Math.log2(at(0.9) / at(0.1)),
    scale: formantScale(pitch, formants),
    spectrum: longTermSpectrum(await readSamples(file, RATE)),
    rate: syllableRate(pitch, intensity),
  }
}

interface Tracks {
  readonly pitch: Track
  readonly intensity: Track
  readonly formants: readonly Formants[]
}

function read(printed: string): Tracks {
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  const of = (name: string) => lines.filter(([first]) => first === name).map(([, ...rest]) => rest)
  const formants = of('formant')
  return {
    pitch: parseTrack(of('pitch')[0]!),
    intensity: parseTrack(of('intensity')[0]!),
    formants: CEILINGS.map((ceiling) => ({
      ceiling,
      tracks: formants.filter(([of]) => Number(of) === ceiling).map(([, , ...rest]) => parseTrack(rest)),
    })),
  }
}
