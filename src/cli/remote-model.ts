import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import { checkConfig, type ModelConfig } from '../engines/model-config.ts'
import { KINDS } from '../engines/registry.ts'
import type { EngineKind } from '../engines/shared/engine-kind.ts'
import type { NamedSpeaker } from '../engines/shared/speaker.ts'
import { plainLocaleOf } from '../languages/registry.ts'
import { TextStream } from '../speech/text-stream.ts'
import { speak } from '../speech/utterance.ts'
import type { Log } from '../telemetry/log.ts'

/** A model on another server, as the command line describes it. */
export interface RemoteOptions {
  /** Addresses of servers of one of the protocols. */
  readonly openai?: readonly string[]
  readonly cartesia?: readonly string[]
  /** What the servers call the model. */
  readonly model?: string
  /** As `voice:language`, or `name=voice:language`. */
  readonly voice?: readonly string[]
  /** The environment variable that has the key for the servers. */
  readonly apiKeyEnv?: string
}

/** What is said in a language that Purr has no sentences of. */
const NUMBERS = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10.'

/** What a remote model has said. */
export interface Trial {
  readonly audioSeconds: number
  readonly firstAudioSeconds: number
  readonly seconds: number
  /** How long the same would be in one of Purr's own voices. */
  readonly predictedSeconds: number
}

/**
 * The config.json of a remote model.
 *
 * @throws Error that says which option is missing or wrong
 * @throws ModelError
 */
export async function remoteConfig(
  options: RemoteOptions,
): Promise<{ kind: EngineKind; config: ModelConfig }> {
  const engine = options.openai === undefined ? 'cartesia' : 'openai'
  const urls = options.openai ?? options.cartesia
  if (options.openai !== undefined && options.cartesia !== undefined)
    throw new Error('--openai and --cartesia are two protocols: a model is on servers of one of them')
  if (options.model === undefined)
    throw new Error('--model is missing: give the name by which the server knows the model')
  if (options.voice === undefined)
    throw new Error('--voice is missing: give each voice with its language, such as --voice af_heart:en-US')
  const kind = await KINDS[engine]!()
  const written = {
    engine,
    name: options.model,
    urls,
    model: options.model,
    ...(options.apiKeyEnv !== undefined && { api_key_env: options.apiKeyEnv }),
    voices: options.voice.map(voiceOf),
  }
  return { kind, config: checkConfig(written, kind.schema, 'the options') }
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

/**
 * Has a model say a sentence with its first voice.
 *
 * @throws ModelError, EngineFailure
 */
export async function tryRemote(
  kind: EngineKind,
  config: ModelConfig,
  { id, folder, log }: { readonly id: string; readonly folder: string; readonly log: Log },
): Promise<Trial> {
  const { engine } = await kind.open(config as never, { id, folder, env: process.env, log })
  try {
    const [{ name, voice = name, language }] = config.voices as [ModelConfig['voices'][number]]
    const locale = plainLocaleOf(language)
    const stream = new TextStream(locale)
    const segments = [...stream.push(locale.language.warmUp[0] ?? NUMBERS), ...stream.flush()]
    const speaker: NamedSpeaker = { voice, speed: 1, pace: 1 }
    const begun = performance.now()
    let samples = 0
    let firstAudioSeconds = 0
    for await (const { pcm } of speak(segments, speaker, engine, new AbortController().signal)) {
      if (samples === 0) firstAudioSeconds = (performance.now() - begun) / 1000
      samples += pcm.length
    }
    if (samples === 0) throw new Error(`the server says nothing with the voice "${voice}"`)
    const seconds = (performance.now() - begun) / 1000
    const predictedSeconds = segments.reduce((sum, { segment }) => sum + (segment?.seconds ?? 0), 0)
    return { audioSeconds: samples / SAMPLE_RATE, firstAudioSeconds, seconds, predictedSeconds }
  } finally {
    await engine.close()
  }
}
