import { join } from 'node:path'
import { type LocalKind, localKind } from '../local-kind.ts'
import { clonerOf } from './cloner.ts'
import { POCKET_FIELDS, type PocketConfig } from './config.ts'
import { recognisePocket } from './recognise.ts'

const SPEAKING = localKind({
  fields: POCKET_FIELDS,
  module: new URL('./model.ts', import.meta.url),
  recognise: recognisePocket,
})

/** Pocket TTS by Kyutai, as ONNX graphs: it speaks piece by piece, and makes voices of recordings. */
export const POCKET: LocalKind = {
  ...SPEAKING,
  async open(config, context) {
    const opened = await SPEAKING.open(config, context)
    return { ...opened, voiceOf: await clonerOf(join(context.folder, 'files'), config as PocketConfig) }
  },
}
