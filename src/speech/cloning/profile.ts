/** How a person sounds, measured on a recording, whatever model is to speak like that. */
export interface Profile {
  /** Median pitch in Hz. */
  readonly f0: number
  /** Pitch range in semitones: from the tenth to the ninetieth percentile. */
  readonly range: number
  /** Formant frequencies relative to the reference speaker's: above 1 for a shorter vocal tract. */
  readonly formants: number
  /**
   * Long-term average spectrum of the speech without the background: log amplitude of each band of the voice model's
   * equaliser, on average 0 from 200 to 4000 Hz.
   */
  readonly spectrum: readonly number[]
  /** The band that the recording holds: 8 kHz telephone speech has none above 4 kHz, and little below 300 Hz. */
  readonly band: { readonly from: number; readonly to: number }
  /** Share of noise in voiced sounds between 1 and 3.4 kHz: larger for a breathier voice. */
  readonly breath: number
  /** Syllables a second, pauses left out. */
  readonly rate: number
}
