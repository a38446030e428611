import type { Model } from '../../engines/shared/model.ts'
import { ServiceError } from '../../http/errors.ts'
import { show } from '../../http/show.ts'
import { findVoiceId, type VoiceServices } from '../../voices/voices.ts'

/** OpenAI's voices, and the shared voices that come nearest to them. */
const STAND_INS: Readonly<Record<string, string>> = {
  alloy: 'Kathleen',
  ash: 'Felix',
  ballad: 'Owen',
  cedar: 'Walter',
  coral: 'Kathleen Lively',
  echo: 'Owen',
  fable: 'Felix',
  marin: 'Kathleen Calm',
  nova: 'Grace',
  onyx: 'Walter',
  sage: 'Kathleen Calm',
  shimmer: 'Iris',
  verse: 'Owen',
}

/** Most voices that a message names. */
const MOST_NAMES = 20

/**
 * The id of the voice that a client means by an id, a name or the name of one of OpenAI's voices. Names of voices come
 * before OpenAI's, for which the main model has stand-ins. Whether an id is a voice's is not looked up.
 *
 * @param modelId only voices of this model have names; undefined: those of all models
 * @throws ServiceError voice_not_found; DatabaseUnavailable
 */
export async function voiceIdOf(
  services: VoiceServices,
  organizationId: string,
  idOrName: string,
  modelId: string | undefined,
): Promise<string> {
  const { main } = services.models
  const id = await findVoiceId(services, organizationId, idOrName, modelId)
  if (id !== undefined) return id
  const standIn = modelId === undefined || modelId === main.id ? standInFor(idOrName, main) : undefined
  if (standIn !== undefined) return standIn
  const model = services.models.find(modelId)
  if (model !== undefined && model.id !== main.id) throw notOf(model, idOrName)
  throw new ServiceError('voice_not_found', `There is no voice ${show(idOrName)}.`, {
    detail:
      'Send the id or the name of a voice of GET /v1/audio/voices, or the name of one of OpenAI\'s voices, such as "alloy".',
  })
}

/** OpenAI's voices have no stand-ins in other models than the main one. */
function notOf({ id, voices }: Model, idOrName: string): ServiceError {
  const names = voices.slice(0, MOST_NAMES).map(({ name }) => JSON.stringify(name))
  const more = voices.length > MOST_NAMES ? ' and others: GET /v1/audio/voices lists them' : ''
  return new ServiceError('voice_not_found', `The model ${show(id)} has no voice ${show(idOrName)}.`, {
    detail: `Send the name or the id of one of its voices. It has ${names.join(', ')}${more}.`,
  })
}

function standInFor(name: string, { voices }: Model): string | undefined {
  const standIn = STAND_INS[name.toLowerCase()]
  return voices.find((voice) => voice.name === standIn)?.id
}
