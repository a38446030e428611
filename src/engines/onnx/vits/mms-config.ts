import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ModelError } from '../../shared/engine-kind.ts'

const CONFIG = Type.Object({
  model_type: Type.Literal('vits'),
  sampling_rate: Type.Integer({ minimum: 8000 }),
  num_speakers: Type.Optional(Type.Integer({ minimum: 1 })),
})

const TOKENIZER_CONFIG = Type.Object({
  language: Type.String(),
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
 * Checks what a model in the form of Hugging Face's VitsModel tells of itself.
 *
 * @throws ModelError when it is no such model, or reads what Purr cannot write
 */
export function readMmsConfig(config: unknown, tokenizerConfig: unknown): MmsConfig {
  const { sampling_rate, num_speakers = 1 } = checked(CONFIG, config, 'config.json')
  const { language, is_uroman, phonemize } = checked(
    TOKENIZER_CONFIG,
    tokenizerConfig,
    'tokenizer_config.json',
  )
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

function checked<Schema extends TSchema>(schema: Schema, value: unknown, file: string): Static<Schema> {
  const [error] = Value.Errors(schema, value)
  if (error === undefined) return value as Static<Schema>
  const field = error.path.slice(1).replaceAll('/', '.') || 'the file'
  throw new ModelError(`${file} is not that of a VITS model: ${field}: ${error.message}`)
}

/** The only voice of a model: the files give it no name. */
export const MMS_VOICE = '0'
