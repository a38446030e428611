import type { Model, ModelVoice } from './shared/model.ts'

/** A voice that comes with a model, and the model. */
export interface VoiceOfModel {
  readonly voice: ModelVoice
  readonly model: Model
}

/** The models that requests can name. */
export class Models {
  readonly #models: ReadonlyMap<string, Model>
  readonly #voices: ReadonlyMap<string, VoiceOfModel>
  /** The model of clones, and of requests that name none. */
  readonly main: Model

  /** @param others in the order in which they are listed */
  constructor(main: Model, others: readonly Model[] = []) {
    const all = [main, ...others]
    this.main = main
    this.#models = new Map(all.map((model) => [model.id, model]))
    this.#voices = new Map(
      all.flatMap((model) => model.voices.map((voice) => [voice.id, { voice, model }] as const)),
    )
  }

  /** All, the main one first. */
  get all(): readonly Model[] {
    return [...this.#models.values()]
  }

  /** What requests can send as model_id. */
  get ids(): readonly string[] {
    return [...this.#models.keys()]
  }

  /** The model with an id; undefined for any other value. */
  find(id: unknown): Model | undefined {
    return typeof id === 'string' ? this.#models.get(id) : undefined
  }

  /** The voices that come with the models, each model's best first. */
  get voices(): readonly VoiceOfModel[] {
    return [...this.#voices.values()]
  }

  /** The voice with an id, in any case, that comes with a model; undefined for the id of a clone and for an unknown one. */
  voice(id: string): VoiceOfModel | undefined {
    return this.#voices.get(id.toLowerCase())
  }

  /** Ends all engines. */
  async close(): Promise<void> {
    await Promise.all(this.all.map(({ engine }) => engine.close()))
  }
}
