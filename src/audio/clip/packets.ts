import type { AudioBlock } from './audio-block.ts'
import { ClipError } from './clip.ts'
import {
  aacDecoder,
  flacDecoder,
  mp3Decoder,
  opusDecoder,
  type PacketDecoder,
  vorbisDecoder,
} from './decoders.ts'
import { MAX_CLIP_SECONDS } from './mono-clip.ts'

/** Makes the decoder of each codec from the decoder configuration in the container. */
const DECODERS = {
  aac: aacDecoder,
  flac: flacDecoder,
  mp3: mp3Decoder,
  opus: opusDecoder,
  vorbis: vorbisDecoder,
} satisfies Record<string, (description: Uint8Array) => Promise<PacketDecoder>>

/** A demuxed audio stream. */
export interface Stream {
  readonly codec: keyof typeof DECODERS
  /** The decoder configuration, in the form that the codec's decoder expects. */
  readonly description: Uint8Array
  /** Encoded packets, in order. */
  readonly packets: Iterable<Uint8Array>
  /** Seconds to drop at the beginning: the encoder's delay. */
  readonly preSkip?: number
}

/**
 * The highest packet rate of these codecs: Opus with frames of 2.5 ms. A header may claim any number of empty packets.
 */
const PACKETS_PER_SECOND = 400

/** Reading stops after this many packets without audio. Each can take as long to decode as a good one. */
const MAX_EMPTY_PACKETS = 1000

/**
 * Decodes a stream. Malformed packets are skipped, up to {@link MAX_EMPTY_PACKETS}.
 *
 * @throws ClipError if the stream has no packet of a supported kind
 */
export async function* decodePackets({
  codec,
  description,
  packets,
  preSkip = 0,
}: Stream): AsyncGenerator<AudioBlock> {
  const decode = await DECODERS[codec](description)
  let count = 0
  let empty = 0
  let decodedSeconds = 0
  let refusal: ClipError | undefined
  for (const packet of packets) {
    if (++count > MAX_CLIP_SECONDS * PACKETS_PER_SECOND || empty > MAX_EMPTY_PACKETS) break
    try {
      const block = await decode(packet)
      const length = block.channels[0]?.length ?? 0
      if (length === 0) empty++
      yield withoutPreSkip(block, preSkip - decodedSeconds)
      decodedSeconds += length / block.sampleRate
    } catch (error) {
      empty++
      if (error instanceof ClipError) refusal ??= error
    }
  }
  if (decodedSeconds === 0 && refusal) throw refusal
}

function withoutPreSkip({ channels, sampleRate }: AudioBlock, preSkip: number): AudioBlock {
  const start = Math.max(0, Math.round(preSkip * sampleRate))
  return { channels: start > 0 ? channels.map((channel) => channel.subarray(start)) : channels, sampleRate }
}
