import { kaiser, kaiserBeta } from './kaiser'

/** Where the pass band ends, as a share of the lower Nyquist frequency, where the stop-band begins. */
const PASS_BAND: f64 = 0.913

/** Stop-band attenuation in dB that the window is shaped for. */
const ATTENUATION: f64 = 126

/** A low-pass filter for resampling by up/down, cut into `up` phases of `2 * reach` taps. */
export class Filter {
  /** Row p: the taps for an output that lies p/up samples after an input. */
  readonly taps: StaticArray<f32>

  constructor(
    readonly up: i32,
    readonly down: i32,
    /** Input samples that an output reads on either side of its instant; a multiple of 8. */
    readonly reach: i32,
  ) {
    this.taps = design(up, down, reach)
  }
}

/** A Kaiser-windowed sinc, computed in f64 and rounded once, to f32. */
function design(up: i32, down: i32, reach: i32): StaticArray<f32> {
  const width = 2 * reach
  const taps = new StaticArray<f32>(up * width)
  const beta = kaiserBeta(ATTENUATION)
  // As a share of the input's Nyquist frequency: the middle of the transition band.
  const cutoff = ((1 + PASS_BAND) / 2) * Math.min(1, <f64>up / down)
  for (let phase = 0; phase < up; phase++) {
    for (let tap = 0; tap < width; tap++) {
      const distance = <f64>(reach - 1 - tap) + <f64>phase / up
      const weight = cutoff * sinc(cutoff * distance) * kaiser(distance / reach, beta)
      taps[phase * width + tap] = <f32>weight
    }
  }
  return taps
}

function sinc(x: f64): f64 {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}
