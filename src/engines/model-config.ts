import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { problemInWords } from './config-problem.ts'
import { ModelError } from './shared/engine-kind.ts'

const VOICE = Type.Object(
  {
    name: Type.String({ minLength: 1, description: 'The name that clients see.', examples: ['Heart'] }),
    voice: Type.Optional(
      Type.String({ minLength: 1, description: 'The name by which the engine knows it. Default: name.' }),
    ),
    id: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
        description:
          'A UUID in small letters that no other voice has. Default: one that is made of the names of the model and the voice.',
        examples: ['6ba7b810-9dad-41d1-80b4-00c04fd430c8'],
      }),
    ),
    language: Type.String({ minLength: 2, description: 'A BCP-47 tag.', examples: ['en-US', 'de'] }),
    description: Type.Optional(Type.String()),
    pace: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: "Relative to Purr's own voices. Default: the model's.",
      }),
    ),
  },
  { additionalProperties: false },
)

/** Names of languages; undefined for one that it does not know. */
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** What the config.json of every model has. */
const COMMON = Type.Object({
  engine: Type.String({ description: 'The kind of engine that runs it.' }),
  name: Type.Optional(Type.String({ description: 'Default: the name of its folder.' })),
  description: Type.Optional(Type.String()),
  license: Type.Optional(Type.String({ description: 'Of its weights: an SPDX expression or a name.' })),
  source: Type.Optional(Type.String({ description: 'Where its files came from.' })),
  pace: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description:
        "Its speaking rate relative to Purr's own voices. The length of speech is predicted with it. Default: 1.",
    }),
  ),
  voices: Type.Array(VOICE, {
    minItems: 1,
    description: 'A list of voices, the best first.',
    examples: [[{ name: 'Heart', voice: 'af_heart', language: 'en-US' }]],
  }),
})

/** What the config.json of every model has. */
export type ModelConfig = Static<typeof COMMON>

/** A voice in a model's config.json. */
export type VoiceConfig = Static<typeof VOICE>

/**
 * Checks the config.json of a model.
 *
 * @param own the fields that only its kind of engine has
 * @param file its path, for the message
 * @throws ModelError that names the first wrong field
 */
export function checkConfig<Own extends TObject>(
  config: unknown,
  own: Own,
  file: string,
): ModelConfig & Static<Own> {
  const schema = Type.Object({ ...COMMON.properties, ...own.properties }, { additionalProperties: false })
  const [error] = Value.Errors(schema, config)
  if (error !== undefined) throw new ModelError(`${file}: ${problemInWords(error)}`)
  const checked = config as ModelConfig & Static<Own>
  for (const [at, { language }] of checked.voices.entries())
    if (!isLanguage(language))
      throw new ModelError(
        `${file}: voices.${at}.language: "${language}" is not a BCP-47 tag: write the ISO 639 code of the language, such as "de", or one with its region, such as "en-US"`,
      )
  requireOwnNames(checked.voices, file)
  return checked
}

/**
 * True for a BCP-47 tag whose language has an ISO 639 code. Of those with two letters, Intl knows all; of those with three, of
 * which there are some 7000, it does not.
 */
function isLanguage(tag: string): boolean {
  try {
    const { language } = new Intl.Locale(tag)
    return language.length === 3 || (language.length === 2 && LANGUAGES.of(language) !== undefined)
  } catch {
    return false
  }
}

/** Clients name voices by ids, which are given or made of the names. */
function requireOwnNames(voices: readonly VoiceConfig[], file: string): void {
  for (const [at, { name, id }] of voices.entries()) {
    const before = voices.slice(0, at)
    if (id !== undefined && before.some((other) => other.id === id))
      throw new ModelError(
        `${file}: voices.${at}.id: another voice of this model has the id ${id}: give each one of its own, or leave it out`,
      )
    if (before.some((other) => other.name === name))
      throw new ModelError(
        `${file}: voices.${at}.name: another voice of this model has the name "${name}": rename one of them`,
      )
  }
}
