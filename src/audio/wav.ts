import { bytesPerSample, type Encoding, type OutputFormat } from './output-format.ts'

/** wFormatTag in a `fmt ` chunk: WAVE_FORMAT_PCM, WAVE_FORMAT_MULAW, WAVE_FORMAT_ALAW (RFC 2361). */
const FORMAT_TAG: Readonly<Record<Encoding, number>> = { pcm_s16le: 1, pcm_mulaw: 7, pcm_alaw: 6 }

/**
 * A WAV file of one channel, with true sizes: `RIFF`, `fmt `, `data`, and for G.711, as for everything that is not
 * linear PCM, an extensible `fmt ` and a `fact` chunk with the number of samples (Microsoft and IBM, "Multimedia
 * Programming Interface and Data Specifications", 1991, and its revision of 1994).
 *
 * @param format the encoding and rate of `audio`
 * @param audio whole samples
 * @throws RangeError when the file would be longer than 4 GiB
 */
export function wav({ encoding, sampleRate }: OutputFormat, audio: Uint8Array): Uint8Array {
  const width = bytesPerSample(encoding)
  const chunks = [
    ascii('WAVE'),
    chunk('fmt ', format(encoding, sampleRate, width)),
    ...(encoding === 'pcm_s16le' ? [] : [chunk('fact', u32(audio.length / width))]),
    chunk('data', audio),
  ]
  return chunk('RIFF', Buffer.concat(chunks))
}

function format(encoding: Encoding, sampleRate: number, width: number): Uint8Array {
  const linear = encoding === 'pcm_s16le'
  const fields = new DataView(new ArrayBuffer(linear ? 16 : 18))
  fields.setUint16(0, FORMAT_TAG[encoding], true)
  fields.setUint16(2, 1, true) // channels
  fields.setUint32(4, sampleRate, true)
  fields.setUint32(8, sampleRate * width, true) // bytes a second
  fields.setUint16(12, width, true) // bytes a frame
  fields.setUint16(14, width * 8, true) // bits a sample
  // The 18-byte form ends with the size of its extension: 0.
  return new Uint8Array(fields.buffer)
}

/** A RIFF chunk. One of odd length is followed by a zero byte that its size does not count. */
function chunk(id: string, content: Uint8Array): Uint8Array {
  const padding = new Uint8Array(content.length % 2)
  return Buffer.concat([ascii(id), u32(content.length), content, padding])
}

function ascii(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
