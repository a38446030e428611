import { LANGUAGES } from '../../languages/registry.ts'
import { never } from '../../system/never.ts'
import { type Engine, EngineFailure, type Segment, type SpeakOptions, type Speech } from '../shared/engine.ts'
import type { Health } from '../shared/model.ts'
import { disableRuntimeTelemetry } from '../shared/runtime-telemetry.ts'
import { type NamedSpeaker, type PromptedSpeaker, withProsody } from '../shared/speaker.ts'
import { speechFrom } from '../shared/speech-from.ts'
import type { WorkersState } from '../shared/workers-state.ts'
import { AT_ONCE, Pin, PinLost, type PoolOptions, WHENEVER, WorkerPool } from '../workers/worker-pool.ts'
import type { LocalPiece, LocalRequest } from './local-model.ts'
import type { Description, Step, StepResult, WorkerStart } from './steps.ts'

/** A step of a large model can be a sentence of half a minute: a worker that is silent for longer hangs (milliseconds). */
const HANG_TIMEOUT = 90_000
/** How often a segment is begun. */
const TRIES = 2

/** How many workers a local model has, and what they load. */
export interface LocalEngineOptions
  extends Pick<PoolOptions, 'onIncident' | 'hangTimeout'>,
    Omit<WorkerStart, 'languages'> {
  readonly workers: number
}

const ignore = () => {}

/**
 * A local model in worker threads of its own. Segments that are spoken at the same time take turns, a piece at a time, by
 * when they are heard; each stays with the worker that began it.
 */
export class LocalEngine implements Engine {
  readonly #pool: WorkerPool
  /** How many workers there are. */
  readonly size: number
  readonly description: Description
  #started = 0

  private constructor(pool: WorkerPool, size: number, description: Description) {
    this.#pool = pool
    this.size = size
    this.description = description
  }

  /**
   * Starts the workers and waits until each has loaded the model.
   *
   * @throws EngineFailure when the model cannot be loaded
   */
  static async start(options: LocalEngineOptions): Promise<LocalEngine> {
    const { module, files, config, workers, ...incidents } = options
    disableRuntimeTelemetry()
    const languages = LANGUAGES.map(({ code, pronunciation }) => ({ code, pronunciation })) // functions cannot be sent
    const pool = new WorkerPool({
      hangTimeout: HANG_TIMEOUT,
      ...incidents,
      size: workers,
      start: { module, files, config, languages } satisfies WorkerStart,
      script: new URL('./worker.ts', import.meta.url),
    })
    try {
      await pool.started
      const describe: Step = { describe: true }
      return new LocalEngine(pool, workers, await pool.run<Description>(describe, WHENEVER, never))
    } catch (cause) {
      await pool.close()
      throw cause
    }
  }

  health(): Health {
    return this.#pool.health
  }

  /** What the workers do, and have done. */
  workers(): WorkersState {
    return this.#pool.state()
  }

  speak(
    segment: Segment,
    voice: NamedSpeaker | PromptedSpeaker,
    options: SpeakOptions,
  ): AsyncGenerator<Speech> {
    const speaker = withProsody(voice, segment)
    const { text, tokens, tag, seed } = segment
    const request: LocalRequest = {
      text,
      tokens,
      tag,
      seed,
      language: segment.language.code,
      voice: speaker.voice,
      speed: speaker.speed,
      ...('prompt' in speaker && { prompt: speaker.prompt }),
    }
    const { sampleRate } = this.description
    return speechFrom(this.pieces(request, options), { sampleRate, segment, speaker })
  }

  /**
   * What the model says for a segment, as it is made. When its worker fails, the segment is begun again on another, once:
   * a segment with a seed is the same each time, so what was yielded before is left out.
   *
   * @throws EngineFailure when the second worker failed too
   */
  async *pieces(
    request: LocalRequest,
    options: Pick<SpeakOptions, 'due' | 'signal'>,
  ): AsyncGenerator<LocalPiece> {
    const given = { samples: 0, words: 0 }
    for (let tries = 1; ; tries++) {
      const skipped = { ...given }
      try {
        for await (const piece of this.#spoken(request, options)) {
          const rest = withoutGiven(piece, skipped)
          given.samples += rest.pcm.length
          given.words += rest.words?.length ?? 0
          if (rest.pcm.length > 0 || rest.words?.length || rest.isLast) yield rest
        }
        return
      } catch (cause) {
        if (!(cause instanceof PinLost)) throw cause
        if (tries === TRIES) throw new EngineFailure('the synthesis failed twice', { cause: cause.cause })
      }
    }
  }

  async *#spoken(
    request: LocalRequest,
    { due, signal }: Pick<SpeakOptions, 'due' | 'signal'>,
  ): AsyncGenerator<LocalPiece> {
    const id = this.#started++
    const pin = new Pin()
    const abandoned = new AbortController()
    const ended = AbortSignal.any([signal, abandoned.signal])
    let samples = 0
    const run = (step: Step) => {
      const deadline = due + (samples / this.description.sampleRate) * 1000
      const result = this.#pool.run<StepResult>(step, deadline, ended, pin)
      result.catch(ignore) // a step begun ahead may fail before it is awaited, or never be awaited
      return result
    }
    let isLast = false
    try {
      let result = run({ start: id, request })
      while (!isLast) {
        const done = await result
        isLast = done.isLast
        samples += done.piece?.pcm.length ?? 0
        // The next step is queued before this piece is passed on, so that the worker need not wait for the client.
        if (!isLast) result = run({ next: id })
        if (done.piece !== undefined) yield done.piece
      }
    } finally {
      abandoned.abort()
      const stop: Step = { stop: id }
      if (!isLast && pin.thread !== undefined) this.#pool.run(stop, AT_ONCE, never, pin).catch(ignore)
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** The rest of a piece behind what was given already, which is counted down. */
function withoutGiven(piece: LocalPiece, given: { samples: number; words: number }): LocalPiece {
  const pcm = piece.pcm.subarray(given.samples)
  given.samples -= piece.pcm.length - pcm.length
  const words = piece.words?.slice(given.words)
  given.words -= (piece.words?.length ?? 0) - (words?.length ?? 0)
  return { ...piece, pcm, ...(words && { words }) }
}
