import type { BitReader } from './bit-reader.ts'
import { SHORT_LINES, SHORT_WINDOWS, type WindowInfo } from './window.ts'

/** A filter of temporal noise shaping (TNS), for some bands of one window. */
interface Filter {
  readonly window: number
  /** Number of bands, counted down from where the previous filter of the window ends. */
  readonly length: number
  readonly isDownward: boolean
  /** Linear prediction coefficients; none if the filter leaves its bands unchanged. */
  readonly prediction: readonly number[]
}

const MAX_ORDER = 20

/** Reads tns_data (ISO/IEC 14496-3, 4.4.2.1). */
export function readNoiseShaping(bits: BitReader, { sequence }: WindowInfo): Filter[] {
  const short = sequence === 'short'
  const filters: Filter[] = []
  for (let window = 0; window < (short ? SHORT_WINDOWS : 1); window++) {
    const count = bits.bits(short ? 1 : 2)
    const resolution = count > 0 ? 3 + bits.bit() : 0
    for (let i = 0; i < count; i++) {
      const length = bits.bits(short ? 4 : 6)
      const order = bits.bits(short ? 3 : 5)
      if (order > MAX_ORDER) throw new Error('a filter of too high an order')
      const isDownward = order > 0 && bits.flag()
      const width = order > 0 ? resolution - bits.bit() : 0
      const reflections = Array.from({ length: order }, () => reflection(bits.bits(width), width, resolution))
      filters.push({ window, length, isDownward, prediction: predictionOf(reflections) })
    }
  }
  return filters
}

/** Undoes the encoder's prediction across the lines of a spectrum (ISO/IEC 14496-3, 4.6.9.3). */
export function shapeNoise(filters: readonly Filter[], spectrum: Float64Array, info: WindowInfo): void {
  let window = -1
  let top = 0
  for (const filter of filters) {
    if (filter.window !== window) top = info.offsets.length - 1
    window = filter.window
    const bottom = Math.max(0, top - filter.length)
    const reach = Math.min(info.tnsBands, info.bands)
    const start = window * SHORT_LINES + info.offsets[Math.min(bottom, reach)]!
    const end = window * SHORT_LINES + info.offsets[Math.min(top, reach)]!
    const lines = spectrum.subarray(start, end)
    if (filter.isDownward) lines.reverse()
    recurse(lines, filter.prediction)
    if (filter.isDownward) lines.reverse()
    top = bottom
  }
}

/** Applies the all-pole synthesis filter of a prediction. */
function recurse(lines: Float64Array, prediction: readonly number[]): void {
  for (let i = 0; i < lines.length; i++) {
    for (let k = 1; k <= Math.min(prediction.length, i); k++) lines[i]! -= prediction[k - 1]! * lines[i - k]!
  }
}

/** Dequantizes a reflection coefficient: `width` bits in two's complement, on an arcsine scale of `resolution` bits. */
function reflection(code: number, width: number, resolution: number): number {
  const value = code >= 2 ** (width - 1) ? code - 2 ** width : code
  const steps = 2 ** (resolution - 1) + (value >= 0 ? -0.5 : 0.5)
  return Math.sin((value * Math.PI) / 2 / steps)
}

/** Converts reflection coefficients to prediction coefficients by the step-up recursion. */
function predictionOf(reflections: readonly number[]): number[] {
  let prediction: number[] = []
  for (const last of reflections) {
    prediction = [...prediction.map((value, i) => value + last * prediction.at(-1 - i)!), last]
  }
  return prediction
}
