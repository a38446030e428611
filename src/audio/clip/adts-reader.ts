import { decodePackets } from './packets.ts'
import type { Piece } from './piece.ts'

/** Reads AAC without a container: ADTS frames (ISO/IEC 14496-3, 1.A.2). */
export function readAdts(file: Uint8Array): AsyncGenerator<Piece> {
  return decodePackets({ codec: 'aac', description: new Uint8Array(), packets: frames(file) })
}

const HEADER = 7

/** True for the first two bytes of a frame: 12 bits of sync, the MPEG version, and 0 for the layer. */
export function isAdts(file: Uint8Array, at: number): boolean {
  return file[at] === 0xff && (file[at + 1]! & 0xf6) === 0xf0
}

function* frames(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at + HEADER <= file.length; ) {
    const length = ((file[at + 3]! & 3) << 11) | (file[at + 4]! << 3) | (file[at + 5]! >> 5)
    if (isAdts(file, at) && length >= HEADER) {
      yield file.subarray(at, at + length)
      at += length
    } else {
      at++
    }
  }
}
