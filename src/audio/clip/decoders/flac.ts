import { quietly } from '../quietly.ts'
import type { PacketDecoder } from './packet-decoder.ts'

/**
 * libFLAC (BSD-3-Clause).
 *
 * @param description `fLaC` and the STREAMINFO block
 */
export async function flacDecoder(description: Uint8Array): Promise<PacketDecoder> {
  const { FLACDecoder } = await import('@wasm-audio-decoders/flac')
  const decoder = new FLACDecoder()
  await decoder.ready
  await quietly(() => decoder.decodeFrames([description]))
  return async (packet) => {
    const { channelData, sampleRate } = await quietly(() => decoder.decodeFrames([packet]))
    return { channels: channelData, sampleRate }
  }
}
