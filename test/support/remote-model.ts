import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openModel } from '../../src/engines/registry.ts'
import type { Model } from '../../src/engines/shared/model.ts'
import type { Log } from '../../src/telemetry/log.ts'
import { silentLog } from '../../src/telemetry/log.ts'

/** The key of the upstream server is in this variable. */
const KEY_VARIABLE = 'FAR_KEY'

/** The voice of a {@link remoteModel}. */
export const FAR_VOICE = '00000000-0000-8000-8000-00000000000f'

/**
 * A model named "far" with one voice, whose engine is at other servers.
 *
 * @param fields of its config.json
 * @param voice how the upstream server knows the voice
 * @param log by default none
 */
export async function remoteModel(
  fields: Readonly<Record<string, unknown>>,
  { voice, key }: { readonly voice: string; readonly key: string },
  log: Log = silentLog(),
): Promise<Model> {
  const voices = [{ name: 'Far', voice, id: FAR_VOICE, language: 'en-US' }]
  const folder = await mkdtemp(join(tmpdir(), 'purr-model-'))
  try {
    await Bun.write(
      join(folder, 'config.json'),
      JSON.stringify({ voices, api_key_env: KEY_VARIABLE, ...fields }),
    )
    return await openModel('far', { folder, env: { [KEY_VARIABLE]: key }, log })
  } finally {
    await rm(folder, { recursive: true })
  }
}
