import { SAMPLE_RATE } from '../../audio/sample-rate.ts'

/** Samples from one measurement to the next: 11.6 ms. */
export const FRAME = 256
/** Bands of every spectrum: those of the voice model's equaliser, evenly spaced on the mel scale. */
export const BANDS = 64

const mel = (hertz: number) => 2595 * Math.log10(1 + hertz / 700)

/** Centres of the bands in Hz, from 0 to 11025. */
export const BAND_HZ: readonly number[] = Array.from(
  { length: BANDS },
  (_, band) => 700 * (10 ** ((mel(SAMPLE_RATE / 2) * band) / (BANDS - 1) / 2595) - 1),
)

/** The place of a frequency among the bands, with a fraction. */
export function bandOf(hertz: number): number {
  return (mel(hertz) / mel(SAMPLE_RATE / 2)) * (BANDS - 1)
}

/**
 * The number below which a share of some numbers lies, as one of them; undefined when there are none.
 *
 * @param share from 0 up to but not 1
 */
export function percentile(numbers: Float32Array | Float64Array, share: number): number | undefined {
  return numbers.toSorted()[Math.floor(numbers.length * share)]
}
