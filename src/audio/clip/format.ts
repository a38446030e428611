import { firstMp3Frame, isAdts } from './mpeg-demuxer.ts'

/** The containers that are read. */
export type Format = 'wav' | 'mp3' | 'flac' | 'ogg' | 'mp4' | 'matroska' | 'adts'

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
  return audio.length < file.length ? { format: 'mp3', audio } : undefined
}

function signature(file: Uint8Array): Format | undefined {
  const text = Buffer.from(file.subarray(0, 12)).toString('latin1')
  if (/^(RIFF|RF64)....WAVE/s.test(text)) return 'wav'
  if (text.startsWith('fLaC')) return 'flac'
  if (text.startsWith('OggS')) return 'ogg'
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'matroska'
  if (/^....(ftyp|moov|mdat|wide|free|skip)/s.test(text)) return 'mp4'
  if (isAdts(file, 0)) return 'adts'
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
