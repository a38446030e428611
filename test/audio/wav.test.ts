import { describe, expect, test } from 'bun:test'
import { ENCODINGS, SAMPLE_RATES } from '../../src/audio/output-format.ts'
import { wav } from '../../src/audio/wav.ts'

interface Chunk {
  readonly id: string
  readonly content: Buffer
}

/** Reads the chunks of a RIFF file one after another, holding it to its own sizes. */
function chunks(file: Buffer): Chunk[] {
  expect(file.toString('latin1', 0, 4)).toBe('RIFF')
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(file.toString('latin1', 8, 12)).toBe('WAVE')
  const found: Chunk[] = []
  for (let at = 12; at < file.length; ) {
    const size = file.readUInt32LE(at + 4)
    found.push({ id: file.toString('latin1', at, at + 4), content: file.subarray(at + 8, at + 8 + size) })
    expect(found.at(-1)!.content).toHaveLength(size)
    at += 8 + size + (size % 2)
    expect(at).toBeLessThanOrEqual(file.length)
  }
  return found
}

const FORMATS = ENCODINGS.flatMap((encoding) => SAMPLE_RATES.map((sampleRate) => ({ encoding, sampleRate })))

/** Format tag, bytes a sample, length of the fmt chunk and the chunks in order, by encoding. */
const HEADERS = {
  pcm_s16le: { tag: 1, width: 2, size: 16, ids: ['fmt ', 'data'] },
  pcm_mulaw: { tag: 7, width: 1, size: 18, ids: ['fmt ', 'fact', 'data'] },
  pcm_alaw: { tag: 6, width: 1, size: 18, ids: ['fmt ', 'fact', 'data'] },
}

describe.each(FORMATS)('a WAV file of $encoding at $sampleRate Hz', ({ encoding, sampleRate }) => {
  const header = HEADERS[encoding]

  test.each([0, 1, 2, 7, 8000])('of %d samples says what it holds', (samples) => {
    const audio = Buffer.from(Array.from({ length: samples * header.width }, (_, i) => i % 251))
    const file = Buffer.from(wav({ container: 'wav', encoding, sampleRate }, audio))
    const found = chunks(file)
    expect(found.map(({ id }) => id)).toEqual(header.ids)

    const format = found[0]!.content
    expect(format).toHaveLength(header.size)
    expect(format.readUInt16LE(0)).toBe(header.tag)
    expect(format.readUInt16LE(2)).toBe(1)
    expect(format.readUInt32LE(4)).toBe(sampleRate)
    expect(format.readUInt32LE(8)).toBe(sampleRate * header.width)
    expect(format.readUInt16LE(12)).toBe(header.width)
    expect(format.readUInt16LE(14)).toBe(8 * header.width)
    if (header.size === 18) expect(format.readUInt16LE(16)).toBe(0)

    const fact = found.find(({ id }) => id === 'fact')
    if (fact) expect(fact.content.readUInt32LE(0)).toBe(samples)
    expect(found.at(-1)!.content.equals(audio)).toBeTrue()
    expect(file.length % 2).toBe(0)
  })
})
