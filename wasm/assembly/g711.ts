import { output } from './memory'
import { encodeS16 } from './pcm'

/** Turns the first `count` samples of `input` into G.711 mu-law in `output`, a byte each. */
export function encodeMulaw(count: i32): void {
  encodeS16(count)
  for (let i = 0; i < count; i++) store<u8>(output + i, mulaw(sample(i)))
}

/** Turns the first `count` samples of `input` into G.711 A-law in `output`, a byte each. */
export function encodeAlaw(count: i32): void {
  encodeS16(count)
  for (let i = 0; i < count; i++) store<u8>(output + i, alaw(sample(i)))
}

/** The 16-bit sample i in `output`. Bytes may overwrite them in order: byte i lies at or before sample i. */
function sample(i: i32): i32 {
  return load<i16>(output + (i << 1))
}

/** Added to a 14-bit magnitude so that each segment begins at a power of two: ITU-T G.711, table 2a. */
const MULAW_BIAS: i32 = 33

/** The top of the last segment, biased: 8158 + 33 on the 14-bit scale. */
const MULAW_MAX: i32 = 0x1fff

/** A 16-bit sample to its mu-law code (ITU-T G.711, table 2a, with the rounding of G.191). */
function mulaw(value: i32): u8 {
  const biased = min((magnitude(value) >> 2) + MULAW_BIAS, MULAW_MAX)
  const segment = 26 - clz(biased)
  const step = (biased >> (segment + 1)) & 15
  // The code goes out with all bits inverted, the sign bit set for positive samples.
  return <u8>(~((segment << 4) | step) & (value < 0 ? 0x7f : 0xff))
}

/** A 16-bit sample to its A-law code (ITU-T G.711, table 1a, with the rounding of G.191). */
function alaw(value: i32): u8 {
  const linear = magnitude(value) >> 4
  // The first two segments have the same step, so both are told by the bits as they are.
  const segment = max(28 - clz(linear), 0)
  const step = (linear >> max(segment - 1, 0)) & 15
  // Even bits are inverted on the line.
  return <u8>(((segment << 4) | step | (value < 0 ? 0 : 0x80)) ^ 0x55)
}

/**
 * G.191 takes the one's complement of a negative sample, so that a sample on a decision value falls into the interval
 * above it on either side of zero. Encoders that negate instead are off by one code on negative samples.
 */
function magnitude(value: i32): i32 {
  return value < 0 ? ~value : value
}
