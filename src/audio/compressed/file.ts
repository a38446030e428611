import { SAMPLE_RATE } from '../sample-rate.ts'
import { flacFile } from './flac-encoder.ts'
import type { CompressedCodec, SpeechFormat } from './format.ts'
import { MP3_DELAY, mp3File } from './mp3-file.ts'

/**
 * A file of a whole stream, which states its length. What is played of an MP3 file is then exactly the speech; Opus
 * streams end so in any case.
 *
 * @param stream all bytes of an encoder, not none
 * @param samples at 22050 Hz that it was given
 */
export function compressedFile(codec: CompressedCodec, stream: Uint8Array, samples: number): Uint8Array {
  if (codec === 'mp3') return mp3File(stream, samples)
  return codec === 'flac' ? flacFile(stream, samples) : stream
}

/** Seconds of silence that are played before the speech: only an MP3 stream cannot say that they are to be skipped. */
export function silenceBefore(format: SpeechFormat): number {
  return format.container === 'mp3' && !format.isWhole ? MP3_DELAY / SAMPLE_RATE : 0
}
