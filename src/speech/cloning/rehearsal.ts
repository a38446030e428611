import { concatenate } from '../../audio/concatenate.ts'
import { normalise } from '../../languages/shared/text/normalise.ts'
import { MODEL_FOLDER } from '../engine/model-folder.ts'
import { createPronouncer } from '../engine/phone-encoder.ts'
import type { Speaker } from '../engine/speaker.ts'
import { VoiceModel } from '../engine/voice-model.ts'

/** All frames of an utterance in one window. */
const ALL = 1 << 20
/**
 * Between the seeds of two sentences. With it the melodies that are drawn for the rehearsed sentences are together as high as those
 * of long texts (to a cent) and as wide (to 3 %); other seeds are up to 40 cents off.
 */
const SEED_STEP = 64

/** Hears how a speaker sounds when the voice model speaks. It blocks its thread for a tenth of a second. */
export class Rehearsal {
  readonly #model: VoiceModel
  readonly #texts: readonly Int32Array[]

  private constructor(model: VoiceModel, texts: readonly Int32Array[]) {
    this.#model = model
    this.#texts = texts
  }

  /** @param sentences of English that are spoken */
  static async load(sentences: readonly string[]): Promise<Rehearsal> {
    const [model, pronouncer] = await Promise.all([
      VoiceModel.load(MODEL_FOLDER),
      createPronouncer(MODEL_FOLDER),
    ])
    const texts: Int32Array[] = []
    for (const sentence of sentences)
      texts.push((await pronouncer.encode(normalise(sentence, 'en-US'), 'en')).ids)
    return new Rehearsal(model, texts)
  }

  /** Speaks the first sentences, one after the other. */
  async speak(speaker: Speaker, sentences: number): Promise<Float32Array> {
    const spoken: Float32Array[] = []
    for (const [index, ids] of this.#texts.slice(0, sentences).entries()) {
      const seed = index * SEED_STEP
      const window = { language: 'en', speaker, seed, first: 0, count: ALL, phase: 0 } as const
      spoken.push((await this.#model.run(ids, window)).pcm)
    }
    return concatenate(spoken)
  }
}
