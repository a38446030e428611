import { readFile } from 'node:fs/promises'
import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders'
import { type Encoder, StreamEnded } from '../encoder.ts'
import { SAMPLE_RATE } from '../sample-rate.ts'
import { MP3_BIT_RATE } from './mp3-file.ts'

type Lame = WasmMediaEncoder<'audio/mpeg'>

/** Found at the start: Bun remembers it if it does not find a module for want of file descriptors. */
const LAME = new URL(import.meta.resolve('wasm-media-encoders/wasm/mp3'))

/** Samples that are handed to LAME at once, for which it allocates memory. */
const PIECE = 8192

/** An instance takes 2 ms to make and has 16 MiB of address space: as many as this wait for the next streams. */
const MAX_IDLE = 8
const idle: Lame[] = []

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * MP3 (MPEG-2 Layer III) at 22050 Hz, 64 kbit/s, by LAME. Decoded, the speech begins after 50 ms of silence, the delay of
 * the codec, and at most 79 ms follow it. Players skip both if `mp3File` makes a file of the stream; they take no delay
 * without a length, and a stream has none when it begins.
 *
 * The bytes trail the speech by two to three frames of 26 ms.
 */
export async function createMp3Encoder(): Promise<Encoder> {
  compiled ??= compile().catch((error) => {
    compiled = undefined // the next stream may find it readable, as after a shortage of file descriptors
    throw error
  })
  const lame = idle.pop() ?? (await createEncoder('audio/mpeg', await compiled))
  lame.configure({
    channels: 1,
    sampleRate: SAMPLE_RATE,
    outputSampleRate: SAMPLE_RATE,
    bitrate: MP3_BIT_RATE,
  })
  return new Mp3Encoder(lame)
}

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(LAME))
}

class Mp3Encoder implements Encoder {
  #lame: Lame | undefined
  #hasBegun = false

  constructor(lame: Lame) {
    this.#lame = lame
  }

  encode(pcm: Float32Array): Uint8Array {
    const lame = this.#open()
    const parts: Uint8Array[] = []
    if (pcm.length > 0) this.#hasBegun = true
    for (let at = 0; at < pcm.length; at += PIECE)
      parts.push(lame.encode([pcm.subarray(at, at + PIECE)]).slice())
    return Buffer.concat(parts)
  }

  flush(): Uint8Array {
    const lame = this.#open()
    this.#lame = undefined
    const end = lame.finalize().slice()
    if (idle.length < MAX_IDLE) idle.push(lame)
    return this.#hasBegun ? end : new Uint8Array(0)
  }

  #open(): Lame {
    if (this.#lame === undefined) throw new StreamEnded()
    return this.#lame
  }
}
