import { join } from 'node:path'
import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { createInputResampler, isInputRate } from '../../audio/input-resampler.ts'
import { EngineFailure } from '../shared/engine.ts'
import { type EngineKind, ModelError, type OpenContext, type OpenedEngine } from '../shared/engine-kind.ts'
import { LocalEngine } from './engine.ts'
import { type MeasuredVoice, type Measurement, measure } from './measurement.ts'
import type { Recognise } from './recognised-model.ts'
import type { Description } from './steps.ts'

/** What the config.json of every local model can have, besides what the one of every model has. */
const LOCAL_FIELDS = {
  workers: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 64, description: 'Threads that run the model. Default: 1.' }),
  ),
  force: Type.Optional(
    Type.Boolean({ description: 'Use it although it is slower than real time: its speech will stutter.' }),
  ),
}

/** What this file needs to know of a local model's config.json. */
interface LocalConfig {
  readonly voices: readonly MeasuredVoice[]
  readonly workers?: number
  readonly force?: boolean
}

/** What distinguishes one kind of local model from the others. */
export interface LocalKindOptions {
  /** The fields of config.json that only this kind has. */
  readonly fields: TProperties
  /** The module that loads it in a worker: it exports a `LoadLocalModel` by default. */
  readonly module: URL
  /** Finds out whether files are a model of this kind. */
  readonly recognise: Recognise
}

/** A kind of model that runs in worker threads of this process. Its files are in `files` within its folder. */
export interface LocalKind extends EngineKind {
  readonly recognise: Recognise
  /**
   * Opens a model just to see how fast it is on this machine.
   *
   * @throws ModelError
   */
  measure(config: Static<TObject>, context: OpenContext): Promise<Measurement>
}

/** Makes a kind of local model. */
export function localKind(options: LocalKindOptions): LocalKind {
  const module = options.module.href
  return {
    schema: Type.Object({ ...LOCAL_FIELDS, ...options.fields }),
    recognise: options.recognise,
    async open(config, context): Promise<OpenedEngine> {
      const { engine, measurement } = await opened(module, config, context)
      const { realTimeFactor, streams } = measurement
      if (streams === 0 && !(config as unknown as LocalConfig).force) {
        await engine.close()
        throw new ModelError(
          `${context.id}: on this machine it takes ${realTimeFactor.toFixed(2)} s for a second of speech, which would stutter: use a faster machine or a smaller model, or set "force": true in ${join(context.folder, 'config.json')}`,
        )
      }
      context.log.info({ model: context.id, realTimeFactor, streams }, 'a model is ready')
      const { hasSpeed, wordTimes, languages } = engine.description
      return {
        engine,
        languages,
        hasSpeed,
        wordTimes,
        streams: Math.max(1, streams),
        health: () => engine.health(),
        workers: () => engine.workers(),
      }
    },
    async measure(config, context) {
      const { engine, measurement } = await opened(module, config, context)
      await engine.close()
      return measurement
    },
  }
}

/** Starts a model's workers, checks its voices and measures it. */
async function opened(
  module: string,
  config: Static<TObject>,
  context: OpenContext,
): Promise<{ engine: LocalEngine; measurement: Measurement }> {
  const { workers = 1, voices } = config as unknown as LocalConfig
  const engine = await LocalEngine.start({
    module,
    config,
    workers,
    files: join(context.folder, 'files'),
    onIncident: (message, cause) => context.log.error({ err: cause, model: context.id }, message),
  }).catch((cause: unknown) => {
    throw unusable(context, cause)
  })
  try {
    checkDescription(engine.description, voices)
    createInputResampler(engine.description.sampleRate) // the filter of a rate is designed when it is first used
    return { engine, measurement: await measure(engine, voices[0]!) }
  } catch (cause) {
    await engine.close()
    throw unusable(context, cause)
  }
}

function checkDescription({ voices: known, sampleRate }: Description, voices: LocalConfig['voices']): void {
  if (!isInputRate(sampleRate)) throw new ModelError(`its sample rate of ${sampleRate} Hz is not supported`)
  for (const { name, voice = name } of voices) {
    if (!known.includes(voice)) {
      throw new ModelError(
        `it has no voice "${voice}": give voices of config.json one of ${known.join(', ')}`,
      )
    }
  }
}

function unusable({ id }: OpenContext, cause: unknown): unknown {
  if (!(cause instanceof ModelError || cause instanceof EngineFailure)) return cause
  return new ModelError(`${id}: ${cause.message}`, { cause })
}
