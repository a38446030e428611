import { UnsupportedAac } from './aac/config.ts'
import { type AudioBlock, checkShape } from './audio-block.ts'
import { ClipError } from './clip.ts'

/** Decodes the packets of one stream, in order. A malformed packet throws or becomes an empty block. */
export type PacketDecoder = (packet: Uint8Array) => AudioBlock | Promise<AudioBlock>

/**
 * Our own AAC decoder.
 *
 * @param description the AudioSpecificConfig; empty if each packet is an ADTS frame
 * @throws ClipError if the AAC profile is not supported. The returned decoder can throw it too.
 */
export async function aacDecoder(description: Uint8Array): Promise<PacketDecoder> {
  const { createAacDecoder } = await import('./aac/decoder.ts')
  const decode = refusingUnsupported(() => createAacDecoder(description))
  return (packet) => refusingUnsupported(() => decode(packet))
}

function refusingUnsupported<T>(call: () => T): T {
  try {
    return call()
  } catch (cause) {
    if (!(cause instanceof UnsupportedAac)) throw cause
    const message = `The clip's kind of AAC is not supported: ${cause.message}. Send AAC-LC, or WAV or MP3.`
    throw new ClipError('not_audio', message, { cause })
  }
}

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

/** libmpg123 (LGPL-2.1), from mpg123-decoder. It accepts bytes cut at any position. */
export async function mp3Decoder(): Promise<(bytes: Uint8Array) => AudioBlock> {
  const { MPEGDecoder } = await import('mpg123-decoder')
  const decoder = new MPEGDecoder()
  await decoder.ready
  return (bytes) => {
    const { channelData, sampleRate } = quietly(() => decoder.decode(bytes))
    return { channels: channelData, sampleRate }
  }
}

/** Opus is decoded at 48 kHz, whatever the input rate of the encoder was. */
const OPUS_RATE = 48000

/**
 * libopus (BSD-3-Clause).
 *
 * @param head the identification header, `OpusHead` (RFC 7845, section 5.1)
 */
export async function opusDecoder(head: Uint8Array): Promise<PacketDecoder> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const channels = view.getUint8(9)
  checkShape(channels, OPUS_RATE)
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

/**
 * libvorbis (BSD-3-Clause). It accepts Ogg pages. The packets may come from Matroska, so each is passed as a page of
 * its own.
 *
 * @param description the three header packets, laced as in Matroska's CodecPrivate: the number of packets minus one, the
 *   sizes of the first two in Xiph lacing (bytes of 255 and a smaller last one), then the packets
 */
export async function vorbisDecoder(description: Uint8Array): Promise<PacketDecoder> {
  const [identification, setup] = vorbisHeaders(description)
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

function vorbisHeaders(description: Uint8Array): [identification: Uint8Array, setup: Uint8Array] {
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

/**
 * Runs the synchronous part of a decoder call with console.error silenced. These decoders print every bad frame, which
 * can be a thousand lines for one damaged file.
 */
function quietly<T>(call: () => T): T {
  const { error } = console
  console.error = () => {}
  try {
    return call()
  } finally {
    console.error = error
  }
}
