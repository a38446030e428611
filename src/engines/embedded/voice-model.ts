import { join } from 'node:path'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { int64Tensor } from '../shared/int64-tensor.ts'
import { loadSession } from '../shared/session.ts'
import { HOP, type Window } from './window.ts'

/** Bands of the speaker vector's equaliser. */
const BANDS = 64
/** Rows of the noise table, one a frame: it repeats after 12 s, which nobody hears through changing filters. */
const NOISE_ROWS = 1024
/** Any fixed number: every process must make the same noise. */
const NOISE_SEED = 0x5eed

/** What the graph takes for one window, beside the tokens of the segment. */
export interface ModelInput extends Pick<Window, 'speaker' | 'seed' | 'first' | 'count' | 'phase'> {
  /** See `Language.modelLanguage`. */
  readonly language: number
  /** Frames that the word of each token lasts at least; as many as are drawn where this is left out. */
  readonly least?: Float32Array | undefined
}

/** The graph's output for one window. */
export interface ModelOutput {
  /** HOP samples for each frame, at 22050 Hz. */
  readonly pcm: Float32Array
  /** Frames that each token of the whole segment lasts. */
  readonly durations: Float32Array
  readonly nextPhase: number
}

/** The voice model: phone tokens and a speaker give samples. `run` blocks its thread: use it in a worker. */
export class VoiceModel {
  readonly #session: InferenceSession
  readonly #noise = new Tensor('float32', whiteNoise(NOISE_ROWS * HOP), [NOISE_ROWS, HOP])

  private constructor(session: InferenceSession) {
    this.#session = session
  }

  /** Loads the model from a local folder; nothing is ever fetched. Throws when a file is missing or damaged. */
  static async load(folder: string): Promise<VoiceModel> {
    return new VoiceModel(await loadSession(join(folder, 'onnx/model.onnx')))
  }

  /** Speaks one window of a segment. */
  async run(ids: Int32Array, window: ModelInput): Promise<ModelOutput> {
    const { embedding, logF0, range, breath, gain, equaliser, speed, pitch, warp } = window.speaker
    const bands = Array.from({ length: BANDS }, (_, band) => gain + (equaliser?.[band] ?? 0))
    const speaker = [...embedding, logF0, range, breath, ...bands]
    const { waveform, durations, next_phase } = await this.#session.run({
      input_ids: int64Tensor(ids, [1, ids.length]),
      least: new Tensor('float32', window.least ?? new Float32Array(ids.length), [1, ids.length]),
      speaker: new Tensor('float32', Float32Array.from(speaker), [1, speaker.length]),
      language: int64Tensor([window.language], [1]),
      speed: float(speed),
      pitch: float(pitch),
      warp: float(warp),
      noise: this.#noise,
      noise_row: int64Tensor([window.seed % NOISE_ROWS], [1]),
      first: int64Tensor([window.first], [1]),
      count: int64Tensor([window.count], [1]),
      phase: float(window.phase),
    })
    return {
      // Copies: the runtime reuses its buffers, and these are handed to another thread.
      pcm: Float32Array.from(waveform!.data as Float32Array),
      durations: Float32Array.from(durations!.data as Float32Array),
      nextPhase: Number(next_phase!.data[0]),
    }
  }
}

function float(value: number): Tensor {
  return new Tensor('float32', Float32Array.of(value), [1])
}

/**
 * White noise of unit variance, the same in every process: xorshift32 (Marsaglia, "Xorshift RNGs", 2003), evenly
 * distributed, which filtering makes indistinguishable from Gaussian noise.
 */
function whiteNoise(length: number): Float32Array {
  const noise = new Float32Array(length)
  let state = NOISE_SEED
  for (let i = 0; i < length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    noise[i] = (state / 2 ** 31) * Math.sqrt(3)
  }
  return noise
}
