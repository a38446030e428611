import { CENTRES, longTermSpectrum } from '../spectrum.ts'
import { mean } from '../statistics.ts'
import type { Speech } from './utterance.ts'

/** The long-term average spectrum of utterances at equal levels, in dB per band. */
export function colourOf(utterances: readonly Speech[]): number[] {
  const samples = new Float32Array(utterances.reduce((sum, each) => sum + each.samples.length, 0))
  let at = 0
  for (const utterance of utterances) {
    const factor = 10 ** (-utterance.level / 20)
    for (const sample of utterance.samples) samples[at++] = factor * sample
  }
  return longTermSpectrum(samples)
}

/** Slope of a spectrum in dB an octave (least squares over the bands, which are of one width on the mel scale). */
export function tilt(spectrum: readonly number[], lowest: number): number {
  const points = CENTRES.map((hertz, band) => ({ octave: Math.log2(hertz), level: spectrum[band]! })).filter(
    (_, band) => CENTRES[band]! >= lowest,
  )
  const octave = mean(points.map((point) => point.octave))
  const level = mean(points.map((point) => point.level))
  const product = points.reduce((sum, point) => sum + (point.octave - octave) * (point.level - level), 0)
  return product / points.reduce((sum, point) => sum + (point.octave - octave) ** 2, 0)
}

/** The band in which two spectra differ most, at equal levels. */
export function largestDifference(
  spectrum: readonly number[],
  other: readonly number[],
): { readonly hertz: number; readonly decibels: number } {
  const differences = spectrum.map((level, band) => level - other[band]!)
  const offset = mean(differences)
  return differences
    .map((difference, band) => ({ hertz: CENTRES[band]!, decibels: difference - offset }))
    .reduce((most, each) => (Math.abs(each.decibels) > Math.abs(most.decibels) ? each : most))
}
