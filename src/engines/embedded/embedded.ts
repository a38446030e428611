import { join } from 'node:path'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { LANGUAGES } from '../../languages/registry.ts'
import type { Language } from '../../languages/shared/language.ts'
import { PhoneInventory } from '../../languages/shared/pronunciation/phone-inventory.ts'
import type { Encoding, Span } from '../pronunciation/encoding.ts'
import {
  type Engine,
  EngineFailure,
  type PronouncedWord,
  type Pronouncer,
  type Segment,
  type SpeakOptions,
  type Speech,
} from '../shared/engine.ts'
import type { Health } from '../shared/model.ts'
import { disableRuntimeTelemetry } from '../shared/runtime-telemetry.ts'
import { withProsody } from '../shared/speaker.ts'
import type { WorkersState } from '../shared/workers-state.ts'
import { type PoolOptions, WHENEVER, WorkerPool } from '../workers/worker-pool.ts'
import { MODEL_FOLDER } from './model-folder.ts'
import { modelTokens } from './model-tokens.ts'
import type { Speaker } from './speaker.ts'
import { measuredSpeed } from './speed.ts'
import {
  FULL_FRAMES,
  HOP,
  OPENING_FRAMES,
  type OpeningSpeech,
  type Pronounceable,
  type Window,
  type WindowSpeech,
  type WorkerStart,
} from './window.ts'
import { wordTimes } from './word-times.ts'

/** A shorter remainder is added to the window before it: every window also computes some 80 frames of context. */
const SHORT_REST = 64
/** Frames of silence kept before the first phone, of the five that the model makes: the rest would only be latency. */
const LEAD_FRAMES = 2

/** What the embedded engine speaks, and the settings of its workers. */
export interface EngineOptions extends Omit<PoolOptions, 'script' | 'start'> {
  /** What is spoken: all registered languages, unless others are given. */
  readonly languages?: readonly Language[]
}

/** The engine always takes this many turns at once: a busy machine measures too low a speed. */
const LEAST_STREAMS = 100

const ignore = () => {}

/** The voice model that comes with Purr, in worker threads: its inference blocks the thread that runs it. */
export class EmbeddedEngine implements Engine, Pronouncer {
  readonly #pool: WorkerPool
  readonly #inventory = PhoneInventory.load(join(MODEL_FOLDER, 'tokens.json'))

  /** Turns that it can speak at once, each in real time. */
  readonly streams: number

  private constructor(pool: WorkerPool, streams: number) {
    this.#pool = pool
    this.streams = streams
  }

  /**
   * Starts the workers, waits until each is warm, and measures how fast they are.
   *
   * @throws EngineFailure when the model cannot be loaded
   */
  static async start(options: EngineOptions): Promise<EmbeddedEngine> {
    disableRuntimeTelemetry()
    const languages = (options.languages ?? LANGUAGES).map(
      ({ code, modelLanguage, pronunciation, warmUp }) => {
        return { code, modelLanguage, pronunciation, warmUp } // no more: functions cannot be sent to a worker
      },
    )
    const script = new URL('./worker.ts', import.meta.url)
    const pool = new WorkerPool({ ...options, start: { languages } satisfies WorkerStart, script })
    try {
      await pool.started
      const speed = await measuredSpeed(pool, options.size, languages[0]!)
      return new EmbeddedEngine(pool, Math.max(LEAST_STREAMS, Math.floor(speed)))
    } catch (cause) {
      await pool.close()
      throw cause
    }
  }

  async *speak(segment: Segment, voice: Speaker, options: SpeakOptions): AsyncGenerator<Speech> {
    const speaker = withProsody(voice, segment)
    const abandoned = new AbortController()
    const signal = AbortSignal.any([options.signal, abandoned.signal])
    const run = <Spoken extends WindowSpeech>(
      window: Pick<Window, 'segment' | 'first' | 'count' | 'phase'>,
    ) => {
      const deadline = options.due + ((window.first * HOP) / SAMPLE_RATE) * 1000
      const whole: Window = { ...window, language: segment.language.code, speaker, seed: segment.seed }
      const speech = this.#pool.run<Spoken>(whole, deadline, signal)
      speech.catch(ignore) // a window begun ahead may fail before it is awaited, or never be awaited
      return speech
    }
    try {
      let count = options.isOpening ? OPENING_FRAMES : FULL_FRAMES
      const tokens = modelTokens(segment)
      const opening = await run<OpeningSpeech>({ segment: tokens, first: 0, count, phase: 0 })
      const { timing, plan } = opening
      const total = Math.round(sum(timing.durations))
      const skipped = Math.max(0, (timing.durations[0] ?? 0) - LEAD_FRAMES)
      let words = wordTimes(timing, skipped, this.#inventory)
      let speech: WindowSpeech = opening
      let drop = skipped * HOP
      let first = 0
      while (true) {
        if (speech.pcm.length === 0) throw new EngineFailure('the model returned no samples for a window')
        first += speech.pcm.length / HOP
        count = Math.min(FULL_FRAMES, count * 2)
        if (total - first - count < SHORT_REST) count = total - first
        // The next window is queued before this one is passed on, so that the worker need not wait for the client.
        const next =
          plan && count > 0 ? run({ segment: plan, first, count, phase: speech.nextPhase }) : undefined
        yield { pcm: speech.pcm.subarray(drop), words, isLast: next === undefined }
        if (next === undefined) return
        words = []
        drop = 0
        speech = await next
      }
    } finally {
      abandoned.abort()
    }
  }

  async pronounce(
    segment: Pick<Segment, 'tokens' | 'language'>,
    signal: AbortSignal,
  ): Promise<PronouncedWord[]> {
    const { ids, words } = await this.#pool.run<Encoding>(
      { pronounced: modelTokens(segment), language: segment.language.code } satisfies Pronounceable,
      WHENEVER,
      signal,
    )
    const phonesIn = ({ from, to }: Span) =>
      Array.from(ids.subarray(from, to), (id) => this.#inventory.ipa(id)).filter(
        (phone) => phone !== undefined,
      )
    return words.map(({ written, said }) => ({
      word: written,
      said: said.map((spoken) => ({ word: spoken.spoken, phones: phonesIn(spoken) })),
    }))
  }

  health(): Health {
    return this.#pool.health
  }

  /** What the workers do, and have done. */
  workers(): WorkersState {
    return this.#pool.state()
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

function sum(numbers: Float32Array): number {
  let total = 0
  for (const each of numbers) total += each
  return total
}
