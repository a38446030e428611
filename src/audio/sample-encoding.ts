import { core, input, outputBytes } from './core.ts'
import { bytesPerSample, type Encoding } from './output-format.ts'

const ENCODE: Readonly<Record<Encoding, (count: number) => void>> = {
  pcm_s16le: core.encodeS16,
  pcm_mulaw: core.encodeMulaw,
  pcm_alaw: core.encodeAlaw,
}

/**
 * Writes samples (full scale -1 to 1) in an encoding. A sample is scaled by 32768, rounded to the nearest 16-bit value
 * (ties to even) and saturated, without dither; NaN becomes 0. G.711 is encoded from that, exactly as in ITU-T G.191.
 */
export function encodeSamples(encoding: Encoding, samples: Float32Array): Uint8Array {
  const width = bytesPerSample(encoding)
  const bytes = new Uint8Array(samples.length * width)
  for (let start = 0; start < samples.length; start += input.length) {
    const block = samples.subarray(start, start + input.length)
    input.set(block)
    ENCODE[encoding](block.length)
    bytes.set(outputBytes.subarray(0, block.length * width), start * width)
  }
  return bytes
}
