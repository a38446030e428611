import { spectralDistance } from '../spectrum.ts'
import type { Acoustics } from './acoustics.ts'
import { identifier } from './identification.ts'

/** Measured speech and its speaker. */
export interface Spoken {
  readonly name: string
  readonly acoustics: Acoustics
}

/** How similar speech is to the clip of its target speaker. */
export interface Judgement {
  /** The name of the target speaker. */
  readonly name: string
  readonly clip: Acoustics
  readonly speech: Acoustics
  /** Error of the median pitch. */
  readonly cents: number
  /** Pitch range over the clip's. */
  readonly range: number
  /** Formant scale over the clip's, minus one. */
  readonly warp: number
  /** Syllable rate over the clip's. */
  readonly rate: number
  /** The distance of the long-term spectra in dB, and that of the nearest stock voice. */
  readonly distance: number
  readonly stockDistance: number
  readonly nearestStock: string
  /** The speaker of the nearest clip. */
  readonly heardAs: string
}

/** Makes a function that judges speech against the clip of its target speaker, and against the stock voices. */
export function judge(clips: readonly Spoken[], stock: readonly Spoken[]) {
  const identify = identifier(clips.map(({ acoustics }) => acoustics))
  /** @param highest the upper end of the compared spectra in Hz, if the clip's band is limited */
  return (name: string, speech: Acoustics, highest?: number): Judgement => {
    const clip = clips.find((spoken) => spoken.name === name)!.acoustics
    const [nearest] = stock
      .map((voice) => ({
        name: voice.name,
        distance: spectralDistance(voice.acoustics.spectrum, clip.spectrum, highest),
      }))
      .toSorted((a, b) => a.distance - b.distance)
    return {
      name,
      clip,
      speech,
      cents: 1200 * Math.log2(speech.f0 / clip.f0),
      range: speech.range / clip.range,
      warp: speech.scale / clip.scale - 1,
      rate: speech.rate / clip.rate,
      distance: spectralDistance(speech.spectrum, clip.spectrum, highest),
      stockDistance: nearest!.distance,
      nearestStock: nearest!.name,
      heardAs: clips[identify(speech)]!.name,
    }
  }
}
