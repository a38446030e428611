import { type Static, type TObject, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ModelError } from './shared/engine-kind.ts'

const VOICE = Type.Object(
  {
    name: Type.String({ minLength: 1, description: 'The name that clients see.' }),
    voice: Type.Optional(
      Type.String({ minLength: 1, description: 'The name by which the engine knows it. Default: name.' }),
    ),
    id: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
        description: 'Default: one that is made of the names of the model and the voice.',
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
  voices: Type.Array(VOICE, { minItems: 1, description: 'The best first.' }),
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
  if (error !== undefined) {
    const field = error.path.slice(1).replaceAll('/', '.')
    throw new ModelError(`${file}: ${field || 'the file'}: ${error.message}`)
  }
  const checked = config as ModelConfig & Static<Own>
  const names = checked.voices.map(({ name }) => name)
  const again = names.findIndex((name, at) => names.indexOf(name) < at)
  if (again < 0) return checked
  throw new ModelError(`${file}: voices.${again}.name: "${names[again]}" is the name of another voice too`)
}
