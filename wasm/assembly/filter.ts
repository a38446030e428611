import { kaiser, kaiserBeta } from './kaiser'

/** The end of the pass band, as a share of the lower Nyquist frequency, of input or output. The stop band begins at Nyquist. */
const PASS_BAND: f64 = 0.913

/** Stop-band attenuation of the window, in dB. */
const ATTENUATION: f64 = 126

/** The same with presence, which raises the edge of the stop band too. */
const ATTENUATION_WITH_PRESENCE: f64 = 127

/**
 * Presence for a telephone line, as a factor of amplitude: `LOW` (-3 dB) at 0 Hz, `HIGH` (7 dB) at `PRESENCE_HZ`, and a
 * flattened cosine between. From 500 Hz to 3 kHz it rises by 10 dB, what the microphone of a telephone sends by 8 dB (ITU-T
 * P.48).
 */
const LOW: f64 = 0.708
const HIGH: f64 = 2.239
const PRESENCE_HZ: f64 = 3700

/** A polyphase low-pass filter for resampling by up/down, in lowest terms: `up` phases of `2 * reach` taps. */
export class Filter {
  /** Input samples that an output reads on either side of its position; a multiple of 8. */
  readonly reach: i32
  /** One row per phase. Row p has the taps for an output that lies p/up samples after an input sample. */
  readonly taps: StaticArray<f32>

  /** @param inputRate Hz of the input, for a filter with presence; 0 for one that is flat */
  constructor(
    readonly up: i32,
    readonly down: i32,
    inputRate: f64 = 0,
  ) {
    const attenuation = inputRate > 0 ? ATTENUATION_WITH_PRESENCE : ATTENUATION
    const reach = reachFor(up, down, attenuation)
    this.reach = reach
    this.taps = design(up, down, reach, attenuation, inputRate)
  }
}

/**
 * A Kaiser window of attenuation A needs (A - 7.95) / (2.285 * transition width in radians per sample) taps more than one
 * (Oppenheim and Schafer, 7.5.3). The transition band is a share of the lower Nyquist frequency. Rounded up to the
 * kernel's step of 16 taps.
 */
function reachFor(up: i32, down: i32, attenuation: f64): i32 {
  const transition = (1 - PASS_BAND) * Math.PI * Math.min(1, <f64>up / down)
  const taps = (attenuation - 7.95) / (2.285 * transition) + 1
  return 8 * <i32>Math.ceil(taps / 16)
}

/**
 * A Kaiser-windowed sinc (Oppenheim and Schafer, "Discrete-time signal processing", 7.5), computed in f64 and rounded
 * to f32. Presence is a sum of two cosines over frequency, so it adds the same sinc earlier and later.
 */
function design(up: i32, down: i32, reach: i32, attenuation: f64, inputRate: f64): StaticArray<f32> {
  const width = 2 * reach
  const taps = new StaticArray<f32>(up * width)
  const beta = kaiserBeta(attenuation)
  // The middle of the transition band, as a share of the input's Nyquist frequency.
  const cutoff = ((1 + PASS_BAND) / 2) * Math.min(1, <f64>up / down)
  const shift = inputRate / (2 * PRESENCE_HZ)
  for (let phase = 0; phase < up; phase++) {
    for (let tap = 0; tap < width; tap++) {
      const distance = <f64>(reach - 1 - tap) + <f64>phase / up
      let weight = sinc(cutoff * distance)
      if (inputRate > 0) {
        // -cos(x) + cos(3 x) / 9, which is flat at both ends and ±8/9 there
        const rise = shiftedPair(cutoff, distance, 3 * shift) / 9 - shiftedPair(cutoff, distance, shift)
        weight = ((HIGH + LOW) / 2) * weight + (9 / 8) * ((HIGH - LOW) / 2) * rise
      }
      taps[phase * width + tap] = <f32>(cutoff * weight * kaiser(distance / reach, beta))
    }
  }
  return taps
}

/** The mean of a sinc that comes by `shift` samples earlier and one that comes as much later: a cosine of its frequencies. */
function shiftedPair(cutoff: f64, distance: f64, shift: f64): f64 {
  return (sinc(cutoff * (distance - shift)) + sinc(cutoff * (distance + shift))) / 2
}

function sinc(x: f64): f64 {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}
