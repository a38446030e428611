import { plainLocaleOf } from '../../languages/registry.ts'
import { estimateSeconds } from '../../languages/shared/length-estimate.ts'
import { normalise } from '../../languages/shared/text/normalise.ts'
import { never } from '../../system/never.ts'
import { ModelError } from '../shared/engine-kind.ts'
import type { LocalEngine } from './engine.ts'
import type { LocalRequest } from './local-model.ts'

/** What is read in the words of any language. */
const NUMBERS = '1, 2, 3, 4, 5, 6, 7, 8.'

/** How fast a local model is on this machine. */
export interface Measurement {
  /** Seconds of work for a second of speech, of a worker while the others work too: below 1 is faster than real time. */
  readonly realTimeFactor: number
  /** Turns that it can speak at once without any of them stuttering; 0 when it is slower than real time. */
  readonly streams: number
  /** What was measured: how long the speech is, how long it took, and how long its first piece took. */
  readonly audioSeconds: number
  readonly seconds: number
  readonly firstAudioSeconds: number
  /** How long the same would be in one of Purr's own voices. */
  readonly predictedSeconds: number
}

/** A voice, as config.json has it. */
export interface MeasuredVoice {
  readonly name: string
  readonly voice?: string
  readonly language: string
}

type Run = Omit<Measurement, 'streams' | 'predictedSeconds'>

/** The first one warms the model up. */
const ROUNDS = 3
/** The share of its speed that streams may take: requests come unevenly, and other engines work too. */
const USABLE = 0.8

/**
 * Has all workers speak the same words at the same time, several times, and keeps the best time.
 *
 * @throws ModelError when nothing is heard
 * @throws EngineFailure when the model fails
 */
export async function measure(engine: LocalEngine, voice: MeasuredVoice): Promise<Measurement> {
  const request = requestOf(voice)
  const { relativeDuration } = plainLocaleOf(voice.language).language
  const predictedSeconds = estimateSeconds(request.tokens, relativeDuration)
  let best: Run | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const runs = await Promise.all(Array.from({ length: engine.size }, () => timed(engine, request)))
    const slowest = runs.reduce((slow, run) => (run.realTimeFactor > slow.realTimeFactor ? run : slow))
    if (best === undefined || slowest.realTimeFactor < best.realTimeFactor) best = slowest
  }
  const { realTimeFactor } = best!
  const streams = realTimeFactor < 1 ? Math.max(1, Math.floor((engine.size * USABLE) / realTimeFactor)) : 0
  return { ...best!, streams, predictedSeconds }
}

/** A short text in the language of a voice. */
function requestOf(voice: MeasuredVoice): LocalRequest {
  const { tag, language } = plainLocaleOf(voice.language)
  const text = language.warmUp.length > 0 ? language.warmUp.slice(0, 2).join(' ') : NUMBERS
  return {
    text,
    tokens: normalise(text, { tag, language }),
    tag,
    language: language.code,
    voice: voice.voice ?? voice.name,
    speed: 1,
    seed: 0,
  }
}

async function timed(engine: LocalEngine, request: LocalRequest): Promise<Run> {
  const begun = performance.now()
  let samples = 0
  let firstAudioSeconds = 0
  for await (const { pcm } of engine.pieces(request, { due: begun, signal: never })) {
    if (samples === 0) firstAudioSeconds = (performance.now() - begun) / 1000
    samples += pcm.length
  }
  if (samples === 0) throw new ModelError(`the model returns no audio for "${request.text}"`)
  const seconds = (performance.now() - begun) / 1000
  const audioSeconds = samples / engine.description.sampleRate
  return { realTimeFactor: seconds / audioSeconds, audioSeconds, seconds, firstAudioSeconds }
}
