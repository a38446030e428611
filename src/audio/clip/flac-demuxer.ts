import type { AudioBlock } from './audio-block.ts'
import { decodePackets } from './packets.ts'

/** "fLaC" and the first metadata block, which is STREAMINFO (RFC 9639, section 8.2). */
const HEAD = 42
const LAST_BLOCK = 0x80

/** Reads a FLAC file. */
export function readFlac(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const description = file.slice(0, HEAD)
  description[4]! |= LAST_BLOCK
  return decodePackets({ codec: 'flac', description, packets: frames(file) })
}

/** Where the metadata ends: blocks of a byte, of which a bit marks the last, a size of three, and that many. */
function metadataEnd(file: Uint8Array): number {
  let at = 4
  for (let last = false; !last && at < file.length; ) {
    last = (file[at]! & LAST_BLOCK) !== 0
    at += 4 + ((file[at + 1]! << 16) | (file[at + 2]! << 8) | file[at + 3]!)
  }
  return at
}

/**
 * The frames of a file. Nothing tells where one ends but the next: what looks like a header of the same kind as the
 * first, and has the right checksum.
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

/** The sync and the strategy, the rate, and the bits of a sample do not change in a file; block size and channel mode do. */
function sameKind(file: Uint8Array, one: number, other: number): boolean {
  return (
    file[one + 1] === file[other + 1] &&
    (file[one + 2]! & 0x0f) === (file[other + 2]! & 0x0f) &&
    (file[one + 3]! & 0x0f) === (file[other + 3]! & 0x0f)
  )
}

/** True for a frame header (RFC 9639, section 9.1). */
function isHeader(file: Uint8Array, at: number): boolean {
  if ((file[at + 1]! & 0xfe) !== 0xf8) return false
  const blockSize = file[at + 2]! >> 4
  const rate = file[at + 2]! & 0x0f
  const reserved = file[at + 3]! & 1
  if (blockSize === 0 || rate === 15 || reserved !== 0) return false
  // A number as UTF-8 codes it, in up to 7 bytes, is followed by sizes and rates that have no code.
  const ones = Math.clz32(~(file[at + 4]! << 24))
  const number = ones === 0 ? 1 : ones
  const sizeBytes = blockSize === 6 ? 1 : blockSize === 7 ? 2 : 0
  const rateBytes = rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0
  const length = 4 + number + sizeBytes + rateBytes
  return crc8(file, at, at + length) === file[at + length]
}

/** The checksum of polynomial x⁸ + x² + x + 1. */
function crc8(file: Uint8Array, start: number, end: number): number {
  let crc = 0
  for (let at = start; at < end; at++) {
    crc ^= file[at] ?? 0
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x80 ? 0x07 : 0)) & 0xff
  }
  return crc
}
