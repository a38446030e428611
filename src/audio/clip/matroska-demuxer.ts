import type { AudioBlock } from './audio-block.ts'
import { unsupportedCodec, withoutSound } from './clip.ts'
import { type Element, elementAt, elements, lengthAt, numberAt, unsigned } from './ebml.ts'
import { unlaced } from './lacing.ts'
import { decodePackets, type Stream } from './packets.ts'

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

const FIELDS: ReadonlySet<number> = new Set(Object.values(ID))
const CLUSTER = Buffer.from('1f43b675', 'hex')
const SOUND = 2

/** The number of tracks that are searched for audio. */
const MAX_TRACKS = 100
/** Bytes of a codec's name that are read. */
const MAX_CODEC_NAME = 64

const CODECS: Readonly<Record<string, Stream['codec']>> = {
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
  /** The packets are compressed or encrypted by the container (ContentEncodings). */
  readonly isEncoded: boolean
}

/** Demuxes and decodes the first audio track of a Matroska or WebM file. */
export async function* readMatroska(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const track = soundTrack(file)
  const codec = CODECS[track.codec]
  if (!codec || track.isEncoded) throw unsupportedCodec(track.codec)
  yield* decodePackets({ codec, description: track.codecPrivate, packets: packets(file, track) })
}

function soundTrack(file: Uint8Array): Track {
  let others = 0
  for (const track of tracks(file)) {
    if (track.type === SOUND) return track
    if (++others === MAX_TRACKS) break
  }
  throw others > 0 ? withoutSound() : new Error('no track')
}

function* tracks(file: Uint8Array): Generator<Track> {
  for (const { id, start, end } of leaves(file)) {
    if (id !== ID.tracks) continue
    for (const entry of elements(file, start, end)) {
      if (entry.id === ID.track) yield trackIn(file, entry)
    }
  }
}

function trackIn(file: Uint8Array, { start, end }: Element): Track {
  const fields = new Map<number, Element>()
  for (const field of elements(file, start, end)) {
    if (FIELDS.has(field.id)) fields.set(field.id, field)
  }
  const data = (id: number) => file.subarray(fields.get(id)?.start ?? 0, fields.get(id)?.end ?? 0)
  const number = (id: number) => unsigned(file, fields.get(id)?.start ?? 0, fields.get(id)?.end ?? 0)
  return {
    number: number(ID.trackNumber),
    type: number(ID.trackType),
    codec: Buffer.from(data(ID.codec).subarray(0, MAX_CODEC_NAME)).toString('latin1').split('\0', 1)[0]!,
    codecPrivate: data(ID.codecPrivate),
    isEncoded: fields.has(ID.contentEncodings),
  }
}

function* packets(file: Uint8Array, track: Track): Generator<Uint8Array> {
  for (const { id, start, end } of leaves(file)) {
    if (id !== ID.simpleBlock && id !== ID.block) continue
    const length = lengthAt(file, start)
    if (length === 0 || numberAt(file, start, length) !== track.number) continue
    // The flags follow a timestamp of two bytes.
    const flags = start + length + 2
    const lacing = (file[flags]! >> 1) & 3
    yield* unlaced(file.subarray(flags + 1, end), lacing)
  }
}

/**
 * The elements of a file in one flat sequence, without Segment, Cluster and BlockGroup, which contain the others. So
 * the sizes of those three are not needed. They are unknown in a live stream, and wrong in a truncated file.
 */
function* leaves(file: Uint8Array): Generator<Element> {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.length)
  for (let at = 0; at < file.length; ) {
    const element = elementAt(file, at)
    if (!element) {
      // After damage, reading resumes at the next cluster.
      at = buffer.indexOf(CLUSTER, at + 1)
      if (at < 0) return
      continue
    }
    const { id, start, end } = element
    const holds = id === ID.segment || id === ID.cluster || id === ID.blockGroup
    if (!holds) yield element
    at = holds ? start : end
  }
}
