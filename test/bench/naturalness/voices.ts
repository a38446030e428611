import { join } from 'node:path'
import { concatenate } from '../../../src/audio/concatenate.ts'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import { modelTokens } from '../../../src/engines/embedded/model-tokens.ts'
import type { Speaker } from '../../../src/engines/embedded/speaker.ts'
import { VoiceModel } from '../../../src/engines/embedded/voice-model.ts'
import { PhoneEncoder } from '../../../src/engines/pronunciation/phone-encoder.ts'
import { LANGUAGES, localeOf } from '../../../src/languages/registry.ts'
import { PhoneInventory } from '../../../src/languages/shared/pronunciation/phone-inventory.ts'
import { fadeIn, fadeOut, pauseAfter } from '../../../src/speech/join.ts'
import { TextStream } from '../../../src/speech/text-stream.ts'
import type { Person } from '../people.ts'

/** Tokens that are not phones. */
const MARKS = '^ ,;:.?!'

/** Speech of a model. */
export interface Synthesis {
  /** At 22050 Hz, -1 to 1. */
  readonly samples: Float32Array
  /** The number of phones spoken. */
  readonly phones: number
}

/** Synthesizes texts with the model of a folder, in the voices that were trained on people. */
export class Voices {
  readonly #folder: string
  readonly #model: VoiceModel
  readonly #encoder: PhoneEncoder
  readonly #marks: ReadonlySet<number>

  private constructor(folder: string, model: VoiceModel, encoder: PhoneEncoder) {
    this.#folder = folder
    this.#model = model
    this.#encoder = encoder
    const tokens = PhoneInventory.load(join(folder, 'tokens.json'))
    this.#marks = new Set(Array.from(MARKS, (mark) => tokens.id(mark)))
  }

  /** Loads model, pronunciation and catalogue of a folder. Throws when a file is missing or damaged. */
  static async load(folder: string): Promise<Voices> {
    return new Voices(folder, await VoiceModel.load(folder), await PhoneEncoder.load(folder, LANGUAGES))
  }

  /** Whether the model has learnt a person's voice. */
  has(name: Person): boolean {
    return this.#find(name) !== undefined
  }

  /** The person's voice in the catalogue. */
  speaker(name: Person): Speaker {
    return this.#voice(name).speaker
  }

  /** Speaks a text of a person's, as a turn of the service would, in any voice. */
  async speak(name: Person, text: string, speaker: Speaker): Promise<Synthesis> {
    const stream = new TextStream(localeOf(this.#voice(name).language), { pace: speaker.pace })
    const parts: Float32Array[] = []
    let phones = 0
    for (const { segment } of [...stream.push(text), ...stream.flush()]) {
      if (segment === undefined) continue
      const { tokens, language, seed } = segment
      const said = modelTokens(segment)
      const { ids } = await this.#encoder.encode(said, language.code)
      const pcm = await this.#model.speak({ ids }, { language: language.modelLanguage, speaker, seed })
      fadeIn(pcm)
      fadeOut(pcm)
      parts.push(pcm, pauseAfter(tokens))
      phones += ids.filter((id) => !this.#marks.has(id)).length
    }
    return { samples: concatenate(parts), phones }
  }

  #voice(person: Person) {
    const voice = this.#find(person)
    if (voice === undefined) throw new Error(`${this.#folder} has no voice of ${person}`)
    return voice
  }

  #find(person: Person) {
    return catalogue(this.#folder).find(({ name }) => name.toLowerCase() === person)
  }
}
