import { bytesPerSample, type Encoding } from './sample-decoder.ts'

/** How bytes are to be understood as sound of one channel. */
export interface SoundFormat {
  readonly encoding: Encoding
  /** Hz */
  readonly sampleRate: number
}

/** What a WAV file calls an encoding (RFC 2361). */
const FORMAT_TAGS: Readonly<Record<Encoding, number>> = { pcm_s16le: 1, pcm_alaw: 6, pcm_mulaw: 7 }

/** A WAV file of samples as they were sent. */
export function wavFile(
  parts: readonly Uint8Array<ArrayBuffer>[],
  { encoding, sampleRate }: SoundFormat,
): Blob {
  const width = bytesPerSample(encoding)
  const sent = parts.reduce((sum, part) => sum + part.length, 0)
  const length = sent - (sent % width)
  const padding = length % 2
  // Other formats than linear samples have the size of an extension, and say how many samples there are.
  const isLinear = encoding === 'pcm_s16le'
  const formatSize = isLinear ? 16 : 18
  const factSize = isLinear ? 0 : 12
  const header = new DataView(new ArrayBuffer(20 + formatSize + factSize + 8))
  let at = 0
  const name = (text: string) => {
    for (const character of text) header.setUint8(at++, character.charCodeAt(0))
  }
  const short = (value: number) => {
    header.setUint16(at, value, true)
    at += 2
  }
  const long = (value: number) => {
    header.setUint32(at, value, true)
    at += 4
  }
  name('RIFF')
  long(header.byteLength - 8 + length + padding)
  name('WAVEfmt ')
  long(formatSize)
  short(FORMAT_TAGS[encoding])
  short(1)
  long(sampleRate)
  long(sampleRate * width)
  short(width)
  short(width * 8)
  if (!isLinear) {
    short(0)
    name('fact')
    long(4)
    long(length / width)
  }
  name('data')
  long(length)
  return new Blob([header, joined(parts).subarray(0, length), new Uint8Array(padding)], { type: 'audio/wav' })
}

/** Bytes after each other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Takes the header from a WAV file that arrives in pieces. */
export class WavHeaderRemover {
  /** What has arrived of the header; undefined once it is complete. */
  #header: Uint8Array<ArrayBuffer> | undefined = new Uint8Array(0)

  /** The samples in the next piece, as bytes. */
  take(piece: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (this.#header === undefined) return piece
    this.#header = joined([this.#header, piece])
    const start = startOfSamples(this.#header)
    if (start === undefined) return new Uint8Array(0)
    const samples = this.#header.subarray(start)
    this.#header = undefined
    return samples
  }
}

/** Where the samples of a WAV file begin. Undefined: more of it is needed. */
function startOfSamples(file: Uint8Array<ArrayBuffer>): number | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let at = 12
  while (at + 8 <= file.length) {
    const isData = view.getUint32(at) === DATA
    const size = view.getUint32(at + 4, true)
    at += 8
    if (isData) return at
    at += size + (size % 2)
  }
  return undefined
}

/** "data", as a number. */
const DATA = 0x64_61_74_61
