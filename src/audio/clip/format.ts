/** The containers that are read. */
export type Format = 'wav' | 'mp3' | 'flac' | 'ogg' | 'mp4' | 'matroska' | 'adts'

/** Bytes at the beginning of an MP3 that may be anything: half a frame of a stream that was cut. */
const MP3_SEARCH = 65536
/** MPEG frames in a row that make an MP3: fewer stand in any file by chance. */
const MP3_FRAMES = 3

/**
 * Tells the format by what is in the file.
 *
 * @returns undefined when it is none that is read; `audio` is the file without ID3 tags at its beginning
 */
export function formatOf(file: Uint8Array): { format: Format; audio: Uint8Array } | undefined {
  const audio = file.subarray(tagsLength(file))
  const format = signature(audio)
  if (format) return { format, audio }
  const start = firstMp3Frame(audio)
  if (start >= 0) return { format: 'mp3', audio: audio.subarray(start) }
  // Tags with nothing behind them that is known were to be an MP3's.
  return audio === file || audio.length === file.length ? undefined : { format: 'mp3', audio }
}

function signature(file: Uint8Array): Format | undefined {
  const text = Buffer.from(file.subarray(0, 12)).toString('latin1')
  if (/^(RIFF|RF64)....WAVE/s.test(text)) return 'wav'
  if (text.startsWith('fLaC')) return 'flac'
  if (text.startsWith('OggS')) return 'ogg'
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'matroska'
  if (/^....(ftyp|moov|mdat|wide|free|skip)/s.test(text)) return 'mp4'
  // 12 bits of sync, then the MPEG version, and 0 for the layer (ISO/IEC 14496-3, 1.A.2.2).
  if (file[0] === 0xff && (file[1]! & 0xf6) === 0xf0) return 'adts'
  return undefined
}

/** Length of the ID3v2 tags that a file begins with (id3.org, "ID3 tag version 2.4.0", section 3.1). */
function tagsLength(file: Uint8Array): number {
  let at = 0
  while (file[at] === 0x49 && file[at + 1] === 0x44 && file[at + 2] === 0x33 && at + 10 <= file.length) {
    const size = file.subarray(at + 6, at + 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0)
    const footer = file[at + 5]! & 0x10 ? 10 : 0
    at = Math.min(at + 10 + size + footer, file.length)
  }
  return at
}

/** Where frames begin that follow each other, or −1. */
function firstMp3Frame(file: Uint8Array): number {
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
const BIT_RATES = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const SAMPLE_RATES = [44100, 48000, 32000] as const

/** Bytes of the MPEG layer III frame at a place, or 0 when there is none (ISO/IEC 11172-3, 2.4.2.3; 13818-3, 2.4.2.3). */
function mp3FrameLength(file: Uint8Array, at: number): number {
  if (file[at] !== 0xff || at + 4 > file.length) return 0
  const second = file[at + 1]!
  const third = file[at + 2]!
  const version = (second >> 3) & 3
  if ((second & 0xe0) !== 0xe0 || version === 1 || ((second >> 1) & 3) !== 1) return 0
  const mpeg1 = version === 3
  const bitRate = (mpeg1 ? BIT_RATES.mpeg1 : BIT_RATES.mpeg2)[third >> 4]
  const sampleRate = SAMPLE_RATES[(third >> 2) & 3]
  if (!bitRate || !sampleRate) return 0
  const divisor = mpeg1 ? 1 : version === 2 ? 2 : 4
  const bytesPerFrame = mpeg1 ? 144_000 : 72_000
  return Math.floor((bytesPerFrame * bitRate) / (sampleRate / divisor)) + ((third >> 1) & 1)
}
