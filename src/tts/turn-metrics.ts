import { Counter, Histogram, type Registry } from 'prom-client'
import type { ErrorCode } from '../http/errors.ts'
import { DURATION_BOUNDS } from '../telemetry/durations.ts'

/** How the text of a turn comes, and how its audio leaves. */
export type Transport = 'bytes' | 'sse' | 'websocket' | 'openai' | 'jambonz' | 'call' | 'wyoming' | 'prompt'

/** How a turn ended: spoken to its end, failed, or left by its listener. */
export type TurnOutcome = 'captured' | 'voided' | 'interrupted'

type TurnLabel = 'model' | 'transport'

/** What is measured of all turns. */
export class TurnMetrics {
  readonly turns: Counter<TurnLabel | 'outcome'>
  readonly errors: Counter<TurnLabel | 'code'>
  readonly firstAudio: Histogram<TurnLabel>

  constructor(registry: Registry) {
    const registers = [registry]
    this.turns = new Counter({
      name: 'purr_turns_total',
      help: 'Turns that have ended: captured (spoken to the end), voided (failed or refused) or interrupted by the listener.',
      labelNames: ['model', 'transport', 'outcome'],
      registers,
    })
    this.errors = new Counter({
      name: 'purr_turn_errors_total',
      help: 'Turns that failed or were refused, by error code.',
      labelNames: ['model', 'transport', 'code'],
      registers,
    })
    this.firstAudio = new Histogram({
      name: 'purr_turn_first_audio_seconds',
      help: 'From the start of a turn to its first audio.',
      labelNames: ['model', 'transport'],
      buckets: [...DURATION_BOUNDS],
      registers,
    })
  }
}

/** Measures one turn. */
export class MeasuredTurn {
  readonly #metrics: TurnMetrics
  readonly #transport: Transport

  constructor(metrics: TurnMetrics, transport: Transport) {
    this.#metrics = metrics
    this.#transport = transport
  }

  /** Its first audio is ready. */
  begun(model: string, seconds: number): void {
    this.#metrics.firstAudio.observe({ model, transport: this.#transport }, seconds)
  }

  /** It cannot go on. */
  failed(model: string, code: ErrorCode): void {
    this.#metrics.errors.inc({ model, transport: this.#transport, code })
  }

  ended(model: string, outcome: TurnOutcome): void {
    this.#metrics.turns.inc({ model, transport: this.#transport, outcome })
  }
}
