import type { EncodedPacketSink } from 'mediabunny'
import { unsupportedCodec, withoutSound } from './not-audio.ts'
import { decodePackets, isCodec, type Packet } from './packets.ts'
import { checkShape, type Piece } from './piece.ts'

/** Reads the first sound track of an MP4, Ogg, FLAC or ADTS file. */
export async function* readContainer(file: Uint8Array): AsyncGenerator<Piece> {
  const { ADTS, BufferSource, EncodedPacketSink, FLAC, Input, Logging, LogLevel, MP4, OGG, QTFF } =
    await import('mediabunny')
  Logging.level = LogLevel.Silent
  const input = new Input({ source: new BufferSource(file), formats: [MP4, QTFF, OGG, FLAC, ADTS] })
  const track = await input.getPrimaryAudioTrack()
  if (!track) {
    const others = await input.getTracks()
    throw others.length > 0 ? withoutSound() : new Error('no track')
  }
  const codec = await track.getCodec()
  if (!isCodec(codec)) throw unsupportedCodec(codec)
  checkShape(await track.getNumberOfChannels(), await track.getSampleRate())
  const description = bytesOf((await track.getDecoderConfig())?.description)
  yield* decodePackets(codec, description, packets(new EncodedPacketSink(track)))
}

/** One packet after the other: the library's iterator reads ahead, and where the file ends in a packet, forgets those it has. */
async function* packets(sink: EncodedPacketSink): AsyncGenerator<Packet> {
  for (let packet = await sink.getFirstPacket(); packet; packet = await sink.getNextPacket(packet))
    yield packet
}

function bytesOf(source: ArrayBufferLike | ArrayBufferView | undefined): Uint8Array {
  if (!source) return new Uint8Array()
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}
