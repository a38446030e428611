import type { LoadLocalModel } from '../local-model.ts'
import { MmsModel } from './mms.ts'
import { PiperModel } from './piper.ts'
import type { VitsConfig } from './vits.ts'

/** Loads a VITS model in a worker. */
const load: LoadLocalModel<VitsConfig> = (files, { form, graph }, languages) =>
  form === 'piper' ? PiperModel.load(files, graph, languages) : MmsModel.load(files, graph)

export default load
