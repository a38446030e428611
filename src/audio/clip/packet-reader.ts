import type { AudioCodec, EncodedPacket, InputAudioTrack } from 'mediabunny'
import { aacDecoder } from './aac/decoder.ts'
import { ClipError } from './clip-error.ts'
import { flacDecoder } from './decoders/flac.ts'
import { mp3Decoder } from './decoders/mp3.ts'
import { opusDecoder } from './decoders/opus.ts'
import type { PacketDecoder } from './decoders/packet-decoder.ts'
import { vorbisDecoder } from './decoders/vorbis.ts'
import { LONGEST_CLIP } from './mono-clip.ts'
import { checkShape, type Piece } from './piece.ts'

/** No codec here has more packets to a second: Opus frames of 2.5 ms. A header may claim any number of empty ones. */
const PACKETS_PER_SECOND = 400

/** The decoder of each codec, by what the container says of the stream. */
const DECODERS: Partial<Record<AudioCodec, (description: Uint8Array) => Promise<PacketDecoder>>> = {
  aac: aacDecoder,
  flac: flacDecoder,
  mp3: mp3Decoder,
  opus: opusDecoder,
  vorbis: vorbisDecoder,
}

/** Reads the first sound track of an MP4, Matroska, WebM, Ogg, FLAC or ADTS file. */
export async function* readPackets(file: Uint8Array): AsyncGenerator<Piece> {
  const {
    ADTS,
    BufferSource,
    EncodedPacketSink,
    FLAC,
    Input,
    Logging,
    LogLevel,
    MATROSKA,
    MP4,
    OGG,
    QTFF,
    WEBM,
  } = await import('mediabunny')
  Logging.level = LogLevel.Silent
  const input = new Input({
    source: new BufferSource(file),
    formats: [MP4, QTFF, MATROSKA, WEBM, OGG, FLAC, ADTS],
  })
  const track = await input.getPrimaryAudioTrack()
  if (!track) {
    throw new ClipError('not_audio', 'The clip has no sound track that can be read. Send a file with sound.')
  }
  const decode = await decoderOf(track)
  let packets = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const piece = await decoded(decode, packet)
    if (piece) yield fromTimeZero(piece, packet.timestamp)
    if (++packets > LONGEST_CLIP * PACKETS_PER_SECOND) return
  }
}

async function decoderOf(track: InputAudioTrack): Promise<PacketDecoder> {
  const codec = await track.getCodec()
  const create = codec && DECODERS[codec]
  if (!create) {
    throw new ClipError(
      'not_audio',
      `The clip's codec${codec ? `, ${codec},` : ''} is not supported in its container. Send AAC, Opus, Vorbis, FLAC or MP3.`,
    )
  }
  checkShape(await track.getNumberOfChannels(), await track.getSampleRate())
  const description = (await track.getDecoderConfig())?.description
  return create(bytesOf(description))
}

function bytesOf(source: ArrayBufferLike | ArrayBufferView | undefined): Uint8Array {
  if (!source) return new Uint8Array()
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

/** A packet that makes no sense is left out: those after it may. */
async function decoded(decode: PacketDecoder, packet: EncodedPacket): Promise<Piece | undefined> {
  try {
    return await decode(packet.data)
  } catch (error) {
    if (error instanceof ClipError) throw error
    return undefined
  }
}

/** Sound before time 0 is what an encoder needs to get going; its container says that it is not to be heard. */
function fromTimeZero({ channels, sampleRate }: Piece, timestamp: number): Piece {
  const unheard = Math.max(0, Math.round(-timestamp * sampleRate))
  return {
    channels: unheard > 0 ? channels.map((channel) => channel.subarray(unheard)) : channels,
    sampleRate,
  }
}
