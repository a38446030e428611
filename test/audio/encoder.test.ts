import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createEncoder } from '../../src/audio/encoder.ts'
import { bytesPerSample, type OutputFormat } from '../../src/audio/output-format.ts'
import { inOwnProcess } from '../support/own-process.ts'
import { seeded } from '../support/random.ts'
import { FORMATS } from './formats.ts'
import { tone } from './measure.ts'
import { noise } from './noise.ts'

const EIGHT_KHZ: OutputFormat = { container: 'raw', encoding: 'pcm_mulaw', sampleRate: 8000 }

function encodeWhole(format: OutputFormat, pieces: Iterable<Float32Array>): Buffer {
  const encoder = createEncoder(format)
  const encoded = Array.from(pieces, (piece) => encoder.encode(piece))
  return Buffer.concat([...encoded, encoder.flush()])
}

/** Cuts audio at random: mostly small pieces, some empty, some longer than one call of the core takes. */
function* cut(pcm: Float32Array, random: () => number): Generator<Float32Array> {
  for (let start = 0; start < pcm.length; ) {
    const length = Math.floor(2 ** (15 * random())) - 1
    yield pcm.subarray(start, start + length)
    start += length
  }
}

describe.each(FORMATS)('$encoding at $sampleRate Hz', (format) => {
  test('gives the same bytes wherever the speech is cut', () => {
    const random = seeded(format.sampleRate)
    for (let round = 0; round < 20; round++) {
      const pcm = noise(Math.floor(60_000 * random()), random)
      const whole = encodeWhole(format, [pcm])
      expect(encodeWhole(format, cut(pcm, random)).equals(whole)).toBeTrue()
      expect(whole).toHaveLength(
        Math.ceil((pcm.length * format.sampleRate) / 22_050) * bytesPerSample(format.encoding),
      )
    }
  })

  test('gives the same bytes sample by sample', () => {
    const pcm = noise(2000, seeded(3))
    const samples = Array.from(pcm, (_, i) => pcm.subarray(i, i + 1))
    expect(encodeWhole(format, samples).equals(encodeWhole(format, [pcm]))).toBeTrue()
  })

  test('gives nothing for nothing', () => {
    expect(encodeWhole(format, [])).toHaveLength(0)
  })
})

test('presence cuts off nothing of a loud sibilant at 8000 Hz, and leaves what is softer as it is', () => {
  const format: OutputFormat = { ...EIGHT_KHZ, encoding: 'pcm_s16le' }
  const samples = (amplitude: number) => {
    const bytes = encodeWhole(format, [tone(3500, 0.2, amplitude)])
    return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
  }
  const [soft, loud] = [samples(0.3), samples(0.6)] // 7 dB more: 0.67 and 1.34
  expect(loud.filter((sample) => Math.abs(sample) >= 32_767)).toHaveLength(0)
  expect(loud.reduce((most, sample) => Math.max(most, sample))).toBeGreaterThan(30_000)
  const scaled = samples(0.15).map((sample) => sample * 2)
  expect(soft.every((sample, i) => Math.abs(sample - scaled[i]!) <= 2)).toBeTrue()
})

test('streams that take turns do not hear each other', () => {
  const random = seeded(4)
  const streams = FORMATS.map((format) => ({
    format,
    pieces: Array.from({ length: 8 }, () => noise(1500, random)),
    encoder: createEncoder(format),
    bytes: [] as Uint8Array[],
  }))
  for (let turn = 0; turn < 8; turn++) {
    for (const { encoder, pieces, bytes } of streams) bytes.push(encoder.encode(pieces[turn]!))
  }
  for (const { format, encoder, pieces, bytes } of streams) {
    bytes.push(encoder.flush())
    expect(Buffer.concat(bytes).equals(encodeWhole(format, pieces))).toBeTrue()
  }
})

test('what was given out is not overwritten by the next piece', () => {
  const encoder = createEncoder(EIGHT_KHZ)
  const first = encoder.encode(noise(5000, seeded(5)))
  const copy = Buffer.from(first)
  encoder.encode(noise(5000, seeded(6)))
  expect(copy.equals(first)).toBeTrue()
})

test('a stream that has ended takes nothing more', () => {
  const encoder = createEncoder(EIGHT_KHZ)
  encoder.flush()
  expect(() => encoder.encode(new Float32Array(1))).toThrow('The stream has ended')
  expect(() => encoder.flush()).toThrow('The stream has ended')
})

test('ten thousand streams, ended or left, leave nothing behind', async () => {
  const growth = await inOwnProcess(join(import.meta.dir, 'fixtures/abandoned-streams.ts'))
  const { heap, core } = growth as { heap: number; core: number }
  expect(core).toBe(0)
  // 10,000 pasts of 264 samples would be 10 MB.
  expect(heap).toBeLessThan(1_000_000)
})
