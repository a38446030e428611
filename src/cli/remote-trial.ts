import { SAMPLE_RATE } from '../audio/sample-rate.ts'
import type { ModelConfig, VoiceConfig } from '../engines/model-config.ts'
import { ServerFault } from '../engines/remote/server-fault.ts'
import { EngineFailure, EngineFull } from '../engines/shared/engine.ts'
import { type EngineKind, ModelError } from '../engines/shared/engine-kind.ts'
import type { NamedSpeaker } from '../engines/shared/speaker.ts'
import { plainLocaleOf } from '../languages/registry.ts'
import { speakSegments } from '../speech/speak-segments.ts'
import { TextStream } from '../speech/text-stream.ts'
import { silentLog } from '../telemetry/log.ts'
import { printProgress } from './print.ts'

/** What is said in a language that Purr has no sentences of. */
const NUMBERS = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10.'
/** Speech of this many characters lasts five seconds or more. */
const MEASURED_CHARACTERS = 100
/** The share of the predicted length below which a response is no speech: a web page, say, that is taken for samples. */
const LEAST_SPOKEN = 0.1

/** The config.json of a remote model, as far as both protocols have the same. */
export type RemoteConfig = ModelConfig & { readonly urls: readonly string[]; readonly api_key_env?: string }

/** What a remote model has said. */
export interface Trial {
  readonly audioSeconds: number
  readonly firstAudioSeconds: number
  readonly seconds: number
  /** How long the same would be in one of Purr's own voices. */
  readonly predictedSeconds: number
}

/** What was tried of a model and failed: a sentence for each, and the advice that fits. */
export class TrialFailed extends Error {
  /** The sentences alone. */
  readonly failures: string
  /** Whether a later try can succeed although nothing is changed in the configuration. */
  readonly isForgivable: boolean

  constructor(failures: readonly Failure[], config: RemoteConfig) {
    const said = failures.map(({ what, error }) => `${what}: ${messageOf(error)}`).join('; ')
    const advice = new Set(failures.map(({ error }) => adviceFor(error, config)))
    super(`${said}. ${[...advice].join('. ')}`, { cause: failures[0]!.error })
    this.failures = said
    this.isForgivable = failures.every(({ error }) => isForgivable(error))
  }
}

interface Failure {
  /** The voice that was tried. */
  readonly what: string
  readonly error: unknown
}

/** A remote model, and what it is opened with. */
export interface TriedModel {
  readonly kind: EngineKind
  readonly config: RemoteConfig
  readonly id: string
  readonly folder: string
}

/**
 * Has a model speak: a few sentences with its first voice at each of its URLs, then a short one with each other voice.
 *
 * @returns what the first URL said
 * @throws ModelError when the configuration cannot be used
 * @throws TrialFailed that says what failed
 */
export async function tryRemote(model: TriedModel): Promise<Trial> {
  const { urls, voices } = model.config
  const [first, ...others] = voices as [VoiceConfig, ...VoiceConfig[]]
  const failures: Failure[] = []
  let trial: Trial | undefined
  let working: string | undefined
  for (const url of urls) {
    printProgress(`Trying ${url} …`)
    try {
      const said = await saidBy(model, url, first, measuredText(first.language))
      trial ??= said
      working ??= url
    } catch (error) {
      if (error instanceof ModelError) throw error
      failures.push({ what: `the voice "${first.name}"`, error })
      if (hasRefused(error)) working ??= url // it may know the others
    }
  }
  if (working !== undefined) {
    for (const [at, voice] of others.entries()) {
      printProgress(`Trying the voice "${voice.name}" (${at + 2} of ${voices.length}) …`)
      await saidBy(model, working, voice, shortText(voice.language)).catch((error) =>
        failures.push({ what: `the voice "${voice.name}"`, error }),
      )
    }
  }
  if (trial === undefined || failures.length > 0) throw new TrialFailed(failures, model.config)
  return trial
}

async function saidBy(
  { kind, config, id, folder }: TriedModel,
  url: string,
  { name, voice = name, language }: VoiceConfig,
  text: string,
): Promise<Trial> {
  const { engine } = await kind.open({ ...config, urls: [url] } as never, {
    id,
    folder,
    env: process.env,
    log: silentLog(), // what goes wrong is reported in words
  })
  try {
    const stream = new TextStream(plainLocaleOf(language))
    const segments = [...stream.push(text), ...stream.flush()]
    const speaker: NamedSpeaker = { voice, speed: 1, pace: 1 }
    const begun = performance.now()
    let samples = 0
    let firstAudioSeconds = 0
    for await (const { pcm } of speakSegments(segments, speaker, engine, new AbortController().signal)) {
      if (samples === 0) firstAudioSeconds = (performance.now() - begun) / 1000
      samples += pcm.length
    }
    const seconds = (performance.now() - begun) / 1000
    const audioSeconds = samples / SAMPLE_RATE
    const predictedSeconds = segments.reduce((sum, { segment }) => sum + (segment?.seconds ?? 0), 0)
    if (audioSeconds < LEAST_SPOKEN * predictedSeconds)
      throw new EngineFailure(
        `${url} returns ${audioSeconds.toFixed(1)} s of audio for a text of some ${predictedSeconds.toFixed(0)} s`,
      )
    return { audioSeconds, firstAudioSeconds, seconds, predictedSeconds }
  } finally {
    await engine.close()
  }
}

/** A short text in the language of a voice. */
function shortText(language: string): string {
  return plainLocaleOf(language).language.warmUp.find((text) => text.length > 10) ?? NUMBERS
}

/** A text of five seconds and more: the silence at its ends hardly counts in its pace. */
function measuredText(language: string): string {
  const { warmUp } = plainLocaleOf(language).language
  const text = warmUp.toSorted((one, other) => other.length - one.length)[0] ?? NUMBERS
  return Array(Math.ceil(MEASURED_CHARACTERS / text.length))
    .fill(text)
    .join(' ')
}

function messageOf(error: unknown): string {
  return (error as Error).message.replace(/[.?]$/, '')
}

/** True when the server answered that it does not do what it was asked, and would say so again. */
function hasRefused(error: unknown): boolean {
  return error instanceof ServerFault && error.kind === 'refused'
}

function isForgivable(error: unknown): boolean {
  return error instanceof EngineFailure && !(error instanceof ServerFault && isOfConfig(error))
}

function isOfConfig({ kind }: ServerFault): boolean {
  return kind === 'refused' || kind === 'unauthorized'
}

/** What to do about a failure. */
function adviceFor(error: unknown, { engine, urls, api_key_env: variable }: RemoteConfig): string {
  if (error instanceof EngineFull) return 'The server has too much to do: try again later, or say --force'
  if (!(error instanceof ServerFault)) return 'See what the server itself says of it'
  const { kind, status, server } = error
  if (kind === 'unauthorized')
    return variable === undefined
      ? 'It wants a key: name the environment variable that has it with --api-key-env'
      : `It does not take the key that is in ${variable}`
  if (status === 404 && engine === 'cartesia' && urls.some((url) => new URL(url).pathname !== '/'))
    return 'Is that the URL? Write it up to the host, such as https://purr.example.com, without a path such as /v1'
  if (status === 404 && engine === 'openai' && !/\/v\d+\/*$/.test(server))
    return `Is /v1 missing? Write the URL as ${server.replace(/\/+$/, '')}/v1`
  if (kind === 'refused') return 'That is what the server says: check --model and --voice'
  return kind === 'away'
    ? 'Start its server, or say --force'
    : 'The server is there, but does not speak: see what it logs, or say --force to add the model all the same'
}
