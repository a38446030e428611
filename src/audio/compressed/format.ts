import type { OutputFormat } from '../output-format.ts'

/** Ways to compress speech: MP3, Opus in an Ogg stream, FLAC. */
export const CODECS = ['mp3', 'opus', 'flac'] as const

export type CompressedCodec = (typeof CODECS)[number]

/** Compressed speech of one channel. Its rate and bit rate go with the codec. */
export interface CompressedFormat {
  readonly container: CompressedCodec
  /** Whether it comes all at once, as a file that states its length, or as it is made. */
  readonly isWhole: boolean
}

/** Every format that a turn can be spoken in. */
export type SpeechFormat = OutputFormat | CompressedFormat

/** Whether speech comes all at once, because its file states its length. */
export function isWholeFile(format: SpeechFormat): boolean {
  return isCompressed(format) ? format.isWhole : format.container === 'wav'
}

/** Whether a format is compressed: MP3, Opus or FLAC. */
export function isCompressed(format: SpeechFormat): format is CompressedFormat {
  return !('encoding' in format)
}
