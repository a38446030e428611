import type { LoadLocalModel, LocalModel, LocalPiece, LocalRequest } from '../local-model.ts'
import { readableText } from '../spoken-text.ts'
import { HubSynthesiser } from './hub-synthesiser.ts'
import { OriginalSynthesiser } from './original-synthesiser.ts'
import { preparedText } from './prepared-text.ts'
import type { SupertonicConfig } from './supertonic.ts'
import { OWN_SPEED, type Synthesiser } from './synthesiser.ts'

/** The reference's own number. */
const STEPS = 5

/** What this file needs to know of a model's config.json. */
interface Config extends SupertonicConfig {
  readonly voices: readonly { readonly language: string }[]
}

/** A Supertonic model. All samples of a segment come at once. */
class SupertonicModel implements LocalModel {
  readonly sampleRate: number
  readonly hasSpeed = true
  readonly wordTimes = 'estimated'
  readonly voices: readonly string[]
  readonly languages: readonly string[]
  readonly #synthesiser: Synthesiser
  readonly #hasTags: boolean

  /** @param languages that it is asked to speak */
  constructor(
    synthesiser: Synthesiser,
    { languages: spoken, tags }: SupertonicConfig,
    languages: readonly string[],
  ) {
    this.#synthesiser = synthesiser
    this.#hasTags = tags
    this.languages = languages
    this.sampleRate = synthesiser.sampleRate
    const { styles } = synthesiser
    this.voices = [...styles, ...styles.flatMap((style) => spoken.map((language) => `${style}/${language}`))]
  }

  async *speak(request: LocalRequest): AsyncGenerator<LocalPiece> {
    const [style, language = request.language] = request.voice.split('/')
    const text = preparedText(readableText(request, language), this.#hasTags ? language : undefined)
    const speed = OWN_SPEED * request.speed
    const pieces = this.#synthesiser.speak({ text, style: style!, speed, seed: request.seed })
    for await (const pcm of pieces) yield pcm.length > 0 ? { pcm, last: true } : { pcm }
  }
}

const load: LoadLocalModel<Config> = async (files, config, pronounced) => {
  const { form, steps = STEPS, languages, voices } = config
  const Form = form === 'hub' ? HubSynthesiser : OriginalSynthesiser
  const asked = new Set(voices.map(({ language }) => new Intl.Locale(language).language))
  const read = languages.filter((code) => asked.has(code) || pronounced.some((each) => each.code === code))
  return new SupertonicModel(await Form.load(files, steps), config, read)
}
export default load
