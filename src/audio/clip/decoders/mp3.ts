import type { Piece } from '../piece.ts'
import { quietly } from '../quietly.ts'

/** libmpg123 (LGPL-2.1), as mpg123-decoder has it. It takes bytes cut anywhere. */
export async function mp3Decoder(): Promise<(bytes: Uint8Array) => Piece> {
  const { MPEGDecoder } = await import('mpg123-decoder')
  const decoder = new MPEGDecoder()
  await decoder.ready
  return (bytes) => {
    const { channelData, sampleRate } = quietly(() => decoder.decode(bytes))
    return { channels: channelData, sampleRate }
  }
}
