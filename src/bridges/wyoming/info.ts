import { version } from '../../../package.json'
import { MODEL_ID } from '../../engines/embedded/model-folder.ts'
import type { Database } from '../../storage/database.ts'
import { listVoices, type Voice } from '../../voices/voices.ts'

const ATTRIBUTION = { name: 'Purr', url: '' }

/**
 * The data of the event `info`: what an organization can have spoken here. Home Assistant shows the descriptions of voices
 * in its lists, and sends their names.
 */
export async function info(db: Database, organizationId: string) {
  const { data } = await listVoices(db, organizationId, { limit: Number.MAX_SAFE_INTEGER })
  const names = new Set<string>()
  return {
    tts: [
      {
        name: 'Purr',
        description: 'Purr text to speech',
        version,
        attribution: ATTRIBUTION,
        installed: true,
        supports_synthesize_streaming: true,
        voices: data.map((voice) => voiceInfo(voice, names)),
      },
    ],
  }
}

/** @param names those that are taken, in lower case: of voices with the same name the first has it, the others their ids */
function voiceInfo({ id, name, language }: Voice, names: Set<string>) {
  const isTaken = names.has(name.toLowerCase())
  names.add(name.toLowerCase())
  return {
    name: isTaken ? id : name,
    description: name,
    version: MODEL_ID,
    languages: [language],
    attribution: ATTRIBUTION,
    installed: true,
  }
}
