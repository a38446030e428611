import type { Encoder } from '../encoder.ts'
import { FlacEncoder } from './flac-encoder.ts'
import type { CompressedCodec } from './format.ts'
import { createMp3Encoder } from './mp3-encoder.ts'
import { createOpusEncoder } from './opus-encoder.ts'

const CREATE: Readonly<Record<CompressedCodec, () => Encoder | Promise<Encoder>>> = {
  mp3: createMp3Encoder,
  opus: createOpusEncoder,
  flac: () => new FlacEncoder(),
}

/**
 * An encoder for one stream. Its bytes together are a complete file, which can be played while it comes. A stream without
 * samples has no bytes. There is nothing to close: what an encoder holds that is left in the middle of a stream is
 * released when the encoder is collected.
 */
export async function createCompressedEncoder(codec: CompressedCodec): Promise<Encoder> {
  return CREATE[codec]()
}
