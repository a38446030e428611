import type { Piece } from './piece.ts'
import { quietly } from './quietly.ts'

/** Bytes that are decoded at once. */
const STEP = 16384

/** Reads a FLAC file. */
export async function* readFlac(file: Uint8Array): AsyncGenerator<Piece> {
  const { FLACDecoder } = await import('@wasm-audio-decoders/flac')
  const decoder = new FLACDecoder()
  await decoder.ready
  for (let at = 0; at < file.length; at += STEP) {
    const { channelData, sampleRate } = await quietly(() => decoder.decode(file.subarray(at, at + STEP)))
    yield { channels: channelData, sampleRate }
  }
  const { channelData, sampleRate } = await quietly(() => decoder.flush())
  yield { channels: channelData, sampleRate }
}
