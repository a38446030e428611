import type { LoadLocalModel, LocalModel, LocalPiece, LocalRequest } from '../local-model.ts'
import { readableText } from '../readable-text.ts'
import { HubSynthesiser } from './hub-synthesiser.ts'
import { OriginalSynthesiser } from './original-synthesiser.ts'
import { preparedText } from './prepared-text.ts'
import type { SupertonicConfig } from './supertonic.ts'
import { OWN_SPEED, type Synthesiser } from './synthesiser.ts'

/** The reference's own number. */
const STEPS = 5

/** A Supertonic model. All samples of a segment come at once. */
class SupertonicModel implements LocalModel {
  readonly sampleRate: number
  readonly hasSpeed = true
  readonly wordTimes = 'estimated'
  readonly voices: readonly string[]
  readonly languages: readonly string[]
  readonly #synthesiser: Synthesiser
  readonly #hasTags: boolean

  constructor(synthesiser: Synthesiser, { languages, tags }: SupertonicConfig) {
    this.#synthesiser = synthesiser
    this.#hasTags = tags
    this.sampleRate = synthesiser.sampleRate
    this.voices = synthesiser.styles
    this.languages = languages
  }

  async *speak({ tokens, language, voice, speed, seed }: LocalRequest): AsyncGenerator<LocalPiece> {
    const text = preparedText(readableText(tokens), this.#hasTags ? language : undefined)
    const synthesis = { text, seed, style: voice, speed: OWN_SPEED * speed }
    for await (const pcm of this.#synthesiser.speak(synthesis)) {
      yield pcm.length > 0 ? { pcm, isLast: true } : { pcm }
    }
  }
}

const load: LoadLocalModel<SupertonicConfig> = async (files, config) => {
  const { form, steps = STEPS } = config
  const Form = form === 'hub' ? HubSynthesiser : OriginalSynthesiser
  return new SupertonicModel(await Form.load(files, steps), config)
}
export default load
