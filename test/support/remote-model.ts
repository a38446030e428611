import { checkConfig } from '../../src/engines/model-config.ts'
import { Capacity } from '../../src/engines/shared/capacity.ts'
import type { EngineKind } from '../../src/engines/shared/engine-kind.ts'
import type { Model } from '../../src/engines/shared/model.ts'
import type { NamedSpeaker } from '../../src/engines/shared/speaker.ts'
import { createLog } from '../../src/telemetry/log.ts'

/** The key of the far side is in this variable. */
export const KEY_VARIABLE = 'FAR_KEY'

/** The voice of a {@link remoteModel}. */
export const FAR_VOICE = '00000000-0000-8000-8000-00000000000f'

/**
 * A model with one voice whose engine is at other servers.
 *
 * @param voice how the far side knows the voice
 */
export async function remoteModel(
  kind: EngineKind,
  fields: Readonly<Record<string, unknown>>,
  { voice, key }: { readonly voice: string; readonly key: string },
): Promise<Model> {
  const log = createLog()
  log.level = 'silent'
  const voices = [{ name: 'Far', voice, language: 'en-US' }]
  const written = { engine: 'far', voices, api_key_env: KEY_VARIABLE, ...fields }
  const config = checkConfig(written, kind.schema, 'config.json')
  const { engine, streams, languages, hasSpeed, wordTimes, health, servers } = await kind.open(config, {
    id: 'far',
    folder: '',
    env: { [KEY_VARIABLE]: key },
    log,
  })
  const speaker: NamedSpeaker = { voice, speed: 1, pace: 1 }
  return {
    id: 'far',
    name: 'Far',
    description: '',
    license: undefined,
    voices: [{ id: FAR_VOICE, name: 'Far', description: '', language: 'en-US', speaker }],
    engine,
    capacity: new Capacity(streams),
    languages,
    hasSpeed,
    wordTimes,
    health,
    servers,
  }
}
