import { describe, expect, test } from 'bun:test'
import { encodeSamples } from '../../src/audio/sample-encoding.ts'
import { ALAW, decoded, expectedCodes, MULAW } from './g711-table.ts'
import { fitTone, INPUT_RATE, tone } from './measure.ts'

const LAWS = [
  {
    encoding: 'pcm_mulaw',
    law: MULAW,
    top: 8159,
    // Table 6: the sequence whose repetition at 8000 Hz is 1 kHz at 0 dBm0, 3.17 dB below the top.
    milliwatt: [0x1e, 0x0b, 0x0b, 0x1e, 0x9e, 0x8b, 0x8b, 0x9e],
    headroom: 3.17,
  },
  {
    encoding: 'pcm_alaw',
    law: ALAW,
    top: 4096,
    // Table 5: the same, 3.14 dB below the top.
    milliwatt: [0x34, 0x21, 0x21, 0x34, 0xb4, 0xa1, 0xa1, 0xb4],
    headroom: 3.14,
  },
] as const

/** Every 16-bit sample, from -32768 up. */
const SAMPLES = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768)

describe.each(LAWS)('$encoding', ({ encoding, law, top, milliwatt, headroom }) => {
  const encode = (samples: Int16Array) =>
    encodeSamples(
      encoding,
      Float32Array.from(samples, (s) => s / 32_768),
    )

  test('the table it is held against is that of the Recommendation', () => {
    expect(law.decisionValues).toHaveLength(129)
    expect(law.decisionValues.at(-1)).toBe(top)
    const samples = milliwatt.map((code) => decoded(law)[code]! / law.unit)
    const peak = Math.sqrt((2 * samples.reduce((sum, s) => sum + s * s, 0)) / samples.length)
    expect(20 * Math.log10(top / peak)).toBeCloseTo(headroom, 1)
  })

  test('gives every 16-bit sample the code of ITU-T G.191', () => {
    expect(encode(SAMPLES)).toEqual(expectedCodes(law))
  })

  test('gives what a code is played as that code again', () => {
    // mu-law has two codes for zero, and zero is encoded as the positive one.
    const codes = Uint8Array.from({ length: 256 }, (_, code) => code)
    const expected = codes.map((code) => (encoding === 'pcm_mulaw' && code === 0x7f ? 0xff : code))
    expect(encode(decoded(law))).toEqual(expected)
  })

  test('keeps a tone at least 36 dB above its distortion', () => {
    const codes = encodeSamples(encoding, tone(1020, 1))
    const heard = Float32Array.from(codes, (code) => decoded(law)[code]! / 32_768)
    expect(fitTone(heard, INPUT_RATE, 1020).snr).toBeGreaterThan(36)
  })
})
