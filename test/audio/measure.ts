/** The rate of all speech inside Purr, in Hz. */
export const INPUT_RATE = 22050

/** Samples at either end of a measured signal that the resampler's start and end disturb: 50 ms. */
const EDGE = 0.05

export interface ToneFit {
  /** Gain in dB against the tone that went in. */
  readonly gain: number
  /** Seconds that the tone came out late. */
  readonly delay: number
  /** Power of the tone over the power of everything else, in dB. */
  readonly snr: number
}

/** A sine, rounded to f32 (which alone leaves it a signal-to-noise ratio of about 150 dB). */
export function tone(hertz: number, seconds: number, amplitude = 0.9, rate = INPUT_RATE): Float32Array {
  const step = (2 * Math.PI * hertz) / rate
  return Float32Array.from({ length: seconds * rate }, (_, i) => amplitude * Math.sin(step * i))
}

/** Fits `a sin + b cos` of the frequency to the samples by least squares; what the fit leaves over is the noise. */
export function fitTone(samples: Float32Array, rate: number, hertz: number, amplitude = 0.9): ToneFit {
  const step = (2 * Math.PI * hertz) / rate
  const [from, to] = interior(samples, rate)
  let [ss, sc, cc, sy, cy] = [0, 0, 0, 0, 0]
  for (let i = from; i < to; i++) {
    const [s, c, y] = [Math.sin(step * i), Math.cos(step * i), samples[i]!]
    ss += s * s
    sc += s * c
    cc += c * c
    sy += s * y
    cy += c * y
  }
  const determinant = ss * cc - sc * sc
  const a = (sy * cc - cy * sc) / determinant
  const b = (cy * ss - sy * sc) / determinant
  let [signal, noise] = [0, 0]
  for (let i = from; i < to; i++) {
    const fitted = a * Math.sin(step * i) + b * Math.cos(step * i)
    signal += fitted ** 2
    noise += (samples[i]! - fitted) ** 2
  }
  return {
    gain: decibels((a * a + b * b) / amplitude ** 2),
    delay: Math.atan2(-b, a) / (2 * Math.PI * hertz),
    snr: decibels(signal / noise),
  }
}

/** Power of the samples in dB against a sine of the amplitude. */
export function level(samples: Float32Array, rate: number, amplitude = 0.9): number {
  const [from, to] = interior(samples, rate)
  let power = 0
  for (let i = from; i < to; i++) power += samples[i]! ** 2
  return decibels(power / (to - from) / (amplitude ** 2 / 2))
}

/**
 * What Purr's 8000 Hz has for telephones, in dB: from -3 dB at the bottom to 7 dB at 3700 Hz, a cosine that is flat at both
 * ends.
 */
export function presence(hertz: number): number {
  const [low, high] = [10 ** (-3 / 20), 10 ** (7 / 20)]
  const x = (Math.PI * hertz) / 3700
  const rise = (9 * Math.cos(3 * x) - 81 * Math.cos(x)) / 72
  return 20 * Math.log10((high + low) / 2 + ((high - low) / 2) * rise)
}

/** `count` frequencies, evenly spread from the first to the last. */
export function sweep(first: number, last: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + ((last - first) * i) / (count - 1))
}

function interior(samples: Float32Array, rate: number): [number, number] {
  const edge = Math.round(EDGE * rate)
  return [edge, samples.length - edge]
}

function decibels(powerRatio: number): number {
  return 10 * Math.log10(powerRatio)
}
