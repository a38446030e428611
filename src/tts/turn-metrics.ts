import { Counter, Histogram, type Registry } from 'prom-client'
import type { ErrorCode } from '../http/errors.ts'
import { DURATION_BOUNDS } from '../telemetry/durations.ts'

/** How a turn ended: spoken to its end, failed, or left by its listener. */
export type TurnOutcome = 'captured' | 'voided' | 'interrupted'

/** What is measured of turns. */
export class TurnMetrics {
  readonly #turns: Counter<'model' | 'outcome'>
  readonly #errors: Counter<'model' | 'code'>
  readonly #firstAudio: Histogram<'model'>

  constructor(registry: Registry) {
    const registers = [registry]
    this.#turns = new Counter({
      name: 'purr_turns_total',
      help: 'Turns that have ended: captured (spoken to the end), voided (failed or refused) or interrupted by the listener.',
      labelNames: ['model', 'outcome'],
      registers,
    })
    this.#errors = new Counter({
      name: 'purr_turn_errors_total',
      help: 'Turns that failed or were refused, by error code.',
      labelNames: ['model', 'code'],
      registers,
    })
    this.#firstAudio = new Histogram({
      name: 'purr_turn_first_audio_seconds',
      help: 'From the start of a turn to its first audio.',
      labelNames: ['model'],
      buckets: [...DURATION_BOUNDS],
      registers,
    })
  }

  /** The first audio of a turn is ready. */
  begun(model: string, seconds: number): void {
    this.#firstAudio.observe({ model }, seconds)
  }

  /** A turn cannot go on. */
  failed(model: string, code: ErrorCode): void {
    this.#errors.inc({ model, code })
  }

  ended(model: string, outcome: TurnOutcome): void {
    this.#turns.inc({ model, outcome })
  }
}
