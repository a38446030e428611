import { type Static, Type } from '@sinclair/typebox'

/** The precisions of a model's graph, with the ends of their files' names, the first choice first. */
export const PRECISIONS = {
  q8: '_quantized',
  fp32: '',
  fp16: '_fp16',
  q4: '_q4',
  q4f16: '_q4f16',
  uint8: '_uint8',
} as const
export type Precision = keyof typeof PRECISIONS

/** The fields of config.json that only models of this kind have. */
export const STYLE_FIELDS = {
  family: Type.Union([Type.Literal('kokoro'), Type.Literal('kitten')], {
    description: 'How its ids are framed and its styles are chosen.',
  }),
  dtype: Type.Optional(
    Type.Union(
      (Object.keys(PRECISIONS) as Precision[]).map((precision) => Type.Literal(precision)),
      { description: 'The precision of the graph that is used. Default: fp32.' },
    ),
  ),
  graph: Type.Optional(
    Type.String({
      description:
        'The file of its graph, without ".onnx" and what the precision adds. Default: "onnx/model".',
    }),
  ),
  speeds: Type.Optional(
    Type.Record(Type.String(), Type.Number({ exclusiveMinimum: 0 }), {
      description: 'Speaking rates of voices, by the names that the model has for them. Default: 1.',
    }),
  ),
}
const STYLE_OBJECT = Type.Object(STYLE_FIELDS)

/** What this kind needs to know of a model's config.json. */
export interface StyleConfig extends Static<typeof STYLE_OBJECT> {
  readonly voices: readonly { readonly name: string; readonly voice?: string; readonly language: string }[]
}
