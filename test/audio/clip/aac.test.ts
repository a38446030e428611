import { expect, test } from 'bun:test'
import { Dct4 } from '../../../src/audio/clip/aac/dct4.ts'
import { readAdts } from '../../../src/audio/clip/mpeg-demuxer.ts'
import { seeded } from '../../support/random.ts'
import { fixture } from './files.ts'

test('AAC is what another decoder makes of it, to the last bit of 16', async () => {
  const reference = fixture('tools.s16')
  const frames = []
  for await (const { channels } of readAdts(fixture('tools.aac'))) frames.push(channels)
  expect(frames.flatMap((channels) => channels.map((channel) => channel.length))).toEqual(
    new Array(8).fill(1024),
  )
  for (let i = 0; i < 4096; i++) {
    for (let channel = 0; channel < 2; channel++) {
      const sample = frames[i >> 10]![channel]![i & 1023]! * 32768
      const expected = reference.readInt16LE(4 * i + 2 * channel)
      expect(Math.abs(sample - expected)).toBeLessThanOrEqual(0.51)
    }
  }
})

test.each([8, 128, 1024])('the cosine transform of %d numbers is what it is by definition', (size) => {
  const random = seeded(size)
  const input = Float64Array.from({ length: size }, () => random() - 0.5)
  const output = new Float64Array(size)
  new Dct4(size).transform(input, output)
  for (let m = 0; m < size; m++) {
    const expected = input.reduce(
      (sum, x, k) => sum + x * Math.cos((Math.PI / size) * (m + 0.5) * (k + 0.5)),
      0,
    )
    expect(Math.abs(output[m]! - expected)).toBeLessThan(1e-10)
  }
})
