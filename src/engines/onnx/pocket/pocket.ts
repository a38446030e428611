import { localKind } from '../local-kind.ts'
import { POCKET_FIELDS } from './config.ts'
import { recognisePocket } from './recognise.ts'

/** Pocket TTS by Kyutai, as ONNX graphs: it speaks piece by piece. */
export const POCKET = localKind({
  fields: POCKET_FIELDS,
  module: new URL('./load.ts', import.meta.url),
  recognise: recognisePocket,
})
