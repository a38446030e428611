import { version } from '../../../package.json'
import { listVoices } from '../../voices/voice-list.ts'
import type { Voice, VoiceServices } from '../../voices/voices.ts'

const ATTRIBUTION = { name: 'Purr', url: '' }

/**
 * The data of the event `info`: what an organization can have spoken here. Home Assistant shows the descriptions of voices
 * in its lists, and sends their names.
 */
export async function info(services: VoiceServices, organizationId: string) {
  const { data } = await listVoices(services, organizationId, { limit: Number.POSITIVE_INFINITY })
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
function voiceInfo({ id, name, language, model_id }: Voice, names: Set<string>) {
  const isTaken = names.has(name.toLowerCase())
  names.add(name.toLowerCase())
  return {
    name: isTaken ? id : name,
    description: name,
    version: model_id,
    languages: [language],
    attribution: ATTRIBUTION,
    installed: true,
  }
}
