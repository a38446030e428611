import type { SpeechFormat } from '../../audio/compressed/format.ts'

/** Hz of uncompressed audio, as OpenAI has it. */
const RATE = 24_000

/** What a response_format stands for. */
interface Format {
  readonly format: SpeechFormat
  readonly contentType: string
}

/** The formats by OpenAI's names. Compressed audio is streamed. */
export const FORMATS = {
  mp3: { format: { container: 'mp3', isWhole: false }, contentType: 'audio/mpeg' },
  opus: { format: { container: 'opus', isWhole: false }, contentType: 'audio/ogg' },
  flac: { format: { container: 'flac', isWhole: false }, contentType: 'audio/flac' },
  wav: { format: { container: 'wav', encoding: 'pcm_s16le', sampleRate: RATE }, contentType: 'audio/wav' },
  pcm: { format: { container: 'raw', encoding: 'pcm_s16le', sampleRate: RATE }, contentType: 'audio/pcm' },
} as const satisfies Readonly<Record<string, Format>>

export type FormatName = keyof typeof FORMATS

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[]
