import { VoiceModel } from '../engine/voice-model.ts'
import { MODEL_FOLDER } from '../model-folder.ts'
import { createPronouncer } from '../pronunciation/pronouncer.ts'
import type { Speaker } from '../speaker.ts'
import { normalise } from '../text/normalise.ts'

/** All frames of an utterance in one window. */
const ALL = 1 << 20

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
    for (const sentence of sentences) texts.push((await pronouncer.encode(normalise(sentence, 'en-US'))).ids)
    return new Rehearsal(model, texts)
  }

  /** Speaks all sentences, one after the other. */
  async speak(speaker: Speaker): Promise<Float32Array> {
    const spoken: Float32Array[] = []
    for (const [seed, ids] of this.#texts.entries())
      spoken.push((await this.#model.run(ids, { speaker, seed, first: 0, count: ALL, phase: 0 })).pcm)
    const samples = new Float32Array(spoken.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const pcm of spoken) {
      samples.set(pcm, at)
      at += pcm.length
    }
    return samples
  }
}
