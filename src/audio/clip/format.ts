import { firstMp3Frame, isAdts } from './mpeg-demuxer.ts'

/** The supported containers. */
export type Format = 'wav' | 'mp3' | 'flac' | 'ogg' | 'mp4' | 'matroska' | 'adts'

/** The format of a file, and the file without the ID3 tags at its beginning. */
export interface Found {
  readonly format: Format
  readonly audio: Uint8Array
}

/**
 * Detects the format by the content of the file.
 *
 * @returns undefined if the format is not supported
 */
export function formatOf(file: Uint8Array): Found | undefined {
  const audio = file.subarray(tagsLength(file))
  const format = signature(audio)
  if (format) return { format, audio }
  const start = firstMp3Frame(audio)
  if (start >= 0) return { format: 'mp3', audio: audio.subarray(start) }
  // ID3 tags followed by unknown bytes: most likely a damaged MP3.
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

/** The length in bytes of the ID3v2 tags at the beginning of a file (id3.org, "ID3 tag version 2.4.0", section 3.1). */
function tagsLength(file: Uint8Array): number {
  let at = 0
  while (file[at] === 0x49 && file[at + 1] === 0x44 && file[at + 2] === 0x33 && at + 10 <= file.length) {
    const size = file.subarray(at + 6, at + 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0)
    const footer = file[at + 5]! & 0x10 ? 10 : 0
    at = Math.min(at + 10 + size + footer, file.length)
  }
  return at
}
