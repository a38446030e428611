import { type Static, Type } from '@sinclair/typebox'
import { localKind } from '../local-kind.ts'
import { recogniseSupertonic } from './recognise.ts'

const FIELDS = {
  form: Type.Union([Type.Literal('hub'), Type.Literal('original')], {
    description:
      'The form of its files: that of the hub for Transformers.js, with three graphs, or that of its makers, with four.',
  }),
  languages: Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' }), {
    minItems: 1,
    description: 'ISO 639 codes of the languages that it speaks.',
    examples: [['en'], ['en', 'ko', 'es', 'pt', 'fr']],
  }),
  tags: Type.Boolean({
    description:
      'Whether the text is put into a tag with its language, as all versions but the first need it.',
  }),
  steps: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Steps of the denoiser: more are better, and slower. Default: 5.',
    }),
  ),
}

/** The fields of config.json that only Supertonic models have. */
export type SupertonicConfig = Static<ReturnType<typeof Type.Object<typeof FIELDS>>>

/** Supertone's Supertonic: characters in, samples at 44.1 kHz out. */
export const SUPERTONIC = localKind({
  fields: FIELDS,
  module: new URL('./model.ts', import.meta.url),
  recognise: recogniseSupertonic,
})
