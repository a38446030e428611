import { spectralDistance } from '../spectrum.ts'
import type { Acoustics } from './acoustics.ts'
import { identifier } from './identification.ts'

/** Speech, measured, and who speaks. */
export interface Spoken {
  readonly name: string
  readonly acoustics: Acoustics
}

/** How near speech comes to the clip of the speaker that it should sound like. */
export interface Judgement {
  /** The speaker's. */
  readonly name: string
  readonly clip: Acoustics
  readonly speech: Acoustics
  /** Error of the median pitch. */
  readonly cents: number
  /** Pitch range over the clip's. */
  readonly range: number
  /** Formant scale over the clip's, less one. */
  readonly warp: number
  /** Syllable rate over the clip's. */
  readonly rate: number
  /** Of the long-term spectra, in dB, and that of the stock voice which comes nearest. */
  readonly distance: number
  readonly stockDistance: number
  readonly nearestStock: string
  /** Whose clip it is nearest to. */
  readonly heardAs: string
}

/** Makes the judge of speech that should sound like one of the clips, beside voices that are there for everybody. */
export function judge(clips: readonly Spoken[], stock: readonly Spoken[]) {
  const identify = identifier(clips.map(({ acoustics }) => acoustics))
  /** @param highest of the spectra, in Hz, where not all of them was to be heard */
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
