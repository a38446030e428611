import { checkShape } from '../piece.ts'
import { quietly } from '../quietly.ts'
import type { PacketDecoder } from './packet-decoder.ts'

/**
 * libvorbis (BSD-3-Clause). It takes Ogg pages; here each packet is given as one, since it may come from Matroska.
 *
 * @param description the three header packets, laced as in Matroska's CodecPrivate: their number less one, the sizes of
 *   the first two as runs of 255 and a rest, then the packets
 */
export async function vorbisDecoder(description: Uint8Array): Promise<PacketDecoder> {
  const [identification, setup] = headers(description)
  const view = new DataView(identification.buffer, identification.byteOffset, identification.byteLength)
  checkShape(view.getUint8(11), view.getUint32(12, true))
  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis')
  const decoder = new OggVorbisDecoder()
  await decoder.ready
  return async (packet) => {
    const page = { data: identification, codecFrames: [{ data: packet, header: { vorbisSetup: setup } }] }
    const { channelData, sampleRate } = await quietly(() => decoder.decodeOggPages([page as never]))
    return { channels: channelData, sampleRate }
  }
}

function headers(description: Uint8Array): [identification: Uint8Array, setup: Uint8Array] {
  let at = 1
  const size = () => {
    let sum = 0
    for (;;) {
      const part = description[at++]!
      sum += part
      if (part !== 255) return sum
    }
  }
  const identification = size()
  const comment = size()
  return [description.subarray(at, at + identification), description.subarray(at + identification + comment)]
}
