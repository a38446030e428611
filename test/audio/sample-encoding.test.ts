import { describe, expect, test } from 'bun:test'
import { encodeSamples } from '../../src/audio/sample-encoding.ts'
import { seeded } from '../support/random.ts'
import { noise } from './noise.ts'

const CASES: [name: string, sample: number, expected: number][] = [
  ['silence', 0, 0],
  ['minus zero', -0, 0],
  ['just under half a step', 0.499 / 32_768, 0],
  ['just over half a step', 0.501 / 32_768, 1],
  ['half a step, to even', 0.5 / 32_768, 0],
  ['one and a half steps, to even', 1.5 / 32_768, 2],
  ['two and a half steps, to even', 2.5 / 32_768, 2],
  ['half a step down, to even', -0.5 / 32_768, 0],
  ['one and a half steps down, to even', -1.5 / 32_768, -2],
  ['the highest step', 32_767 / 32_768, 32_767],
  ['full scale', 1, 32_767],
  ['beyond full scale', 1.5, 32_767],
  ['far beyond full scale', 1e30, 32_767],
  ['infinity', Number.POSITIVE_INFINITY, 32_767],
  ['negative full scale', -1, -32_768],
  ['beyond negative full scale', -1.0001, -32_768],
  ['minus infinity', Number.NEGATIVE_INFINITY, -32_768],
  ['not a number', Number.NaN, 0],
]

function s16(samples: Float32Array): number[] {
  const bytes = encodeSamples('pcm_s16le', samples)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return Array.from({ length: bytes.length / 2 }, (_, i) => view.getInt16(2 * i, true))
}

describe('pcm_s16le', () => {
  test.each(CASES)('%s', (_, sample, expected) => {
    // Nine samples end in the second group of eight; each place must give the same.
    expect(s16(new Float32Array(9).fill(sample))).toEqual(Array(9).fill(expected))
  })

  test('is without dither, at any length', () => {
    const random = seeded(1)
    for (const length of [0, 1, 7, 8, 9, 8191, 8192, 8193, 50_000]) {
      const samples = noise(length, random)
      const expected = Array.from(samples, (x) =>
        Math.max(-32_768, Math.min(32_767, roundHalfEven(x * 32_768))),
      )
      expect(s16(samples)).toEqual(expected)
    }
  })
})

test.each(['pcm_mulaw', 'pcm_alaw'] as const)('%s encodes what pcm_s16le rounds to', (encoding) => {
  const samples = noise(50_000, seeded(2))
  const rounded = Float32Array.from(s16(samples), (sample) => sample / 32_768)
  expect(encodeSamples(encoding, samples)).toEqual(encodeSamples(encoding, rounded))
})

function roundHalfEven(x: number): number {
  const down = Math.floor(x)
  if (x - down !== 0.5) return Math.round(x) + 0
  return down % 2 === 0 ? down : down + 1
}
