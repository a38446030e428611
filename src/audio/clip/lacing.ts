import { variableLength } from './ebml.ts'

const XIPH = 1
const FIXED = 2
const EBML = 3

/** The frames that a Matroska block has in one (RFC 9559, section 10.3). */
export function unlaced(block: Uint8Array, lacing: number): Uint8Array[] {
  if (lacing !== XIPH && lacing !== FIXED && lacing !== EBML) return [block]
  const count = (block[0] ?? 0) + 1
  const { sizes, length } = SIZES[lacing](block.subarray(1), count - 1)
  const frames: Uint8Array[] = []
  let at = 1 + length
  for (const size of sizes) {
    frames.push(block.subarray(at, at + size))
    at += size
  }
  // The last takes what is left.
  frames.push(block.subarray(at))
  return frames
}

/** The sizes of a number of frames, and the bytes that they are written in. */
type SizesReader = (data: Uint8Array, count: number) => { sizes: number[]; length: number }

const SIZES: Readonly<Record<typeof XIPH | typeof FIXED | typeof EBML, SizesReader>> = {
  [XIPH]: (data, count) => {
    let at = 0
    const sizes = Array.from({ length: count }, () => {
      let size = 0
      while (data[at] === 255) size += data[at++]!
      return size + (data[at++] ?? 0)
    })
    return { sizes, length: at }
  },
  [FIXED]: (data, count) => ({
    sizes: new Array<number>(count).fill(Math.floor(data.length / (count + 1))),
    length: 0,
  }),
  [EBML]: (data, count) => {
    let at = 0
    let last = 0
    const sizes = Array.from({ length: count }, (_, i) => {
      const number = variableLength(data, at)
      if (!number) throw new Error('no size')
      at += number.length
      // After the first, each is the difference to the one before it, from the middle of what its length can hold.
      last = Math.max(0, i === 0 ? number.value : last + number.value - Math.floor(number.largest / 2))
      return last
    })
    return { sizes, length: at }
  },
}
