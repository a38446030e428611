import type { AudioBlock } from './audio-block.ts'
import { ClipError, unsupportedCodec } from './clip.ts'
import { decodePackets, type Stream } from './packets.ts'

/** The number of streams that are searched for audio. */
const MAX_STREAMS = 16

/** The number of links of a chained file that are read: each has a decoder of its own. */
const MAX_LINKS = 16

/**
 * Demuxes and decodes an Ogg file (RFC 3533): the first Opus, Vorbis or FLAC stream of each of its links, which are files that
 * were written one behind the other.
 */
export async function* readOgg(file: Uint8Array): AsyncGenerator<AudioBlock> {
  let count = 0
  for (const link of links(file)) {
    if (++count > MAX_LINKS) throw tooManyLinks()
    yield* readLink(link)
  }
}

function tooManyLinks(): ClipError {
  return new ClipError(
    'too_large',
    `The clip is a chain of more than ${MAX_LINKS} Ogg files. Send it as one, or a shorter part of it.`,
  )
}

async function* readLink(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const begun = new Set<number>()
  let hasOthers = false
  for (const { serial } of pages(file)) {
    // The first pages of all streams precede their other pages (RFC 3533, section 4).
    if (begun.has(serial) || begun.size === MAX_STREAMS) break
    begun.add(serial)
    const found = packets(file, serial)
    const head = found.next().value
    if (!head) continue
    const stream = streamOf(head, found)
    if (stream) {
      yield* decodePackets(stream)
      return
    }
    hasOthers = true
  }
  throw hasOthers ? unsupportedCodec(null) : new Error('no stream')
}

const STARTS: readonly { codec: Stream['codec']; text: string }[] = [
  { codec: 'opus', text: 'OpusHead' },
  { codec: 'vorbis', text: '\x01vorbis' },
  { codec: 'flac', text: '\x7fFLAC' },
]

/** Bytes before the native FLAC header: "\x7fFLAC", a version and a packet count (xiph.org, "Ogg FLAC mapping"). */
const FLAC_MAPPING = 9

function streamOf(head: Uint8Array, packets: Generator<Uint8Array>): Stream | undefined {
  const next = (): Uint8Array => packets.next().value ?? new Uint8Array()
  const text = Buffer.from(head.subarray(0, 8)).toString('latin1')
  const codec = STARTS.find((start) => text.startsWith(start.text))?.codec
  switch (codec) {
    case 'opus':
      next() // comments
      return { codec, description: head, packets }
    case 'vorbis':
      return { codec, description: laced([head, next(), next()]), packets }
    case 'flac':
      // Metadata packets follow. They are not frames, so decodePackets skips them.
      return { codec, description: head.subarray(FLAC_MAPPING), packets }
    default:
      return undefined
  }
}

/**
 * Joins header packets with Xiph lacing, as in Matroska: their number minus one, all sizes but the last, the packets.
 */
function laced(headers: readonly Uint8Array[]): Uint8Array {
  const sizes = headers
    .slice(0, -1)
    .flatMap(({ length }) => [...new Array(Math.floor(length / 255)).fill(255), length % 255])
  return Buffer.concat([Uint8Array.of(headers.length - 1, ...sizes), ...headers])
}

interface Page {
  readonly at: number
  readonly serial: number
  /** It is the first of its stream. */
  readonly isFirst: boolean
  /** The page begins with the rest of a packet. */
  readonly isContinued: boolean
  /** Where the segment table is, and where the first segment is. */
  readonly sizes: number
  readonly start: number
}

const CAPTURE = Buffer.from('OggS')
const HEADER = 27

/** A segment of this size is followed by another one of the same packet. */
const FULL = 255

function* pages(file: Uint8Array): Generator<Page> {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.length)
  for (let at = buffer.indexOf(CAPTURE); at >= 0; ) {
    const sizes = at + HEADER
    const start = sizes + (file[at + 26] ?? 0)
    if (start > file.length) return
    const flags = file[at + 5]!
    const serial = buffer.readUInt32LE(at + 14)
    yield { at, serial, isFirst: (flags & 2) !== 0, isContinued: (flags & 1) !== 0, sizes, start }
    let end = start
    for (let i = sizes; i < start; i++) end += file[i]!
    // After damage, reading resumes at the next page.
    at = buffer.indexOf(CAPTURE, end)
  }
}

/** The parts of a chained file. Each begins with the first pages of all its streams (RFC 3533, section 4). */
function* links(file: Uint8Array): Generator<Uint8Array> {
  let start = 0
  let isHead = true
  for (const { at, isFirst } of pages(file)) {
    if (isFirst && !isHead) {
      yield file.subarray(start, at)
      start = at
    }
    isHead = isFirst
  }
  yield file.subarray(start)
}

function* packets(file: Uint8Array, serial: number): Generator<Uint8Array> {
  let parts: Uint8Array[] = []
  for (const page of pages(file)) {
    if (page.serial !== serial) continue
    if (!page.isContinued) parts = []
    let start = page.start
    let end = page.start
    for (let i = page.sizes; i < page.start; i++) {
      end += file[i]!
      if (end > file.length) return
      if (file[i] === FULL) continue
      yield Buffer.concat([...parts, file.subarray(start, end)])
      parts = []
      start = end
    }
    if (start < end) parts.push(file.subarray(start, end))
  }
}
