import { join } from 'node:path'
import { readModelsDir } from '../config.ts'
import { StagedModel } from '../engines/installation/staged-model.ts'
import { checkConfig } from '../engines/model-config.ts'
import { KINDS } from '../engines/registry.ts'
import { isVariable } from '../engines/remote/remote-config.ts'
import type { EngineKind } from '../engines/shared/engine-kind.ts'
import { voicesIn, withPace } from './added-model.ts'
import { remoteId, requireFree } from './model-id.ts'
import { printProgress } from './print.ts'
import { type RemoteConfig, type Trial, TrialFailed, type TriedModel, tryRemote } from './remote-trial.ts'

/** A model on another server, as the command line describes it. */
export interface RemoteOptions {
  /** Its id. Undefined: the name by which the servers know it. */
  readonly name?: string
  /** Whether it may be that no server is up. */
  readonly force?: boolean
  /** URLs of servers of one of the protocols. */
  readonly openai?: readonly string[]
  readonly cartesia?: readonly string[]
  /** What the servers call the model. */
  readonly model?: string
  /** As `voice:language`, or `name=voice:language`. */
  readonly voice?: readonly string[]
  /** The environment variable that has the key for the servers. */
  readonly apiKeyEnv?: string
}

/**
 * Tries a model on another server, and registers it.
 *
 * @throws Error that says why it is not registered
 */
export async function addRemote({ name, force, ...remote }: RemoteOptions) {
  const models = readModelsDir()
  const { kind, config } = await remoteConfig(remote)
  const id = name ?? (await remoteId(models, config))
  await requireFree(models, id)
  const staged = new StagedModel(models, id)
  const added = withPace(config, await trialOf({ kind, config, id, folder: staged.folder }, force))
  await staged.finish(added)
  return {
    id,
    engine: config.engine,
    license: null,
    folder: join(models, id),
    ...voicesIn(id, config),
  }
}

/** What a model has said. Undefined: its server is not up, which was forgiven. */
async function trialOf(model: TriedModel, force: boolean | undefined): Promise<Trial | undefined> {
  try {
    const trial = await tryRemote(model)
    const { firstAudioSeconds, seconds, audioSeconds } = trial
    printProgress(
      `It said a text of ${audioSeconds.toFixed(1)} s in ${seconds.toFixed(2)} s, and the first of it came after ${firstAudioSeconds.toFixed(2)} s.`,
    )
    return trial
  } catch (error) {
    if (!(error instanceof TrialFailed)) throw error
    if (!force || !error.isForgivable)
      throw new Error(`"${model.id}" is not registered, because it could not be tried: ${error.message}`, {
        cause: error,
      })
    printProgress(`It could not be tried: ${error.failures}.`)
    return undefined
  }
}

/**
 * The config.json of a remote model.
 *
 * @throws Error that says which option is missing or wrong
 * @throws ModelError
 */
async function remoteConfig(options: RemoteOptions): Promise<{ kind: EngineKind; config: RemoteConfig }> {
  const engine = options.openai === undefined ? 'cartesia' : 'openai'
  const urls = options.openai ?? options.cartesia
  if (options.openai !== undefined && options.cartesia !== undefined)
    throw new Error(
      '--openai and --cartesia cannot be used together: the servers of a model speak one protocol',
    )
  if (options.model === undefined)
    throw new Error('--model is missing: give the name by which the server knows the model')
  if (options.voice === undefined)
    throw new Error('--voice is missing: give each voice with its language, such as --voice af_heart:en-US')
  if (options.apiKeyEnv !== undefined && !isVariable(options.apiKeyEnv))
    throw new Error(
      '--api-key-env is not the name of an environment variable: put the key into a variable, such as TTS_API_KEY, and say --api-key-env TTS_API_KEY',
    )
  const kind = await KINDS[engine]!()
  const written = {
    engine,
    name: options.model,
    urls,
    model: options.model,
    ...(options.apiKeyEnv !== undefined && { api_key_env: options.apiKeyEnv }),
    voices: options.voice.map(voiceOf),
  }
  return { kind, config: checkConfig(written, kind.schema, 'the options') as RemoteConfig }
}

/** Reads `voice:language`, or `name=voice:language`. */
function voiceOf(text: string): { name: string; voice?: string; language: string } {
  const [, name, voice, language] = /^(?:([^=]+)=)?(.+):([A-Za-z]{2,3}(?:-[\w-]+)?)$/.exec(text) ?? []
  if (voice === undefined || language === undefined)
    throw new Error(
      `--voice ${text} has no language: write it as af_heart:en-US, or with a name of your own as "Anna=af_heart:en-US"`,
    )
  return name === undefined ? { name: voice, language } : { name, voice, language }
}
