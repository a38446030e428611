import { largest, lengthAt, numberAt } from './ebml.ts'

const XIPH = 1
const FIXED = 2
const EBML = 3

/** The frames that are laced in a Matroska block (RFC 9559, section 10.3). */
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
  // The last frame takes the rest of the block.
  frames.push(block.subarray(at))
  return frames
}

/** Reads the sizes of `count` frames. `length` is the number of bytes that the sizes themselves take. */
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
      const length = lengthAt(data, at)
      if (length === 0) throw new Error('no size')
      const number = numberAt(data, at, length)
      at += length
      // Each size after the first is a signed difference to the one before. Half of the VINT's range stands for 0.
      last = Math.max(0, i === 0 ? number : last + number - Math.floor(largest(length) / 2))
      return last
    })
    return { sizes, length: at }
  },
}
