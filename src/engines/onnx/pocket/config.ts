import { type Static, Type } from '@sinclair/typebox'

/** The fields of config.json that only Pocket TTS has. */
export const POCKET_FIELDS = {
  graphs: Type.Optional(
    Type.String({ description: 'Folder of the graphs within the files. Default: the files themselves.' }),
  ),
  tokenizer: Type.Optional(
    Type.String({
      description: 'Path of the tokenizer within the files. Default: the one beside the graphs.',
    }),
  ),
  temperature: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 2,
      description: 'Variety of the speech. Default: 0.3 for the English model of April 2026, else 0.7.',
    }),
  ),
  flow_steps: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'Steps from noise to a frame: more are slower, and can sound better. Default: 1.',
    }),
  ),
  end_threshold: Type.Optional(
    Type.Number({
      description:
        'From which value on the model means that the text ends: a lower one ends sooner. Default: -4.',
    }),
  ),
}

const CONFIG = Type.Object(POCKET_FIELDS)
export type PocketConfig = Static<typeof CONFIG>
