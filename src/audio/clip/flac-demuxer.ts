import { crc8 } from '../crc.ts'
import type { AudioBlock } from './audio-block.ts'
import { decodePackets } from './packets.ts'

/** "fLaC" and the first metadata block, which is STREAMINFO (RFC 9639, section 8.2). */
const HEAD = 42
const LAST_BLOCK = 0x80

/** Demuxes and decodes a FLAC file. */
export function readFlac(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const description = file.slice(0, HEAD)
  description[4]! |= LAST_BLOCK
  return decodePackets({ codec: 'flac', description, packets: frames(file) })
}

/**
 * Where the metadata ends. Each metadata block has a type byte, whose highest bit marks the last block, a size of three
 * bytes, and its data (RFC 9639, section 8.1).
 */
function metadataEnd(file: Uint8Array): number {
  let at = 4
  for (let isLast = false; !isLast && at < file.length; ) {
    isLast = (file[at]! & LAST_BLOCK) !== 0
    at += 4 + ((file[at + 1]! << 16) | (file[at + 2]! << 8) | file[at + 3]!)
  }
  return at
}

/**
 * The frames of a file. A frame header does not contain the frame's length. A frame ends where the next header begins:
 * one of the same kind, with a correct checksum.
 */
function* frames(file: Uint8Array): Generator<Uint8Array> {
  let start = -1
  for (let at = metadataEnd(file); at < file.length; at++) {
    if (file[at] !== 0xff || !isHeader(file, at)) continue
    if (start < 0) start = at
    else if (!sameKind(file, start, at)) continue
    else {
      yield file.subarray(start, at)
      start = at
    }
  }
  if (start >= 0) yield file.subarray(start)
}

/**
 * Compares the header fields that are constant within a file: sync code, blocking strategy, sample rate and bit depth.
 * Block size and channel mode may vary.
 */
function sameKind(file: Uint8Array, one: number, other: number): boolean {
  return (
    file[one + 1] === file[other + 1] &&
    (file[one + 2]! & 0x0f) === (file[other + 2]! & 0x0f) &&
    (file[one + 3]! & 0x0f) === (file[other + 3]! & 0x0f)
  )
}

/** Whether a frame header with a correct checksum is at `at` (RFC 9639, section 9.1). */
function isHeader(file: Uint8Array, at: number): boolean {
  if ((file[at + 1]! & 0xfe) !== 0xf8) return false
  const blockSize = file[at + 2]! >> 4
  const rate = file[at + 2]! & 0x0f
  const reserved = file[at + 3]! & 1
  if (blockSize === 0 || rate === 15 || reserved !== 0) return false
  // The frame or sample number, coded like UTF-8 in up to 7 bytes, precedes an uncommon block size and sample rate.
  const ones = Math.clz32(~(file[at + 4]! << 24))
  const number = ones === 0 ? 1 : ones
  const sizeBytes = blockSize === 6 ? 1 : blockSize === 7 ? 2 : 0
  const rateBytes = rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0
  const length = 4 + number + sizeBytes + rateBytes
  return crc8(file.subarray(at, at + length)) === file[at + length]
}
