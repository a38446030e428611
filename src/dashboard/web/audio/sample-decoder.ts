/** Ways to write a sample: 16-bit linear, and the two 8-bit laws of ITU-T G.711. */
export type Encoding = 'pcm_s16le' | 'pcm_mulaw' | 'pcm_alaw'

/** Bytes that one sample takes. */
export function bytesPerSample(encoding: Encoding): number {
  return encoding === 'pcm_s16le' ? 2 : 1
}

/** Turns the bytes of a stream into samples (full scale -1 to 1), wherever the stream is cut. */
export class SampleDecoder {
  readonly #encoding: Encoding
  /** The first half of a sample of which the second has not come yet. */
  #half: number | undefined

  constructor(encoding: Encoding) {
    this.#encoding = encoding
  }

  decode(bytes: Uint8Array): Float32Array<ArrayBuffer> {
    if (this.#encoding === 'pcm_s16le') return this.#linear(bytes)
    const table = this.#encoding === 'pcm_mulaw' ? MULAW : ALAW
    return Float32Array.from(bytes, (byte) => table[byte]!)
  }

  #linear(bytes: Uint8Array): Float32Array<ArrayBuffer> {
    const held = this.#half === undefined ? 0 : 1
    const samples = new Float32Array((bytes.length + held) >> 1)
    const at = (index: number) => (index < 0 ? this.#half! : bytes[index]!)
    for (let i = 0; i < samples.length; i++) {
      const low = at(2 * i - held)
      const high = at(2 * i + 1 - held)
      samples[i] = (((high << 24) >> 16) | low) / 32_768
    }
    const isCut = (bytes.length + held) % 2 === 1
    this.#half = isCut ? at(bytes.length - 1) : undefined
    return samples
  }
}

const MULAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0xff
  const magnitude = ((((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4)) - 0x84
  return (code & 0x80 ? -magnitude : magnitude) / 32_768
})

const ALAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = byte ^ 0x55
  const segment = (code & 0x70) >> 4
  const step = ((code & 0x0f) << 4) + 8
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1)
  return (code & 0x80 ? magnitude : -magnitude) / 32_768
})
