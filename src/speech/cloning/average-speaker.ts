import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FOLDER } from '../engine/model-folder.ts'
import type { Speaker } from '../engine/speaker.ts'

/** The middle of the model's speakers, from which clones are made: it is understood best, and bends farthest. */
export function averageSpeaker(): Speaker {
  return JSON.parse(readFileSync(join(MODEL_FOLDER, 'average-speaker.json'), 'utf8'))
}
