import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FOLDER } from './model-folder.ts'
import type { Speaker } from './speaker.ts'

/** A voice that comes with the model. */
export interface ModelVoice {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly language: string
  readonly speaker: Speaker
}

/** The voices of a model's `voices.json`, the best first. */
export function catalogue(modelFolder = MODEL_FOLDER): ModelVoice[] {
  return JSON.parse(readFileSync(join(modelFolder, 'voices.json'), 'utf8'))
}
