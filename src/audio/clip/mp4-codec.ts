import { boxes, bytesOf, content, view } from './mp4-boxes.ts'
import type { Stream } from './packets.ts'

/** The codec of a sample description with its decoder configuration, or the name of an unsupported codec. */
type Description = Pick<Stream, 'codec' | 'description'> | string

/**
 * The bytes of an audio sample entry before its child boxes, by version. Versions 1 and 2 are QuickTime's (QuickTime
 * File Format, "Sound sample descriptions").
 */
const ENTRY = [28, 28 + 16, 28 + 36]

/** The codec of the first description in stsd (ISO/IEC 14496-12, 8.5.2 and 12.2.3). */
export function codecIn(descriptions: DataView): Description {
  const [entry] = boxes(descriptions, 8)
  if (!entry) throw new Error('no sample description')
  const inner = view(entry.data, ENTRY[entry.data.getUint16(8)] ?? 28)
  switch (entry.type) {
    case 'mp4a': {
      // QuickTime puts the esds box inside a wave box.
      const descriptor = content(inner, 'esds') ?? content(inner, 'wave', 'esds')
      return descriptor ? elementaryStream(view(descriptor, 4)) : entry.type
    }
    case 'Opus': {
      const head = content(inner, 'dOps')
      return head ? { codec: 'opus', description: opusHead(head) } : entry.type
    }
    case 'fLaC': {
      const blocks = content(inner, 'dfLa')
      if (!blocks) return entry.type
      return { codec: 'flac', description: Buffer.concat([Buffer.from('fLaC'), bytesOf(view(blocks, 4))]) }
    }
    case '.mp3':
      return { codec: 'mp3', description: new Uint8Array() }
    default:
      return entry.type
  }
}

/** Descriptor tags, and object types of audio (ISO/IEC 14496-1, tables 1 and 5). */
const ES = 3
const DECODER_CONFIG = 4
const DECODER_SPECIFIC = 5
const AAC: readonly number[] = [0x40, 0x66, 0x67, 0x68]
const MP3: readonly number[] = [0x69, 0x6b]

/** Reads an ES_Descriptor (ISO/IEC 14496-1, 7.2.6.5). */
function elementaryStream(data: DataView): Description {
  const stream = descriptor(data, ES)
  const flags = stream.getUint8(2)
  const url = flags & 0x40 ? 1 + stream.getUint8(3 + (flags & 0x80 ? 2 : 0)) : 0
  const config = descriptor(
    view(stream, 3 + (flags & 0x80 ? 2 : 0) + url + (flags & 0x20 ? 2 : 0)),
    DECODER_CONFIG,
  )
  const kind = config.getUint8(0)
  if (MP3.includes(kind)) return { codec: 'mp3', description: new Uint8Array() }
  if (!AAC.includes(kind)) return `mp4a.${kind.toString(16)}`
  return { codec: 'aac', description: bytesOf(descriptor(view(config, 13), DECODER_SPECIFIC)) }
}

/**
 * The content of a descriptor. Its size is coded in 7 bits a byte; the highest bit is set in all bytes but the last.
 */
function descriptor(data: DataView, tag: number): DataView {
  if (data.getUint8(0) !== tag) throw new Error('not the descriptor that was to be here')
  let at = 1
  let size = 0
  let byte: number
  do {
    byte = data.getUint8(at++)
    size = size * 128 + (byte & 0x7f)
  } while (byte & 0x80)
  return view(data, at, Math.min(at + size, data.byteLength))
}

/**
 * Converts a dOps box to an OpusHead. The fields are the same but for the version, and a dOps box is big-endian
 * (opus-codec.org, "Encapsulation of Opus in ISO Base Media File Format").
 */
function opusHead(box: DataView): Uint8Array {
  const head = Buffer.concat([Buffer.from('OpusHead'), bytesOf(box)])
  head[8] = 1
  head.writeUInt16LE(box.getUint16(2), 10)
  head.writeUInt32LE(box.getUint32(4), 12)
  head.writeInt16LE(box.getInt16(8), 16)
  return head
}
