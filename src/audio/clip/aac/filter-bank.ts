import { Dct4 } from './dct4.ts'
import { LINES, SHORT_LINES, SHORT_WINDOWS, type WindowSequence, type WindowShape } from './window.ts'

/** Where the first short window begins in the 2048 samples of a frame. */
const SHORT_START = (LINES - SHORT_LINES) / 2

const LONG_DCT = new Dct4(LINES)
const SHORT_DCT = new Dct4(SHORT_LINES)

/** The rising half of each window, by shape: sine or Kaiser-Bessel derived (ISO/IEC 14496-3, 4.6.11.3.2). */
const LONG_SLOPE: Readonly<Record<WindowShape, Float64Array>> = [sine(LINES), kaiserBessel(LINES, 4)]
const SHORT_SLOPE: Readonly<Record<WindowShape, Float64Array>> = [
  sine(SHORT_LINES),
  kaiserBessel(SHORT_LINES, 6),
]

/**
 * Synthesizes one channel's samples from its spectra: inverse modified discrete cosine transform (IMDCT), windowing and
 * overlap-add (ISO/IEC 14496-3, 4.6.11).
 */
export class FilterBank {
  #shape: WindowShape = 0
  /** The second half of the previous frame, which is added to the first half of the next. */
  #overlap = new Float64Array(LINES)
  readonly #frame = new Float64Array(2 * LINES)
  readonly #cosines = new Float64Array(LINES)

  /** @param spectrum 1024 lines: one long window, or eight short windows of 128 */
  synthesize(spectrum: Float64Array, sequence: WindowSequence, shape: WindowShape): Float32Array {
    this.#frame.fill(0)
    if (sequence === 'short') this.#short(spectrum, shape)
    else this.#long(spectrum, sequence, shape)
    this.#shape = shape
    const samples = new Float32Array(LINES)
    for (let i = 0; i < LINES; i++) samples[i] = (this.#overlap[i]! + this.#frame[i]!) / 32768
    this.#overlap.set(this.#frame.subarray(LINES))
    return samples
  }

  #long(spectrum: Float64Array, sequence: WindowSequence, shape: WindowShape): void {
    LONG_DCT.transform(spectrum, this.#cosines)
    const rising = sequence === 'stop' ? SHORT_SLOPE[this.#shape] : LONG_SLOPE[this.#shape]
    const falling = sequence === 'start' ? SHORT_SLOPE[shape] : LONG_SLOPE[shape]
    this.#add(this.#cosines, 0, rising, falling)
  }

  #short(spectrum: Float64Array, shape: WindowShape): void {
    const cosines = this.#cosines.subarray(0, SHORT_LINES)
    for (let window = 0; window < SHORT_WINDOWS; window++) {
      SHORT_DCT.transform(spectrum.subarray(window * SHORT_LINES, (window + 1) * SHORT_LINES), cosines)
      const rising = SHORT_SLOPE[window === 0 ? this.#shape : shape]
      this.#add(cosines, SHORT_START + window * SHORT_LINES, rising, SHORT_SLOPE[shape])
    }
  }

  /**
   * Unfolds a type IV transform to the IMDCT, which has twice as many samples, and applies the window. A slope shorter
   * than half the window is centred in that half, between zeros and ones.
   */
  #add(cosines: Float64Array, start: number, rising: Float64Array, falling: Float64Array): void {
    const half = cosines.length
    // The standard scales the IMDCT by 2/N, where N is the window length.
    const scale = 1 / half
    for (let i = 0; i < half; i++) {
      const left = i < half / 2 ? cosines[half / 2 + i]! : -cosines[(3 * half) / 2 - 1 - i]!
      this.#frame[start + i]! += left * scale * slope(rising, half, i)
      const right = i < half / 2 ? -cosines[half / 2 - 1 - i]! : -cosines[i - half / 2]!
      this.#frame[start + half + i]! += right * scale * slope(falling, half, half - 1 - i)
    }
  }
}

function slope(rising: Float64Array, half: number, i: number): number {
  const at = i - (half - rising.length) / 2
  if (at < 0) return 0
  return at < rising.length ? rising[at]! : 1
}

function sine(half: number): Float64Array {
  return Float64Array.from({ length: half }, (_, i) => Math.sin((Math.PI / (2 * half)) * (i + 0.5)))
}

function kaiserBessel(half: number, alpha: number): Float64Array {
  const kernel = Array.from({ length: half + 1 }, (_, i) =>
    bessel(Math.PI * alpha * Math.sqrt(1 - ((2 * i) / half - 1) ** 2)),
  )
  const total = kernel.reduce((sum, value) => sum + value, 0)
  let sum = 0
  return Float64Array.from({ length: half }, (_, i) => {
    sum += kernel[i]!
    return Math.sqrt(sum / total)
  })
}

/** The modified Bessel function of the first kind and order 0, by its power series. */
function bessel(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-18; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}
