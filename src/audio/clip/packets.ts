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

/** The decoder of each codec, made by what the container says of the stream. */
const DECODERS = {
  aac: aacDecoder,
  flac: flacDecoder,
  mp3: mp3Decoder,
  opus: opusDecoder,
  vorbis: vorbisDecoder,
} satisfies Record<string, (description: Uint8Array) => Promise<PacketDecoder>>

/** What a container has. */
export interface Stream {
  readonly codec: keyof typeof DECODERS
  /** What the codec's decoder is to know beforehand. */
  readonly description: Uint8Array
  /** What the encoder made at once, one after the other. */
  readonly packets: Iterable<Uint8Array>
  /** Seconds at the beginning that are not to be heard: the encoder needed them to get going. */
  readonly preSkip?: number
}

/** No codec here has more packets to a second: Opus frames of 2.5 ms. A header may claim any number of empty ones. */
const PACKETS_PER_SECOND = 400

/** Packets without sound after which no more is read: each may take as long as one that is whole. */
const MAX_SOUNDLESS_PACKETS = 1000

/**
 * Decodes a stream. A packet that makes no sense is left out: those after it may make some, unless it is one of very
 * many.
 *
 * @throws ClipError when none is of a kind that is decoded
 */
export async function* decodePackets({
  codec,
  description,
  packets,
  preSkip = 0,
}: Stream): AsyncGenerator<AudioBlock> {
  const decode = await DECODERS[codec](description)
  let count = 0
  let soundless = 0
  let passed = 0
  let refusal: ClipError | undefined
  for (const packet of packets) {
    if (++count > MAX_CLIP_SECONDS * PACKETS_PER_SECOND || soundless > MAX_SOUNDLESS_PACKETS) break
    try {
      const block = await decode(packet)
      const length = block.channels[0]?.length ?? 0
      if (length === 0) soundless++
      yield heard(block, preSkip - passed)
      passed += length / block.sampleRate
    } catch (error) {
      soundless++
      if (error instanceof ClipError) refusal ??= error
    }
  }
  if (passed === 0 && refusal) throw refusal
}

function heard({ channels, sampleRate }: AudioBlock, preSkip: number): AudioBlock {
  const start = Math.max(0, Math.round(preSkip * sampleRate))
  return { channels: start > 0 ? channels.map((channel) => channel.subarray(start)) : channels, sampleRate }
}
