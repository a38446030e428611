import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A recording that fixtures/make.sh made. */
export function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dir, 'fixtures', name))
}

/** AudioSpecificConfigs: object type 5 at 44100 Hz and stereo, extended to 88200 Hz, of type 2; and object type 1. */
export const HE_AAC = Buffer.from([0b00101_010, 0b0_0010_000, 0b1_00010_00, 0, 0])
export const MAIN_AAC = Buffer.from([0b00001_010, 0b0_0010_000, 0, 0, 0])

/** The recording in M4A, said to be another kind of AAC. */
export function m4aWith(config: Buffer): Buffer {
  const file = fixture('tone.m4a')
  config.copy(file, file.indexOf(Buffer.from('1210', 'hex'), file.indexOf('esds')))
  return file
}

/** What the recordings have: 440 Hz for a second, then 1000 Hz for one, at half of full scale. */
export const AMPLITUDE = 0.5
export const HERTZ = [440, 1000] as const

/** The same, of any length. */
export function tones(sampleRate: number, seconds = 2): Float64Array {
  return Float64Array.from({ length: sampleRate * seconds }, (_, i) => {
    const hertz = HERTZ[i < sampleRate ? 0 : 1]
    return AMPLITUDE * Math.sin((2 * Math.PI * hertz * i) / sampleRate)
  })
}

/** How a WAV file has its samples: wFormatTag, bits, and a sample (-1 to 1) as bytes. */
export interface WavEncoding {
  readonly tag: number
  readonly bits: number
  readonly write: (bytes: Buffer, sample: number, at: number) => void
}

export const PCM_16: WavEncoding = {
  tag: 1,
  bits: 16,
  write: (bytes, sample, at) => bytes.writeInt16LE(Math.round(sample * 32767), at),
}

interface WavOptions {
  readonly encoding?: WavEncoding
  readonly sampleRate?: number
  /** Samples of each channel. */
  readonly channels?: readonly ArrayLike<number>[]
  /** Has the encoding in a WAVE_FORMAT_EXTENSIBLE. */
  readonly extensible?: boolean
  /** What the file says, where that is not so. */
  readonly declared?: { readonly size?: number; readonly channels?: number; readonly sampleRate?: number }
  /** Chunks before the data. */
  readonly chunks?: readonly Buffer[]
}

export function wavFile({
  encoding = PCM_16,
  sampleRate = 16000,
  channels = [tones(sampleRate)],
  extensible = false,
  declared = {},
  chunks = [],
}: WavOptions = {}): Buffer {
  const width = encoding.bits / 8
  const frame = width * channels.length
  const format = Buffer.alloc(extensible ? 40 : 16)
  format.writeUInt16LE(extensible ? 0xfffe : encoding.tag, 0)
  format.writeUInt16LE(declared.channels ?? channels.length, 2)
  format.writeUInt32LE(declared.sampleRate ?? sampleRate, 4)
  format.writeUInt32LE(sampleRate * frame, 8)
  format.writeUInt16LE(frame, 12)
  format.writeUInt16LE(encoding.bits, 14)
  if (extensible) {
    format.writeUInt16LE(22, 16)
    format.writeUInt16LE(encoding.bits, 18)
    format.writeUInt16LE(encoding.tag, 24)
    Buffer.from('00001000800000aa00389b71', 'hex').copy(format, 28)
  }
  const data = Buffer.alloc(channels[0]!.length * frame)
  for (const [channel, samples] of channels.entries()) {
    for (let i = 0; i < samples.length; i++) encoding.write(data, samples[i]!, i * frame + channel * width)
  }
  const dataChunk = riffChunk('data', data)
  if (declared.size !== undefined) dataChunk.writeUInt32LE(declared.size, 4)
  return riffChunk(
    'RIFF',
    Buffer.concat([Buffer.from('WAVE'), riffChunk('fmt ', format), ...chunks, dataChunk]),
  )
}

export function riffChunk(id: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(id, 'latin1')
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)])
}

interface FlacOptions {
  readonly sampleRate: number
  readonly bits: 16 | 24
  /** The samples of each channel in each frame: as they are, or one for all. */
  readonly frames: readonly (readonly (Int32Array | number)[])[]
  readonly blockSize: number
}

/** A FLAC file of verbatim and constant subframes (RFC 9639). */
export function flacFile({ sampleRate, bits, frames, blockSize }: FlacOptions): Buffer {
  const channels = frames[0]!.length
  const info = new BitWriter()
  info.write(blockSize, 16)
  info.write(blockSize, 16)
  info.write(0, 48)
  info.write(sampleRate, 20)
  info.write(channels - 1, 3)
  info.write(bits - 1, 5)
  // The number of samples is not known, nor is their digest.
  info.write(0, 36)
  info.write(0, 128)
  const head = Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info.bytes()])
  return Buffer.concat([head, ...frames.map((frame, number) => flacFrame(frame, number, bits, blockSize))])
}

/** Codes of rates in a FLAC frame's header (RFC 9639, section 9.1.2). */
export const FLAC_RATES = { ofFile: 0, at176400: 2, at192000: 3 } as const

export function flacFrame(
  channels: readonly (Int32Array | number)[],
  number: number,
  bits: 16 | 24,
  blockSize: number,
  rate: number = FLAC_RATES.ofFile,
): Buffer {
  const writer = new BitWriter()
  writer.write(0xfff8, 16)
  // A block size of 16 bits at the end of the header.
  writer.write(0b0111, 4)
  writer.write(rate, 4)
  writer.write(channels.length - 1, 4)
  writer.write(bits === 16 ? 0b100 : 0b110, 3)
  writer.write(0, 1)
  for (const byte of Buffer.from(String.fromCodePoint(number))) writer.write(byte, 8)
  writer.write(blockSize - 1, 16)
  writer.write(crc(writer.bytes(), 8, 0x07), 8)
  for (const samples of channels) {
    const constant = typeof samples === 'number'
    writer.write(constant ? 0 : 0b0000_0010, 8)
    for (const sample of constant ? [samples] : samples) writer.write(sample, bits)
  }
  writer.align()
  writer.write(crc(writer.bytes(), 16, 0x8005), 16)
  return writer.bytes()
}

/** An Ogg file of one stream (RFC 3533), without checksums. */
export function oggFile(packets: readonly Buffer[]): Buffer {
  const pages: Buffer[] = []
  for (const packet of packets) {
    const header = Buffer.alloc(27)
    header.write('OggS', 'latin1')
    const sizes = Buffer.alloc(Math.floor(packet.length / 255) + 1, 255)
    sizes[sizes.length - 1] = packet.length % 255
    header[26] = sizes.length
    pages.push(header, sizes, packet)
  }
  return Buffer.concat(pages)
}

function crc(bytes: Uint8Array, width: 8 | 16, polynomial: number): number {
  let value = 0
  for (const byte of bytes) {
    value ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit++)
      value = (value << 1) ^ (value >> (width - 1) ? polynomial | (1 << width) : 0)
  }
  return value
}

class BitWriter {
  readonly #bytes: number[] = []
  #free = 0

  write(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) {
      if (this.#free === 0) {
        this.#bytes.push(0)
        this.#free = 8
      }
      this.#free--
      this.#bytes[this.#bytes.length - 1]! |= (i < 32 ? (value >> i) & 1 : 0) << this.#free
    }
  }

  align(): void {
    this.#free = 0
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes)
  }
}
