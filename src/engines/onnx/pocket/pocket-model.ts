import type { InferenceSession } from 'onnxruntime-node'
import { concatenate } from '../../../audio/concatenate.ts'
import { int64Tensor } from '../../shared/int64-tensor.ts'
import type { LocalModel, LocalPiece, LocalRequest } from '../local-model.ts'
import type { Bundle } from './bundle.ts'
import type { LanguageModel, VoiceState } from './language-model.ts'
import { languageOf } from './languages.ts'
import { normalNoise } from './noise.ts'
import type { Tokenizer } from './sentencepiece/tokenizer.ts'
import type { StatefulGraph } from './stateful-graph.ts'
import { floats } from './tensor-data.ts'
import { chunksOf, framesAfterEnd, pocketText, prepared } from './text.ts'
import type { Voices } from './voices.ts'

/** Frames of the later pieces: 0.32 s. The first has one and the second two, so that the first is heard soon. */
const MOST_FRAMES = 4
/** The slowest that anyone speaks: text that takes longer has no end that the model would find (its makers' estimate). */
const TOKENS_PER_SECOND = 3
/** Added to that for pauses, in seconds. */
const EXTRA_SECONDS = 2

/** What speaks. */
export interface PocketParts {
  readonly bundle: Bundle
  readonly tokenizer: Tokenizer
  /** `text_conditioner`: tokens to what the language model reads. */
  readonly conditioner: InferenceSession
  readonly language: LanguageModel
  /** `flow_lm_flow`: noise to a frame. */
  readonly flow: InferenceSession
  /** `mimi_decoder`: frames to samples. */
  readonly decoder: StatefulGraph
  readonly voices: Voices
  /** How many numbers a frame has. */
  readonly frameWidth: number
}

/** How it speaks. */
export interface PocketSettings {
  /** Variance of the noise that frames are made of: with less, speech is steadier and flatter. */
  readonly temperature: number
  /** Steps from noise to a frame. */
  readonly flowSteps: number
  /** The logit from which on the model means that the text has ended. */
  readonly endThreshold: number
}

/**
 * Pocket TTS: a language model says a text frame by frame, each 80 ms, and a decoder makes each into samples at once. The
 * loop is that of Kyutai's own `generate_audio_stream` (github.com/kyutai-labs/pocket-tts, MIT).
 */
export class PocketModel implements LocalModel {
  readonly sampleRate: number
  readonly languages: readonly string[]
  readonly hasSpeed = false
  readonly wordTimes = 'estimated'
  readonly #parts: PocketParts
  readonly #settings: PocketSettings

  constructor(parts: PocketParts, settings: PocketSettings) {
    this.#parts = parts
    this.#settings = settings
    this.sampleRate = parts.bundle.sampleRate
    this.languages = [languageOf(parts.bundle.language).code]
  }

  get voices(): readonly string[] {
    return this.#parts.voices.names
  }

  async *speak({ tokens, voice: name, prompt, seed }: LocalRequest): AsyncGenerator<LocalPiece> {
    const { bundle, tokenizer, voices } = this.#parts
    const voice = await voices.ready(name, prompt)
    const noise = normalNoise(seed)
    const fits = (text: string) => tokenizer.encode(prepared(text, bundle)).length <= bundle.maxTokens
    for (const chunk of chunksOf(pocketText(tokens), fits)) {
      yield* this.#decoded(this.#frames(prepared(chunk, bundle), voice, noise))
    }
  }

  /** The frames of a text, one after the other. */
  async *#frames(text: string, voice: VoiceState, noise: () => number): AsyncGenerator<Float32Array> {
    const { bundle, frameWidth, language, tokenizer } = this.#parts
    const ids = tokenizer.encode(text)
    const most = this.#mostFrames(ids.length, voice)
    const afterEnd = bundle.framesAfterEnd ?? framesAfterEnd(text)
    const state = await language.read(voice, await this.#embeddings(ids))
    try {
      let frame = new Float32Array(frameWidth).fill(Number.NaN)
      let end = Number.POSITIVE_INFINITY
      for (let count = 0; count < most; count++) {
        const { conditioning, endLogit } = await language.follow(state, frame)
        if (endLogit > this.#settings.endThreshold) end = Math.min(end, count + afterEnd)
        if (count >= end) return
        frame = await this.#flowed(conditioning, noise)
        yield frame
      }
    } finally {
      language.end(state)
    }
  }

  /** Frames that a text can have at most: the model does not always find the end. */
  #mostFrames(tokens: number, { positions }: VoiceState): number {
    const seconds = tokens / TOKENS_PER_SECOND + EXTRA_SECONDS
    const room = this.#parts.language.positions - positions - tokens
    return Math.min(Math.ceil(seconds * this.#parts.bundle.frameRate), room)
  }

  async #embeddings(ids: readonly number[]): Promise<Float32Array> {
    const { embeddings } = await this.#parts.conditioner.run({ token_ids: int64Tensor(ids, [1, ids.length]) })
    return embeddings!.data as Float32Array
  }

  /** Lets noise flow to a frame, in steps (Lagrangian self-distillation, arxiv.org/abs/2505.18825). */
  async #flowed(conditioning: Float32Array, noise: () => number): Promise<Float32Array<ArrayBuffer>> {
    const { temperature, flowSteps } = this.#settings
    const deviation = Math.sqrt(temperature)
    const frame = Float32Array.from({ length: this.#parts.frameWidth }, () => noise() * deviation)
    for (let step = 0; step < flowSteps; step++) {
      const { flow_dir } = await this.#parts.flow.run({
        c: floats(conditioning, [1, conditioning.length]),
        s: floats(Float32Array.of(step / flowSteps), [1, 1]),
        t: floats(Float32Array.of((step + 1) / flowSteps), [1, 1]),
        x: floats(frame, [1, frame.length]),
      })
      const direction = flow_dir!.data as Float32Array
      for (let i = 0; i < frame.length; i++) frame[i]! += direction[i]! / flowSteps
    }
    return frame
  }

  /** The samples of frames, in pieces of a few frames. */
  async *#decoded(frames: AsyncIterable<Float32Array>): AsyncGenerator<LocalPiece> {
    const { decoder } = this.#parts
    const state = decoder.begin()
    try {
      let block: Float32Array[] = []
      let size = 1
      for await (const frame of frames) {
        block.push(frame)
        if (block.length < size) continue
        yield await decode(block)
        block = []
        size = Math.min(2 * size, MOST_FRAMES)
      }
      if (block.length > 0) yield await decode(block)
    } finally {
      decoder.end(state)
    }

    async function decode(block: readonly Float32Array[]): Promise<LocalPiece> {
      const latent = floats(concatenate(block), [1, block.length, block[0]!.length])
      const { audio_frame } = await decoder.run(state, { latent }, ['audio_frame'])
      return { pcm: audio_frame!.data as Float32Array }
    }
  }
}
