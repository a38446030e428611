import type { Models } from '../../engines/models.ts'
import { ServiceError } from '../../http/errors.ts'
import { show } from '../../http/show.ts'

/** The names under which clients of OpenAI and of Kokoro-FastAPI ask for any model. */
const ALIASES = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'kokoro']

/**
 * OpenAI's speech models with their dates and versions, and those that may come. A name of any length is read in linear time.
 */
const OPENAI_MODEL = /^(tts-1(-hd)?|gpt-[\w.-]{0,64}tts)(-[\w.-]{1,64})?$/i

/** Whether a name stands for a model of this service. */
export function isModel(models: Models, name: unknown): name is string {
  if (typeof name !== 'string') return false
  return models.find(name) !== undefined || ALIASES.includes(name) || OPENAI_MODEL.test(name)
}

/** The list of models as OpenAI returns it. */
export function modelList(models: Models) {
  const names = new Set([...models.ids, ...ALIASES])
  return { object: 'list' as const, data: Array.from(names, described) }
}

/**
 * One model as OpenAI returns it, by any name that a request to speak may have.
 *
 * @throws ServiceError model_not_found
 */
export function modelOf(models: Models, name: string) {
  if (!isModel(models, name))
    throw new ServiceError('model_not_found', `There is no model ${show(name)}.`, {
      detail: 'GET /v1/models lists the names of the models.',
    })
  return described(name)
}

function described(id: string) {
  return { id, object: 'model' as const, created: 1_763_769_600, owned_by: 'purr' }
}
