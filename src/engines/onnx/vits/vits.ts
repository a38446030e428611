import { type Static, Type } from '@sinclair/typebox'
import { localKind } from '../local-kind.ts'
import { recogniseVits } from './recognise.ts'

const FIELDS = {
  form: Type.Union([Type.Literal('piper'), Type.Literal('mms')], {
    description: "Whose export it is: Piper's, which takes phones, or that of Hugging Face's VitsModel.",
  }),
  graph: Type.String({
    minLength: 1,
    description: 'Path of the ONNX file within the folder "files".',
    examples: ['en_US-lessac-medium.onnx', 'onnx/model.onnx'],
  }),
}

/** The fields of config.json that only VITS models have. */
export type VitsConfig = Static<ReturnType<typeof Type.Object<typeof FIELDS>>>

/** Models of the VITS architecture: Piper's voices, and those of Meta's Massively Multilingual Speech. */
export const VITS = localKind({
  fields: FIELDS,
  module: new URL('./model.ts', import.meta.url),
  recognise: recogniseVits,
})
