import { Application, createEncoder, type OpusEncoderHandle, Signal } from 'libopus-wasm'
import { type Encoder, StreamEnded } from '../encoder.ts'
import { Resampler } from '../resampler.ts'
import { OggOpusStream } from './ogg-opus-stream.ts'
import { SampleBlocks } from './sample-blocks.ts'

const RATE = 24_000
/** Samples of a packet: 20 ms. */
const FRAME = 480
/** Ogg counts Opus at this rate, whatever the encoder was given. */
const OGG_RATE = 48_000

/**
 * All encoders are in one instance of libopus: an encoder's memory there is freed when its stream has ended or is collected.
 */
const abandoned = new FinalizationRegistry<OpusEncoderHandle>((opus) => opus.free())

/**
 * Opus at 24 kHz, 48 kbit/s, in an Ogg stream (RFC 7845), by libopus in its low-delay mode: at this bit rate it is as
 * good for speech as the others, at half the work. The stream's pre-skip and its last position trim the decoded sound to the
 * length of the speech.
 *
 * The bytes come in pages of 100 ms.
 */
export async function createOpusEncoder(): Promise<Encoder> {
  const opus = await createEncoder({
    sampleRate: RATE,
    channels: 1,
    frameSize: FRAME,
    application: Application.RestrictedLowDelay,
    signal: Signal.Voice,
    bitrate: 48_000,
    complexity: 5,
  })
  return new OpusEncoder(opus)
}

class OpusEncoder implements Encoder {
  readonly #opus: OpusEncoderHandle
  readonly #ogg: OggOpusStream
  /** Samples by which the decoded sound is late. */
  readonly #lookahead: number
  readonly #resampler = new Resampler(RATE)
  readonly #frames = new SampleBlocks<Float32Array>(new Float32Array(FRAME))
  #received = 0
  #hasEnded = false

  constructor(opus: OpusEncoderHandle) {
    this.#opus = opus
    this.#lookahead = opus.getLookahead()
    this.#ogg = new OggOpusStream(RATE, this.#lookahead * (OGG_RATE / RATE))
    abandoned.register(this, opus, this)
  }

  encode(pcm: Float32Array): Uint8Array {
    if (this.#hasEnded) throw new StreamEnded()
    return this.#encode(this.#resampler.process(pcm))
  }

  flush(): Uint8Array {
    if (this.#hasEnded) throw new StreamEnded()
    this.#hasEnded = true
    try {
      const bytes = this.#encode(this.#resampler.finish())
      return this.#received === 0 ? bytes : Buffer.concat([bytes, this.#end()])
    } finally {
      abandoned.unregister(this)
      this.#opus.free()
    }
  }

  #encode(samples: Float32Array): Uint8Array {
    this.#received += samples.length
    const pages: Uint8Array[] = []
    this.#frames.push(samples, (frame) =>
      pages.push(this.#ogg.write(this.#opus.encodeFloat(frame), FRAME * 2)),
    )
    return Buffer.concat(pages)
  }

  /** Silence until the last sample is out of the encoder, and the end of the stream. */
  #end(): Uint8Array {
    const missing = FRAME - this.#frames.rest().length
    const silence = new Float32Array(missing < this.#lookahead ? missing + FRAME : missing)
    const packets: Uint8Array[] = []
    this.#frames.push(silence, (frame) => packets.push(this.#opus.encodeFloat(frame)))
    return this.#ogg.end(packets, this.#received * (OGG_RATE / RATE))
  }
}
