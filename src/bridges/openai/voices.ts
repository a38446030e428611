import { ServiceError } from '../../http/errors.ts'
import { show } from '../../http/show.ts'
import { catalogue } from '../../engines/embedded/model-folder.ts'
import type { Database } from '../../storage/database.ts'
import { findVoiceId } from '../../voices/voices.ts'

/** OpenAI's voices, and the shared voices that come nearest to them. */
const STAND_INS: Readonly<Record<string, string>> = {
  alloy: 'Kathleen',
  ash: 'Richard',
  ballad: 'Angus',
  cedar: 'Walter',
  coral: 'Kathleen Lively',
  echo: 'Owen',
  fable: 'Angus',
  marin: 'Kathleen Calm',
  nova: 'Grace',
  onyx: 'Walter',
  sage: 'Kathleen Calm',
  shimmer: 'Iris',
  verse: 'Owen',
}

const IDS = new Map(catalogue().map(({ name, id }) => [name, id]))

/** The ids of the shared voices, by OpenAI's names. */
const OPENAI_VOICES = new Map(Object.entries(STAND_INS).map(([name, standIn]) => [name, IDS.get(standIn)!]))

/**
 * The id of the voice that a client means by an id, a name or the name of one of OpenAI's voices. Names of an
 * organization's own voices come before OpenAI's. Whether an id is a voice's is not looked up.
 *
 * @throws ServiceError voice_not_found
 */
export async function voiceIdOf(db: Database, organizationId: string, idOrName: string): Promise<string> {
  const id = (await findVoiceId(db, organizationId, idOrName)) ?? OPENAI_VOICES.get(idOrName.toLowerCase())
  if (id !== undefined) return id
  throw new ServiceError('voice_not_found', `There is no voice ${show(idOrName)}.`, {
    detail:
      'Send the id or the name of a voice of GET /v1/audio/voices, or the name of one of OpenAI\'s voices, such as "alloy".',
  })
}
