import type { InferenceSession } from 'onnxruntime-node'
import { decodeClip } from '../../../audio/clip/decode.ts'
import { concatenate } from '../../../audio/concatenate.ts'
import { Resampler } from '../../../audio/resampler.ts'
import { ModelError } from '../../shared/engine-kind.ts'
import { loadSession } from '../../shared/session.ts'
import { floats } from './tensor-data.ts'
import type { VoicePrompt } from './voice-prompt.ts'

/** Rate of what the encoder hears, in Hz. */
const RATE = 24_000
/** Samples of a frame: an incomplete one is filled up with silence. */
const FRAME = 1920
/** What the model's makers use of a longer clip, in seconds: more makes it slower and no better. */
const MOST_SECONDS = 30

/** Makes voices of clips, with the model's own encoder. `encode` blocks its thread for about a second: use it in a worker. */
export class ClipEncoder {
  readonly #session: InferenceSession

  private constructor(session: InferenceSession) {
    this.#session = session
  }

  /** @param graph path of mimi_encoder.onnx */
  static async load(graph: string): Promise<ClipEncoder> {
    return new ClipEncoder(await loadSession(graph))
  }

  /**
   * @param clip a recording of the voice, in any format that Purr decodes
   * @throws ClipError when it cannot be decoded
   */
  async encodeFile(clip: Uint8Array): Promise<VoicePrompt> {
    const { samples } = await decodeClip(clip)
    return this.encode(samples)
  }

  /** @param samples of the voice, mono at 22050 Hz, -1 to 1; only the first 30 s are used */
  async encode(samples: Float32Array): Promise<VoicePrompt> {
    const resampler = new Resampler(RATE)
    const heard = concatenate([resampler.process(samples), resampler.finish()])
    const used = heard.subarray(0, MOST_SECONDS * RATE)
    const audio = new Float32Array(Math.ceil(used.length / FRAME) * FRAME)
    audio.set(used)
    const { latents } = await this.#session.run({ audio: floats(audio, [1, 1, audio.length]) })
    if (latents === undefined) throw new ModelError('mimi_encoder.onnx has no output "latents".')
    const [frames, width] = latents.dims.slice(-2) as [number, number]
    return { frames, width, data: Float32Array.from(latents.data as Float32Array) }
  }

  /** Frees the graph, which has some 70 MB. */
  close(): Promise<void> {
    return this.#session.release()
  }
}
