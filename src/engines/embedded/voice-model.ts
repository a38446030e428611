import { join } from 'node:path'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { int64Tensor } from '../shared/int64-tensor.ts'
import { loadSession } from '../shared/session.ts'
import { HOP, type SegmentPlan, type Window, type WindowSpeech } from './window.ts'

/** Bands of the speaker vector's equaliser. */
const BANDS = 64
/** Rows of the noise table, one a frame: it repeats after 12 s, which nobody hears through changing filters. */
const NOISE_ROWS = 1024
/** Any fixed number: every process must make the same noise. */
const NOISE_SEED = 0x5eed

/** All frames of an utterance in one window. */
const ALL = { first: 0, count: 1 << 20, phase: 0 }

/** How the tokens of a segment are said. */
export interface Manner extends Pick<Window, 'speaker' | 'seed'> {
  /** See `Language.modelLanguage`. */
  readonly language: number
}

/** The tokens of a segment. */
export interface ModelText {
  readonly ids: Int32Array
  /** Frames that the word of each token lasts at least; as many as are drawn where this is left out. */
  readonly least?: Float32Array
}

/**
 * The voice model: a graph plans a segment from its phone tokens and a speaker, and another makes the samples of any window of
 * it. Both block their thread: use it in a worker.
 */
export class VoiceModel {
  readonly #planGraph: InferenceSession
  readonly #windowGraph: InferenceSession
  readonly #noise = new Tensor('float32', whiteNoise(NOISE_ROWS * HOP), [NOISE_ROWS, HOP])

  private constructor(planGraph: InferenceSession, windowGraph: InferenceSession) {
    this.#planGraph = planGraph
    this.#windowGraph = windowGraph
  }

  /** Loads the model from a local folder; nothing is ever fetched. Throws when a file is missing or damaged. */
  static async load(folder: string): Promise<VoiceModel> {
    const [planGraph, windowGraph] = await Promise.all([
      loadSession(join(folder, 'onnx/plan.onnx')),
      loadSession(join(folder, 'onnx/window.onnx')),
    ])
    return new VoiceModel(planGraph, windowGraph)
  }

  /** Plans a segment: which melody it has, and how long its tokens last. */
  async plan({ ids, least = new Float32Array(ids.length) }: ModelText, manner: Manner): Promise<SegmentPlan> {
    const { states, prosody, durations } = await this.#planGraph.run({
      ...this.#shared(ids, manner),
      least: new Tensor('float32', least, [1, ids.length]),
      speed: float(manner.speaker.speed),
    })
    return { ids, states: copied(states!), prosody: copied(prosody!), durations: copied(durations!) }
  }

  /** Speaks one window of a segment that was planned in the same manner. */
  async speakWindow(
    { ids, states, prosody, durations }: SegmentPlan,
    { first, count, phase, ...manner }: Manner & Pick<Window, 'first' | 'count' | 'phase'>,
  ): Promise<WindowSpeech> {
    const ofTokens = (values: Float32Array) =>
      new Tensor('float32', values, [1, ids.length, values.length / ids.length])
    const { waveform, next_phase } = await this.#windowGraph.run({
      ...this.#shared(ids, manner),
      states: ofTokens(states),
      prosody: ofTokens(prosody),
      durations: new Tensor('float32', durations, [1, ids.length]),
      pitch: float(manner.speaker.pitch),
      warp: float(manner.speaker.warp),
      first: int64Tensor([first], [1]),
      count: int64Tensor([count], [1]),
      phase: float(phase),
    })
    return { pcm: copied(waveform!), nextPhase: Number(next_phase!.data[0]) }
  }

  /** Speaks a whole segment. */
  async speak(text: ModelText, manner: Manner): Promise<Float32Array> {
    const { pcm } = await this.speakWindow(await this.plan(text, manner), { ...manner, ...ALL })
    return pcm
  }

  /** What both graphs take. */
  #shared(ids: Int32Array, { speaker, language, seed }: Manner) {
    const { embedding, logF0, range, breath, gain, equaliser } = speaker
    const bands = Array.from({ length: BANDS }, (_, band) => gain + (equaliser?.[band] ?? 0))
    const numbers = [...embedding, logF0, range, breath, ...bands]
    return {
      input_ids: int64Tensor(ids, [1, ids.length]),
      speaker: new Tensor('float32', Float32Array.from(numbers), [1, numbers.length]),
      language: int64Tensor([language], [1]),
      noise: this.#noise,
      noise_row: int64Tensor([seed % NOISE_ROWS], [1]),
    }
  }
}

/** The runtime reuses its buffers, and what is copied is handed to another thread. */
function copied({ data }: Tensor): Float32Array {
  return (data as Float32Array).slice()
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
