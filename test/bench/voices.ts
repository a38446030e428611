import type { VoicesPage } from '../../src/voices/voice-list.ts'
import type { Voice } from '../../src/voices/voices.ts'
import type { Purr } from '../support/process.ts'

/** The voices of a server without clones. */
export async function stockVoices({ url, key }: Purr): Promise<readonly Voice[]> {
  const answer = await fetch(`${url}/voices`, { headers: { 'x-api-key': key } })
  return ((await answer.json()) as VoicesPage).data
}

/** The id of a voice by its name. Throws if there is none. */
export function voiceId(voices: readonly Voice[], name: string): string {
  const voice = voices.find((each) => each.name === name)
  if (voice === undefined) throw new Error(`there is no voice ${name}`)
  return voice.id
}
