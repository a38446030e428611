import { expect, test } from 'bun:test'
import { unlaced } from '../../../src/audio/clip/lacing.ts'

/** Frames of 300, 2 and 5 bytes, each of one value. */
const FRAMES = [300, 2, 5].map((length, i) => Buffer.alloc(length, i + 1))

const BLOCKS: { lacing: number; name: string; header: number[]; frames: Buffer[] }[] = [
  { lacing: 0, name: 'none', header: [], frames: [Buffer.concat(FRAMES)] },
  { lacing: 1, name: 'Xiph', header: [2, 255, 45, 2], frames: FRAMES },
  // 300 in two bytes, then −298 as 0x3fff/2 less that.
  { lacing: 3, name: 'EBML', header: [2, 0x41, 0x2c, 0x5e, 0xd5], frames: FRAMES },
  { lacing: 2, name: 'fixed', header: [2], frames: [1, 2, 3].map((value) => Buffer.alloc(4, value)) },
]

test.each(BLOCKS)('the frames of a block with lacing: $name', ({ lacing, header, frames }) => {
  const block = Buffer.concat([Buffer.from(header), ...frames])
  expect(unlaced(block, lacing).map((frame) => [...frame])).toEqual(frames.map((frame) => [...frame]))
})

test.each([1, 2])(
  'a block with lacing %d that claims more frames than it has is read to its end',
  (lacing) => {
    expect(unlaced(Buffer.from([255, 0x81, 0x81]), lacing)).toHaveLength(256)
  },
)
