import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelVoice } from '../shared/model.ts'
import type { Speaker } from './speaker.ts'

/** The model's name in requests, and its folder. */
export const MODEL_ID = 'gepard-1.0'
export const MODEL_FOLDER = join(import.meta.dir, '../../../models', MODEL_ID)

/** A voice that comes with the embedded model. */
export interface EmbeddedVoice extends ModelVoice {
  readonly speaker: Speaker
}

/** The voices of a model's `voices.json`, the best first. */
export function catalogue(modelFolder = MODEL_FOLDER): EmbeddedVoice[] {
  return JSON.parse(readFileSync(join(modelFolder, 'voices.json'), 'utf8'))
}

/** The average of the model's speakers, from which clones are made: it is the most intelligible, and can be changed most. */
export function averageSpeaker(): Speaker {
  return JSON.parse(readFileSync(join(MODEL_FOLDER, 'average-speaker.json'), 'utf8'))
}

/** What speakers are fitted to: the weights, and the speaker that fitting begins with. */
const FILES = ['onnx/plan.onnx', 'onnx/window.onnx', 'average-speaker.json']
/** Hexadecimal digits that are enough to distinguish all trainings of a model. */
const LENGTH = 16

/** Distinguishes one training of a model from another: the beginning of the SHA-256 of what speakers are fitted to. */
export async function modelFingerprint(folder: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for (const file of FILES) {
    // piece by piece: somebody's speech may be on its way on this thread
    for await (const bytes of Bun.file(join(folder, file)).stream()) hash.update(bytes)
  }
  return hash.digest('hex').slice(0, LENGTH)
}
