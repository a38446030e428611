import { input, output } from './memory'

/**
 * Encodes the first `count` samples of `input` as signed 16-bit little-endian PCM in `output`. They are scaled by
 * 32768, rounded to the nearest integer (ties to even), and saturated at -32768 and 32767. NaN becomes 0. There is no
 * dither.
 */
export function encodeS16(count: i32): void {
  // Eight samples at a time. The samples from count to the next multiple of eight are written too, but never read.
  for (let i = 0; i < count; i += 8) {
    const from = input + (i << 2)
    const samples = i16x8.narrow_i32x4_s(toInteger(v128.load(from)), toInteger(v128.load(from, 16)))
    v128.store(output + (i << 1), samples)
  }
}

function toInteger(samples: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(samples, f32x4.splat(32768))))
}
