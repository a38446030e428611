import { type Static, Type } from '@sinclair/typebox'
import type { Models } from '../engines/models.ts'
import { isListed, type Model } from '../engines/shared/model.ts'

export const MODEL = Type.Object(
  {
    id: Type.String({
      description: 'What a request to speak sends as model_id.',
      examples: ['gepard-1.0'],
    }),
    name: Type.String({ examples: ['Gepard'] }),
    description: Type.String({
      examples: ["Purr's own voices in English, German and Dutch, on the processor."],
    }),
    license: Type.Union([Type.String(), Type.Null()], {
      description: 'Of its weights: an SPDX expression or a name; null: not known.',
      examples: ['Apache-2.0'],
    }),
    languages: Type.Array(Type.String(), {
      description: 'The BCP-47 tags of its shared voices.',
      examples: [['en', 'de-DE', 'nl-NL']],
    }),
    voices: Type.Integer({
      minimum: 0,
      description: 'How many shared voices it has, without retired ones.',
      examples: [12],
    }),
    speed: Type.Boolean({
      description: 'Whether its speech can be made faster or slower.',
      examples: [true],
    }),
    word_times: Type.Union([Type.Literal('exact'), Type.Literal('estimated')], {
      description: 'Whether it reports when words sound; otherwise their times are estimated.',
    }),
    status: Type.Union([Type.Literal('ready'), Type.Literal('degraded'), Type.Literal('unavailable')], {
      description:
        'Whether it speaks now; a degraded one has lost some of its servers, or has one that is not known to speak again.',
    }),
  },
  { additionalProperties: false },
)

/** The response of GET /models. */
export const MODEL_LIST = Type.Object({ data: Type.Array(MODEL) }, { additionalProperties: false })

/** The models that make voices of recordings. */
export function makersOfVoices({ main, all }: Models): readonly Model[] {
  return all.filter((each) => each === main || each.clone)
}

/** The models that requests can name, the main one first. */
export function listModels(models: Models): Static<typeof MODEL_LIST> {
  return { data: models.all.map(shown) }
}

function shown(model: Model): Static<typeof MODEL> {
  const { id, name, description, license, hasSpeed, wordTimes } = model
  const voices = model.voices.filter(isListed)
  return {
    id,
    name,
    description,
    license: license ?? null,
    languages: [...new Set(voices.map(({ language }) => language))],
    voices: voices.length,
    speed: hasSpeed,
    word_times: wordTimes,
    status: model.health(),
  }
}
