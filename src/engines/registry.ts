import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { LOCAL_KINDS } from './local-kinds.ts'
import { checkConfig, type ModelConfig, type VoiceConfig } from './model-config.ts'
import { Models } from './models.ts'
import { registeredIds } from './registered-folders.ts'
import { Capacity } from './shared/capacity.ts'
import { type EngineKind, ModelError, type OpenContext } from './shared/engine-kind.ts'
import type { Model, ModelVoice } from './shared/model.ts'
import type { NamedSpeaker } from './shared/speaker.ts'

/** The kinds of engines, by the names that config.json has for them. Each is loaded when a model needs it. */
export const KINDS: Readonly<Record<string, () => Promise<EngineKind>>> = {
  ...LOCAL_KINDS,
  cartesia: async () => (await import('./remote/cartesia/cartesia.ts')).CARTESIA,
  openai: async () => (await import('./remote/openai/openai.ts')).OPENAI,
}

/** The form of a model's id, which is the name of its folder. */
const MODEL_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/i

/** What models are opened with. */
export interface RegistryOptions extends Pick<OpenContext, 'env' | 'log'> {
  /** The folder that has a folder for each model. */
  readonly folder: string
}

/**
 * Opens the models that are registered in a folder: each has a folder with its config.json, whose name is the model's id.
 *
 * @param main the model that comes with Purr; a folder of its name is left alone
 * @throws ModelError when one cannot be used, or has the id of another's voice; those that were opened before it are closed
 */
export async function openModels(main: Model, { folder, ...context }: RegistryOptions): Promise<Models> {
  const opened: Model[] = []
  try {
    for (const id of await registeredIds(folder)) {
      if (id === main.id) continue
      const model = await openModel(id, { ...context, folder: join(folder, id) })
      opened.push(model)
      requireOwnVoices(model, [main, ...opened.slice(0, -1)], folder)
    }
    return new Models(main, opened)
  } catch (error) {
    await Promise.all(opened.map(({ engine }) => engine.close()))
    throw error
  }
}

/** A voice with the id of another one would be spoken in its place. */
function requireOwnVoices(model: Model, others: readonly Model[], folder: string): void {
  const [main] = others
  for (const voice of model.voices) {
    const owner = others.find(({ voices }) => voices.some(({ id }) => id === voice.id))
    const taken = owner?.voices.find(({ id }) => id === voice.id)
    if (owner === undefined || taken === undefined) continue
    const place = owner === main ? `the model ${owner.id}` : join(folder, owner.id, 'config.json')
    throw new ModelError(
      `${join(folder, model.id, 'config.json')}: the id ${voice.id} of the voice "${voice.name}" is that of "${taken.name}" in ${place}: leave out "id", and it gets one of its own. How its engine knows the voice is said with "voice"`,
    )
  }
}

/**
 * Opens one model.
 *
 * @param context with the model's folder
 * @throws ModelError
 */
export async function openModel(id: string, context: Omit<OpenContext, 'id'>): Promise<Model> {
  const file = join(context.folder, 'config.json')
  if (!isModelId(id))
    throw new ModelError(
      `${context.folder}: rename the folder: a model's id has up to 64 letters, digits, dots, hyphens and underscores`,
    )
  const { kind, config } = await readRegistered(file)
  const voices = config.voices.map((voice) => modelVoice(voice, id, config))
  const { engine, streams, voiceOf, ...known } = await kind.open(config, { ...context, id })
  return {
    id,
    kind: config.engine,
    name: config.name ?? id,
    description: config.description ?? '',
    license: config.license,
    voices,
    engine,
    capacity: new Capacity(streams),
    ...known,
    clone:
      voiceOf &&
      (async (samples, signal) => ({
        ...(await voiceOf(samples, signal)),
        speed: 1,
        pace: config.pace ?? 1,
      })),
  }
}

/** True for what can be a model's id, which is the name of its folder. */
export function isModelId(text: string): boolean {
  return MODEL_ID.test(text)
}

/**
 * Reads a model's config.json, and finds the kind of its engine.
 *
 * @throws ModelError
 */
export async function readRegistered(file: string): Promise<{ kind: EngineKind; config: ModelConfig }> {
  const written = await readConfig(file)
  const kind = await kindOf(written, file)
  return { kind, config: checkConfig(written, kind.schema, file) }
}

async function readConfig(file: string): Promise<unknown> {
  try {
    return await Bun.file(file).json()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EACCES')
      throw new ModelError(
        `${file} may not be read: let the user who runs Purr read it, as with "chown -R"`,
        { cause },
      )
    throw new ModelError(`${file} is not JSON (${cause})`, { cause })
  }
}

async function kindOf(config: unknown, file: string): Promise<EngineKind> {
  const name = (config as Partial<ModelConfig> | null)?.engine
  if (typeof name === 'string' && Object.hasOwn(KINDS, name)) return KINDS[name]!()
  throw new ModelError(
    `${file}: engine is ${JSON.stringify(name)}: set it to ${Object.keys(KINDS).join(', ')}. If this is a folder that was downloaded, move it out of the folder of models, and "purr models add <folder>" registers it`,
  )
}

/** A voice of a model's config.json, as requests can name it. */
export function modelVoice(voice: VoiceConfig, modelId: string, { pace = 1 }: ModelConfig): ModelVoice {
  const { name, language, description = '' } = voice
  const speaker: NamedSpeaker = { voice: voice.voice ?? name, speed: 1, pace: voice.pace ?? pace }
  return {
    id: voice.id ?? derivedId(`${modelId}/${name}`),
    name,
    description,
    language: Intl.getCanonicalLocales(language)[0]!,
    speaker,
  }
}

/** A UUID that is the same wherever it is made of the same name (version 8 of RFC 9562, of a SHA-256). */
function derivedId(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
