import { localKind } from '../local-kind.ts'
import { STYLE_FIELDS } from './config.ts'
import { recogniseStyle } from './recognise.ts'

/** StyleTTS 2 models of the class `StyleTextToSpeech2Model`: Kokoro and KittenTTS. */
export const STYLE = localKind({
  fields: STYLE_FIELDS,
  module: new URL('./model.ts', import.meta.url),
  recognise: recogniseStyle,
})
