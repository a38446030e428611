import { aacDecoder } from './aac/decoder.ts'
import { ClipError } from './clip-error.ts'
import { flacDecoder } from './decoders/flac.ts'
import { mp3Decoder } from './decoders/mp3.ts'
import { opusDecoder } from './decoders/opus.ts'
import type { PacketDecoder } from './decoders/packet-decoder.ts'
import { vorbisDecoder } from './decoders/vorbis.ts'
import { LONGEST_CLIP } from './mono-clip.ts'
import type { Piece } from './piece.ts'

/** What a codec's encoder makes at once, as the container has it. */
export interface Packet {
  readonly data: Uint8Array
  /** Seconds; before 0 is what is not to be heard. */
  readonly timestamp: number
}

/** The decoder of each codec, made by what the container says of the stream. */
const DECODERS = {
  aac: aacDecoder,
  flac: flacDecoder,
  mp3: mp3Decoder,
  opus: opusDecoder,
  vorbis: vorbisDecoder,
} satisfies Record<string, (description: Uint8Array) => Promise<PacketDecoder>>

export type Codec = keyof typeof DECODERS

/** True for the name of a codec that is decoded. */
export function isCodec(name: string | null): name is Codec {
  return name !== null && Object.hasOwn(DECODERS, name)
}

/** No codec here has more packets to a second: Opus frames of 2.5 ms. A header may claim any number of empty ones. */
const PACKETS_PER_SECOND = 400

/**
 * Decodes the packets of a track.
 *
 * @param description what the codec's decoder is to know beforehand
 */
export async function* decodePackets(
  codec: Codec,
  description: Uint8Array,
  packets: AsyncIterable<Packet> | Iterable<Packet>,
): AsyncGenerator<Piece> {
  const decode = await DECODERS[codec](description)
  let count = 0
  for await (const packet of packets) {
    const piece = await decoded(decode, packet)
    if (piece) yield fromTimeZero(piece, packet.timestamp)
    if (++count > LONGEST_CLIP * PACKETS_PER_SECOND) return
  }
}

/** A packet that makes no sense is left out: those after it may make some. */
async function decoded(decode: PacketDecoder, packet: Packet): Promise<Piece | undefined> {
  try {
    return await decode(packet.data)
  } catch (error) {
    if (error instanceof ClipError) throw error
    return undefined
  }
}

function fromTimeZero({ channels, sampleRate }: Piece, timestamp: number): Piece {
  const unheard = Math.max(0, Math.round(-timestamp * sampleRate))
  return {
    channels: unheard > 0 ? channels.map((channel) => channel.subarray(unheard)) : channels,
    sampleRate,
  }
}
