import type { AudioBlock } from './audio-block.ts'
import { unsupportedCodec, withoutSound } from './clip.ts'
import { boxes, content } from './mp4-boxes.ts'
import { codecIn } from './mp4-codec.ts'
import { type Sample, samplesInFragments, samplesInTables } from './mp4-samples.ts'
import { decodePackets } from './packets.ts'

/** Demuxes and decodes the first audio track of an MP4, M4A or QuickTime file, fragmented or not (ISO/IEC 14496-12). */
export async function* readMp4(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const movie = content(bytes, 'moov')
  if (!movie) throw new Error('no movie')
  const track = soundTrack(movie)
  const codec = codecIn(content(track, 'mdia', 'minf', 'stbl', 'stsd')!)
  if (typeof codec === 'string') throw unsupportedCodec(codec)
  const preSkip = codec.codec === 'opus' ? 0 : encoderDelay(track)
  yield* decodePackets({ ...codec, packets: packets(file, samples(bytes, movie, track)), preSkip })
}

function soundTrack(movie: DataView): DataView {
  let hasOthers = false
  for (const { type, data } of boxes(movie)) {
    if (type !== 'trak') continue
    const handler = content(data, 'mdia', 'hdlr')
    if (handler?.getUint32(8) === SOUND) return data
    hasOthers = true
  }
  throw hasOthers ? withoutSound() : new Error('no track')
}

/** The handler type "soun". */
const SOUND = 0x736f756e

function* samples(file: DataView, movie: DataView, track: DataView): Generator<Sample> {
  yield* samplesInTables(content(track, 'mdia', 'minf', 'stbl')!)
  const header = content(track, 'tkhd')
  if (!header) return
  yield* samplesInFragments(file, movie, header.getUint32(header.getUint8(0) === 1 ? 20 : 12))
}

/** The bytes of each sample. In a truncated file, samples beyond its end are incomplete or empty. */
function* packets(file: Uint8Array, samples: Iterable<Sample>): Generator<Uint8Array> {
  for (const { at, size } of samples) yield file.subarray(at, at + size)
}

/** Seconds of media before the first edit (ISO/IEC 14496-12, 8.6.6): the encoder's delay. */
function encoderDelay(track: DataView): number {
  const edits = content(track, 'edts', 'elst')
  const header = content(track, 'mdia', 'mdhd')
  if (!edits || !header || edits.getUint32(4) === 0) return 0
  const start = edits.getUint8(0) === 1 ? Number(edits.getBigInt64(16)) : edits.getInt32(12)
  const timescale = header.getUint32(header.getUint8(0) === 1 ? 20 : 12)
  return start > 0 && timescale > 0 ? start / timescale : 0
}
