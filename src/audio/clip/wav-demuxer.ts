import { type AudioBlock, checkShape } from './audio-block.ts'
import { ClipError } from './clip.ts'

/** Frames in a block. A frame has one sample per channel. */
const BLOCK = 8192

const EXTENSIBLE = 0xfffe

interface Format {
  readonly channels: number
  readonly sampleRate: number
  /** Bytes in a frame. */
  readonly frame: number
  /** Bytes in a sample. */
  readonly width: number
  readonly sample: SampleReader
}

type SampleReader = (data: DataView, at: number) => number

/** The value of each μ-law byte, −1 to 1 (ITU-T G.711, table 2). */
const MULAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte
  const size = ((((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84
  return (code & 0x80 ? -size : size) / 32768
})

/** The value of each A-law byte, −1 to 1 (ITU-T G.711, table 1). */
const ALAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = byte ^ 0x55
  const segment = (code >> 4) & 7
  const step = ((code & 0x0f) << 4) + 8
  const size = segment === 0 ? step : (step + 0x100) << (segment - 1)
  return (code & 0x80 ? size : -size) / 32768
})

/** Sample readers by wFormatTag (RFC 2361) and bytes in a sample. */
const SAMPLES: Readonly<Record<number, Readonly<Record<number, SampleReader>>>> = {
  1: {
    1: (data, at) => (data.getUint8(at) - 128) / 128,
    2: (data, at) => data.getInt16(at, true) / 2 ** 15,
    3: (data, at) => (data.getInt8(at + 2) * 2 ** 16 + data.getUint16(at, true)) / 2 ** 23,
    4: (data, at) => data.getInt32(at, true) / 2 ** 31,
  },
  3: { 4: (data, at) => data.getFloat32(at, true), 8: (data, at) => data.getFloat64(at, true) },
  6: { 1: (data, at) => ALAW[data.getUint8(at)]! },
  7: { 1: (data, at) => MULAW[data.getUint8(at)]! },
}

/**
 * Demuxes and decodes a WAV file (Microsoft and IBM, "Multimedia Programming Interface and Data Specifications", 1991;
 * extensible: Microsoft, "Multiple Channel Audio Data and WAVE Files", 2001). Sizes in the header are hints: a program
 * that writes to a pipe does not know them, and writes 0 or the largest number.
 */
export function* readWav(file: Uint8Array): Generator<AudioBlock> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let format: Format | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const id = Buffer.from(file.subarray(at, at + 4)).toString('latin1')
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (id === 'fmt ')
      format = formatIn(
        new DataView(view.buffer, view.byteOffset + start, Math.min(size, file.length - start)),
      )
    if (id === 'data') {
      if (!format) throw new Error('data without a format')
      yield* frames(format, view, start, size === 0 ? file.length : Math.min(start + size, file.length))
      return
    }
    at = start + size + (size % 2)
  }
}

function formatIn(chunk: DataView): Format {
  const tag = chunk.getUint16(0, true)
  const channels = chunk.getUint16(2, true)
  const sampleRate = chunk.getUint32(4, true)
  checkShape(channels, sampleRate)
  const encoding = tag === EXTENSIBLE ? chunk.getUint16(24, true) : tag
  const width = Math.ceil(chunk.getUint16(14, true) / 8)
  const sample = SAMPLES[encoding]?.[width]
  if (!sample) {
    throw new ClipError(
      'not_audio',
      `The WAV file's encoding (format ${encoding}, ${width * 8} bits) is not supported. Send PCM, float, mu-law or A-law.`,
    )
  }
  return { channels, sampleRate, frame: channels * width, width, sample }
}

function* frames(format: Format, view: DataView, start: number, end: number): Generator<AudioBlock> {
  const { channels, sampleRate, frame, width, sample } = format
  for (let at = start; at + frame <= end; ) {
    const length = Math.min(BLOCK, Math.floor((end - at) / frame))
    const block = Array.from({ length: channels }, () => new Float32Array(length))
    for (let i = 0; i < length; i++, at += frame) {
      for (let channel = 0; channel < channels; channel++) {
        block[channel]![i] = sample(view, at + channel * width)
      }
    }
    yield { channels: block, sampleRate }
  }
}
