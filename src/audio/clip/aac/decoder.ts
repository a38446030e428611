import { BANDS, type Bands } from './bands.ts'
import { BitReader } from './bit-reader.ts'
import { type Channel, readChannel } from './channel.ts'
import { type AacConfig, adtsHeader, configIn } from './config.ts'
import { FilterBank } from './filter-bank.ts'
import { NoiseSource } from './noise.ts'
import { readPair } from './pair.ts'
import { shapeNoise } from './tns.ts'

/**
 * Makes a decoder for AAC-LC (ISO/IEC 14496-3, subpart 4). Of HE-AAC it decodes the AAC-LC core, which is the lower
 * half of the spectrum.
 *
 * @param description the AudioSpecificConfig; empty if each packet is an ADTS frame
 * @returns a function that decodes the frames in order
 * @throws UnsupportedAac for another kind of AAC. The returned function can throw it too.
 */
export function createAacDecoder(description: Uint8Array): (frame: Uint8Array) => AacFrame {
  const config = description.length > 0 ? configIn(description) : undefined
  const decoder = new Decoder()
  return (packet) => {
    if (config) return decoder.decode(config, packet)
    const header = adtsHeader(packet)
    return decoder.decode(header, packet.subarray(header.length))
  }
}

/** A decoded frame: the samples of each channel, and the sample rate in Hz. */
interface AacFrame {
  readonly channels: Float32Array[]
  readonly sampleRate: number
}

/** Syntactic elements of a frame (ISO/IEC 14496-3, table 4.85). */
const SINGLE_CHANNEL = 0
const CHANNEL_PAIR = 1
const COUPLING_CHANNEL = 2
const LOW_FREQUENCY = 3
const DATA = 4
const PROGRAM_CONFIG = 5
const FILL = 6
const END = 7

/** A stream of 7.1 channels has eight. */
const MAX_CHANNELS = 8

class Decoder {
  readonly #noise = new NoiseSource()
  /** A filter bank for each channel, by its index in the frame. All frames have the same elements. */
  readonly #filterBanks: FilterBank[] = []

  decode({ rateIndex, sampleRate }: AacConfig, frame: Uint8Array): AacFrame {
    const bits = new BitReader(frame)
    const channels: Float32Array[] = []
    for (const channel of this.#channels(bits, BANDS[rateIndex]!)) {
      if (channels.length === MAX_CHANNELS) throw new Error('too many channels')
      this.#filterBanks[channels.length] ??= new FilterBank()
      shapeNoise(channel.filters, channel.spectrum, channel.info)
      const { sequence, shape } = channel.info
      channels.push(this.#filterBanks[channels.length]!.synthesize(channel.spectrum, sequence, shape))
    }
    return { channels, sampleRate }
  }

  /** The channels of raw_data_block (ISO/IEC 14496-3, 4.4.2.1). */
  *#channels(bits: BitReader, divisions: Bands): Generator<Channel> {
    for (;;) {
      const element = bits.bits(3)
      if (element === END) return
      if (element !== FILL) bits.skip(4) // element_instance_tag
      switch (element) {
        case SINGLE_CHANNEL:
        case LOW_FREQUENCY: {
          const channel = readChannel(bits, divisions)
          this.#noise.fill(channel)
          yield channel
          break
        }
        case CHANNEL_PAIR:
          yield* readPair(bits, divisions, this.#noise)
          break
        case DATA:
          skipData(bits)
          break
        case PROGRAM_CONFIG:
          skipProgramConfig(bits)
          break
        case FILL:
          skipFill(bits)
          break
        case COUPLING_CHANNEL:
          throw new Error('coupling channels are not decoded')
      }
    }
  }
}

function skipData(bits: BitReader): void {
  const aligned = bits.flag()
  let bytes = bits.bits(8)
  if (bytes === 255) bytes += bits.bits(8)
  if (aligned) bits.toByte()
  bits.skip(8 * bytes)
}

function skipFill(bits: BitReader): void {
  let bytes = bits.bits(4)
  if (bytes === 15) bytes += bits.bits(8) - 1
  bits.skip(8 * bytes)
}

/** program_config_element assigns elements to speakers. It does not matter here, because all channels are mixed. */
function skipProgramConfig(bits: BitReader): void {
  bits.skip(2 + 4)
  const [front, side, back, lowFrequency, data, coupling] = [4, 4, 4, 2, 3, 4].map((width) =>
    bits.bits(width),
  ) as [number, number, number, number, number, number]
  if (bits.flag()) bits.skip(4)
  if (bits.flag()) bits.skip(4)
  if (bits.flag()) bits.skip(3)
  bits.skip(5 * (front + side + back + coupling) + 4 * (lowFrequency + data))
  bits.toByte()
  bits.skip(8 * bits.bits(8))
}
