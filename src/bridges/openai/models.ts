import { MODEL_ID } from '../../engines/embedded/model-folder.ts'

/** The model, and the names under which clients of OpenAI and of Kokoro-FastAPI ask for it. */
const LISTED = [MODEL_ID, 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'kokoro']

/** OpenAI's speech models with their dates and versions, and those that may come. */
const OPENAI_MODEL = /^(tts-1(-hd)?|gpt-[\w.-]*tts)(-[\w.-]+)?$/i

/** Whether a name stands for the model of this service. */
export function isModel(name: unknown): name is string {
  return typeof name === 'string' && (LISTED.includes(name) || OPENAI_MODEL.test(name))
}

/** The list of models as OpenAI gives it. */
export const MODELS = {
  object: 'list',
  data: LISTED.map((id) => ({ id, object: 'model', created: 1_763_769_600, owned_by: 'purr' })),
}
