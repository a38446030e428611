import { flacFile } from './flac-encoder.ts'
import type { CompressedCodec } from './format.ts'
import { mp3File } from './mp3-file.ts'

/**
 * A file of a whole stream, which tells how long it is. What is played of an MP3 file is then exactly the speech; Opus
 * streams end so in any case.
 *
 * @param stream all bytes of an encoder, not none
 * @param samples at 22050 Hz that it was given
 */
export function compressedFile(codec: CompressedCodec, stream: Uint8Array, samples: number): Uint8Array {
  if (codec === 'mp3') return mp3File(stream, samples)
  return codec === 'flac' ? flacFile(stream, samples) : stream
}
