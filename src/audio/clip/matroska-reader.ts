import { type Element, elementAt, elements, unsigned, variableLength } from './ebml.ts'
import { unlaced } from './lacing.ts'
import { unsupportedCodec, withoutSound } from './not-audio.ts'
import { type Codec, decodePackets, type Packet } from './packets.ts'
import type { Piece } from './piece.ts'

/** Elements of Matroska (RFC 9559, section 5). */
const ID = {
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const

const CLUSTER = Buffer.from('1f43b675', 'hex')
const SOUND = 2

const CODECS: Readonly<Record<string, Codec>> = {
  A_AAC: 'aac',
  A_FLAC: 'flac',
  'A_MPEG/L3': 'mp3',
  A_OPUS: 'opus',
  A_VORBIS: 'vorbis',
}

interface Track {
  readonly number: number
  readonly type: number
  readonly codec: string
  readonly codecPrivate: Uint8Array
  /** Packets are compressed once more, or encrypted. */
  readonly encoded: boolean
}

/**
 * Reads the first sound track of a Matroska or WebM file. (The library that reads the other containers drops a cluster
 * that is cut off, which of a short recording is all there is, and searches some damaged files forever.)
 */
export async function* readMatroska(file: Uint8Array): AsyncGenerator<Piece> {
  const tracks = [...tracksIn(file)]
  const track = tracks.find(({ type }) => type === SOUND)
  if (!track) throw tracks.length > 0 ? withoutSound() : new Error('no track')
  const codec = CODECS[track.codec]
  if (!codec || track.encoded) throw unsupportedCodec(track.codec)
  yield* decodePackets(codec, track.codecPrivate, packets(file, track))
}

function* tracksIn(file: Uint8Array): Generator<Track> {
  for (const { id, start, end } of leaves(file)) {
    if (id !== ID.tracks) continue
    for (const entry of elements(file, start, end)) {
      if (entry.id === ID.track) yield trackIn(file, entry)
    }
  }
}

function trackIn(file: Uint8Array, { start, end }: Element): Track {
  const fields = new Map([...elements(file, start, end)].map((field) => [field.id, field]))
  const data = (id: number) => file.subarray(fields.get(id)?.start ?? 0, fields.get(id)?.end ?? 0)
  return {
    number: unsigned(data(ID.trackNumber)),
    type: unsigned(data(ID.trackType)),
    codec: Buffer.from(data(ID.codec)).toString('latin1').replace(/\0+$/, ''),
    codecPrivate: data(ID.codecPrivate),
    encoded: fields.has(ID.contentEncodings),
  }
}

function* packets(file: Uint8Array, track: Track): Generator<Packet> {
  for (const { id, start, end } of leaves(file)) {
    if (id !== ID.simpleBlock && id !== ID.block) continue
    const number = variableLength(file, start)
    if (number?.value !== track.number) continue
    // The flags are behind a time of two bytes.
    const flags = start + number.length + 2
    const lacing = (file[flags]! >> 1) & 3
    for (const data of unlaced(file.subarray(flags + 1, end), lacing)) yield { data, timestamp: 0 }
  }
}

/**
 * The elements of a file, without those that hold the others: so it does not matter whether their sizes are known, as in
 * a file, or not, as in a stream, or wrong, as in half a file.
 */
function* leaves(file: Uint8Array): Generator<Element> {
  for (let at = 0; at < file.length; ) {
    const element = elementAt(file, at)
    if (!element) {
      // Damage ends where the next cluster begins.
      at = Buffer.from(file.buffer, file.byteOffset, file.length).indexOf(CLUSTER, at + 1)
      if (at < 0) return
      continue
    }
    const { id, start, end } = element
    const holds = id === ID.segment || id === ID.cluster || id === ID.blockGroup
    if (!holds) yield element
    at = holds ? start : end
  }
}
