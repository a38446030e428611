import { Type } from '@sinclair/typebox'
import { ModelError } from '../../shared/engine-kind.ts'
import { checkedJson } from '../json-file.ts'

/** Whose files are read, for messages. */
const MODEL = 'a VITS model'

const CONFIG = Type.Object({
  model_type: Type.Literal('vits'),
  sampling_rate: Type.Integer({ minimum: 8000 }),
  num_speakers: Type.Optional(Type.Integer({ minimum: 1 })),
})

const TOKENIZER_CONFIG = Type.Object({
  language: Type.String({ pattern: '^[a-z]{2,3}(-.*)?$' }),
  add_blank: Type.Optional(Type.Literal(true)),
  is_uroman: Type.Optional(Type.Boolean()),
  phonemize: Type.Optional(Type.Boolean()),
})

/** What is read of a model's config.json and tokenizer_config.json. */
export interface MmsConfig {
  /** Samples a second. */
  readonly sampleRate: number
  /** BCP-47 tag of its language. */
  readonly language: string
}

/**
 * Reads what a model in the form of Hugging Face's VitsModel states of itself: its config.json and tokenizer_config.json.
 *
 * @throws ModelError when it is no such model, or reads what Purr cannot write
 */
export function readMmsConfig(config: Uint8Array, tokenizerConfig: Uint8Array): MmsConfig {
  const { sampling_rate, num_speakers = 1 } = checkedJson(config, CONFIG, 'config.json', MODEL)
  const tokenizer = checkedJson(tokenizerConfig, TOKENIZER_CONFIG, 'tokenizer_config.json', MODEL)
  const { language, is_uroman, phonemize } = tokenizer
  if (num_speakers > 1) throw new ModelError('models of several speakers are not supported: choose another')
  if (phonemize)
    throw new ModelError('it reads phones of a front end that Purr does not have: choose another')
  if (is_uroman) {
    throw new ModelError(
      `it reads ${language} in Latin letters, as the program uroman writes them, which Purr does not have: choose another`,
    )
  }
  const [code] = language.split('-') // "uzb-script_cyrillic"
  return { sampleRate: sampling_rate, language: Intl.getCanonicalLocales(code!)[0]! }
}

/** The only voice of a model: the files give it no name. */
export const MMS_VOICE = '0'
