import { output } from './memory'
import { encodeS16 } from './pcm'

/** Encodes the first `count` samples of `input` as G.711 mu-law in `output`, one byte per sample. */
export function encodeMulaw(count: i32): void {
  encodeS16(count)
  for (let i = 0; i < count; i++) store<u8>(output + i, mulaw(sample(i)))
}

/** Encodes the first `count` samples of `input` as G.711 A-law in `output`, one byte per sample. */
export function encodeAlaw(count: i32): void {
  encodeS16(count)
  for (let i = 0; i < count; i++) store<u8>(output + i, alaw(sample(i)))
}

/**
 * The 16-bit sample i in `output`. Bytes can overwrite the samples in order, because byte i lies at or before sample i.
 */
function sample(i: i32): i32 {
  return load<i16>(output + (i << 1))
}

/** Added to a 14-bit magnitude so that each segment begins at a power of two (ITU-T G.711, table 2a). */
const MULAW_BIAS: i32 = 33

/** The greatest biased magnitude, 8158 + 33 on the 14-bit scale. */
const MULAW_MAX: i32 = 0x1fff

/** Encodes a 16-bit sample as mu-law (ITU-T G.711, table 2a, with the rounding of G.191). */
function mulaw(value: i32): u8 {
  const biased = min((magnitude(value) >> 2) + MULAW_BIAS, MULAW_MAX)
  const segment = 26 - clz(biased)
  const step = (biased >> (segment + 1)) & 15
  // All bits are inverted on the line. So the sign bit is set for positive samples.
  return <u8>(~((segment << 4) | step) & (value < 0 ? 0x7f : 0xff))
}

/** Encodes a 16-bit sample as A-law (ITU-T G.711, table 1a, with the rounding of G.191). */
function alaw(value: i32): u8 {
  const linear = magnitude(value) >> 4
  // The first two segments have the same step, so the shift is the same for both.
  const segment = max(28 - clz(linear), 0)
  const step = (linear >> max(segment - 1, 0)) & 15
  // Even bits are inverted on the line.
  return <u8>(((segment << 4) | step | (value < 0 ? 0 : 0x80)) ^ 0x55)
}

/**
 * The magnitude of a sample. Like G.191, it is the one's complement of a negative sample. So a sample on a decision
 * value falls into the interval above it, on either side of zero. Encoders that negate instead are off by one code for
 * some negative samples.
 */
function magnitude(value: i32): i32 {
  return value < 0 ? ~value : value
}
