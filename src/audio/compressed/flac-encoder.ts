import { type Encoder, StreamEnded } from '../encoder.ts'
import { encodeSamples } from '../sample-encoding.ts'
import { SAMPLE_RATE } from '../sample-rate.ts'
import { BLOCK, flacFrame } from './flac-frame.ts'
import { SampleBlocks } from './sample-blocks.ts'

/** FLAC's metadata block of the type STREAMINFO, with the flag of the last block. */
const STREAMINFO = 0x80
const STREAMINFO_LENGTH = 34

/**
 * FLAC (RFC 9639) at 22050 Hz, 16 bits: the very samples of a WAV file at that rate, in about half the bytes. The stream
 * does not state its length, since it begins before that is known.
 *
 * The bytes come in frames of 52 ms.
 */
export class FlacEncoder implements Encoder {
  readonly #blocks = new SampleBlocks<Int16Array>(new Int16Array(BLOCK))
  #frames = 0
  #hasBegun = false
  #hasEnded = false

  encode(pcm: Float32Array): Uint8Array {
    if (this.#hasEnded) throw new StreamEnded()
    if (pcm.length === 0) return new Uint8Array(0)
    const parts: Uint8Array[] = this.#hasBegun ? [] : [streamHeader()]
    this.#hasBegun = true
    const { buffer } = encodeSamples('pcm_s16le', pcm)
    this.#blocks.push(new Int16Array(buffer), (block) => parts.push(flacFrame(block, this.#frames++)))
    return Buffer.concat(parts)
  }

  flush(): Uint8Array {
    if (this.#hasEnded) throw new StreamEnded()
    this.#hasEnded = true
    const rest = this.#blocks.rest()
    return rest.length === 0 ? new Uint8Array(0) : flacFrame(rest, this.#frames)
  }
}

/** What is before the first frame. A size of a frame, a number of samples and a checksum of 0 are unknown. */
function streamHeader(): Uint8Array {
  const header = Buffer.alloc(8 + STREAMINFO_LENGTH)
  header.write('fLaC', 'latin1')
  header[4] = STREAMINFO
  header.writeUIntBE(STREAMINFO_LENGTH, 5, 3)
  header.writeUInt16BE(BLOCK, 8) // the shortest block, but for the last, and the longest
  header.writeUInt16BE(BLOCK, 10)
  // 20 bits of rate, 3 of channels less one (0), 5 of bits a sample less one, 4 of the number of samples.
  header.writeUInt32BE(((SAMPLE_RATE << 12) | (15 << 4)) >>> 0, 18)
  return header
}

/** A file of a whole stream: its header has the number of samples. */
export function flacFile(stream: Uint8Array, samples: number): Uint8Array {
  const file = Buffer.from(stream)
  file.writeUInt32BE(samples, 22) // the lower 32 bits of 36
  return file
}
