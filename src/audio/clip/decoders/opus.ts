import { checkShape } from '../piece.ts'
import { quietly } from '../quietly.ts'
import type { PacketDecoder } from './packet-decoder.ts'

/** Opus is decoded at 48 kHz, whatever went into the encoder. */
const SAMPLE_RATE = 48000

/**
 * libopus (BSD-3-Clause).
 *
 * @param head the identification header, `OpusHead` (RFC 7845, section 5.1)
 */
export async function opusDecoder(head: Uint8Array): Promise<PacketDecoder> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const channels = view.getUint8(9)
  checkShape(channels, SAMPLE_RATE)
  const mapped = view.getUint8(18) !== 0
  const { OpusDecoder } = await import('opus-decoder')
  const decoder = new OpusDecoder({
    channels,
    preSkip: view.getUint16(10, true),
    ...(mapped && {
      streamCount: view.getUint8(19),
      coupledStreamCount: view.getUint8(20),
      channelMappingTable: Array.from({ length: channels }, (_, i) => view.getUint8(21 + i)),
    }),
  })
  await decoder.ready
  return (packet) => {
    const { channelData, sampleRate } = quietly(() => decoder.decodeFrame(packet))
    return { channels: channelData, sampleRate }
  }
}
