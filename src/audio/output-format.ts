import { SAMPLE_RATE } from './sample-rate.ts'

/** Ways to write a sample: 16-bit linear, and the two 8-bit laws of ITU-T G.711. */
export const ENCODINGS = ['pcm_s16le', 'pcm_mulaw', 'pcm_alaw'] as const

/** Sample rates in Hz that a request to /tts can have (spec 2.5). The last is the voice model's own. */
export const SAMPLE_RATES = [8000, 16000, SAMPLE_RATE] as const

export type Encoding = (typeof ENCODINGS)[number]

/** Hz. 24000 is what OpenAI's clients expect. */
export type SampleRate = (typeof SAMPLE_RATES)[number] | 24_000

/** How audio is asked for: one channel, as bare samples or as a WAV file. */
export interface OutputFormat {
  readonly container: 'raw' | 'wav'
  readonly encoding: Encoding
  /** Hz */
  readonly sampleRate: SampleRate
}

/** Bytes that one sample takes. */
export function bytesPerSample(encoding: Encoding): number {
  return encoding === 'pcm_s16le' ? 2 : 1
}
