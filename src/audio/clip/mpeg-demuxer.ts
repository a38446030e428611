import type { AudioBlock } from './audio-block.ts'
import { mp3Decoder } from './decoders.ts'
import { decodePackets } from './packets.ts'

/** Bytes that are decoded in one call. */
const MP3_STEP = 8192

/**
 * Decodes an MP3 file from its first frame on. libmpg123 finds the frames, and removes the encoder's delay if a LAME
 * tag gives it.
 */
export async function* readMp3(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const decode = await mp3Decoder()
  for (let at = 0; at < file.length; at += MP3_STEP) yield decode(file.subarray(at, at + MP3_STEP))
}

/** The first frame is searched in this many bytes. A stream that was cut begins in the middle of a frame. */
const MP3_SEARCH = 65536
/** Consecutive frames that identify an MP3. Fewer can occur in any file by chance. */
const MP3_FRAMES = 3

/** The offset of the first of {@link MP3_FRAMES} consecutive frames, or −1. */
export function firstMp3Frame(file: Uint8Array): number {
  const end = Math.min(file.length, MP3_SEARCH)
  for (let start = 0; start < end; start++) {
    let at = start
    let frames = 0
    while (frames < MP3_FRAMES) {
      const length = mp3FrameLength(file, at)
      if (length === 0) break
      at += length
      frames++
    }
    if (frames === MP3_FRAMES) return start
  }
  return -1
}

/** Bit rates in kbit/s of MPEG-1 layer III, and of MPEG-2 and 2.5. */
const MP3_BIT_RATES = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const MP3_RATES = [44100, 48000, 32000] as const

/**
 * The length of the MPEG layer III frame at `at`, or 0 if there is none (ISO/IEC 11172-3, 2.4.2.3; 13818-3, 2.4.2.3).
 */
function mp3FrameLength(file: Uint8Array, at: number): number {
  if (file[at] !== 0xff || at + 4 > file.length) return 0
  const second = file[at + 1]!
  const third = file[at + 2]!
  const version = (second >> 3) & 3
  if ((second & 0xe0) !== 0xe0 || version === 1 || ((second >> 1) & 3) !== 1) return 0
  const mpeg1 = version === 3
  const bitRate = (mpeg1 ? MP3_BIT_RATES.mpeg1 : MP3_BIT_RATES.mpeg2)[third >> 4]
  const sampleRate = MP3_RATES[(third >> 2) & 3]
  if (!bitRate || !sampleRate) return 0
  const divisor = mpeg1 ? 1 : version === 2 ? 2 : 4
  const bytesPerFrame = mpeg1 ? 144_000 : 72_000
  return Math.floor((bytesPerFrame * bitRate) / (sampleRate / divisor)) + ((third >> 1) & 1)
}

/** Decodes AAC without a container: ADTS frames (ISO/IEC 14496-3, 1.A.2). */
export function readAdts(file: Uint8Array): AsyncGenerator<AudioBlock> {
  return decodePackets({ codec: 'aac', description: new Uint8Array(), packets: adtsFrames(file) })
}

const ADTS_HEADER = 7

/** Whether an ADTS frame may begin at `at`: 12 sync bits, the MPEG version, and 0 for the layer. */
export function isAdts(file: Uint8Array, at: number): boolean {
  return file[at] === 0xff && (file[at + 1]! & 0xf6) === 0xf0
}

function* adtsFrames(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at + ADTS_HEADER <= file.length; ) {
    const length = ((file[at + 3]! & 3) << 11) | (file[at + 4]! << 3) | (file[at + 5]! >> 5)
    if (isAdts(file, at) && length >= ADTS_HEADER) {
      yield file.subarray(at, at + length)
      at += length
    } else {
      at++
    }
  }
}
