import FFT from 'fft.js'
import { mean, percentile } from './statistics.ts'

/** The sample rate for spectra, in Hz. */
export const RATE = 22050
const FRAME = 1024
const HOP = 512
/** Frames this many dB below the loud ones are pauses. */
const PAUSE = 25

const MIN_HZ = 100
/** The upper end of the bands in Hz: about the bandwidth of a recording at 16 kHz. */
export const MAX_HZ = 7600
const BANDS = 24

export interface Band {
  /** Centre in Hz. */
  readonly centre: number
  /** The weight of each bin of a spectrum: a triangle from the centre of the band below to that of the band above. */
  readonly weights: Float64Array
}

/**
 * Bands of equal width on the mel scale (O'Shaughnessy, "Speech communication", 1987).
 *
 * @param size the number of samples in the spectrum
 */
export function melBands(size: number): Band[] {
  return Array.from({ length: BANDS }, (_, index) => {
    const [from, centre, to] = [index, index + 1, index + 2].map((edge) =>
      hertz(mel(MIN_HZ) + (edge / (BANDS + 1)) * (mel(MAX_HZ) - mel(MIN_HZ))),
    ) as [number, number, number]
    const weights = Float64Array.from({ length: size / 2 + 1 }, (_, bin) => {
      const at = (bin * RATE) / size
      return Math.max(0, Math.min((at - from) / (centre - from), (to - at) / (to - centre)))
    })
    return { centre, weights }
  })
}

const bands = melBands(FRAME)

/** The centres of the bands of `longTermSpectrum`, in Hz. */
export const CENTRES: readonly number[] = bands.map(({ centre }) => centre)

/** The long-term average spectrum of speech without its pauses, in dB per band. */
export function longTermSpectrum(samples: Float32Array): number[] {
  const spectra: Float64Array[] = []
  for (let start = 0; start + FRAME <= samples.length; start += HOP)
    spectra.push(powerSpectrum(samples.subarray(start, start + FRAME)))
  const powers = spectra.map((spectrum) => spectrum.reduce((sum, power) => sum + power, 0))
  const least = percentile(powers, 95) / 10 ** (PAUSE / 10)
  const average = new Float64Array(FRAME / 2 + 1)
  spectra.forEach((spectrum, index) => {
    if (powers[index]! < least) return
    for (let bin = 0; bin < average.length; bin++) average[bin]! += spectrum[bin]!
  })
  return bands.map(({ weights }) => {
    const power = weights.reduce((sum, weight, bin) => sum + weight * average[bin]!, 0)
    // For empty bands, a floor far below that of any recording.
    return 10 * Math.log10(Math.max(power / weights.reduce((sum, weight) => sum + weight, 0), 1e-12))
  })
}

/**
 * The distance between two spectra of `longTermSpectrum`: RMS over the bands in dB, at equal levels.
 *
 * @param highest leaves out the bands above this frequency, in Hz
 */
export function spectralDistance(a: readonly number[], b: readonly number[], highest = MAX_HZ): number {
  const differences = a
    .map((level, band) => level - b[band]!)
    .filter((_, band) => bands[band]!.centre <= highest)
  const offset = mean(differences)
  return Math.sqrt(mean(differences.map((difference) => (difference - offset) ** 2)))
}

const fft = new FFT(FRAME)
const window = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME))

/** Power in each bin up to the Nyquist frequency, under a Hann window. */
function powerSpectrum(samples: Float32Array): Float64Array {
  const spectrum = new Float64Array(2 * FRAME)
  fft.realTransform(
    spectrum,
    window.map((weight, i) => weight * samples[i]!),
  )
  return Float64Array.from(
    { length: FRAME / 2 + 1 },
    (_, bin) => spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2,
  )
}

function mel(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700)
}

function hertz(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1)
}
