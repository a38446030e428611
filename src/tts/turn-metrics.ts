import { Counter, Histogram, type Registry } from 'prom-client'
import type { ErrorCode } from '../http/errors.ts'
import type { PlaybackClock } from '../speech/playback-clock.ts'
import { DURATION_BOUNDS } from '../telemetry/durations.ts'
import type { Transport } from './turn-origin.ts'

/** How a turn ended: spoken to its end, failed, or left by its listener. */
export type TurnOutcome = 'captured' | 'voided' | 'interrupted'

/** What was spoken of a turn. */
export interface Spoken {
  /** The clock that has counted the turn's speech. */
  readonly clock: PlaybackClock
  /** Length of the text that was spoken to its end, in UTF-16 code units. */
  readonly characters: number
}

type TurnLabel = 'model' | 'transport'
const LABELS = ['model', 'transport'] as const

/** Upper ends of the buckets of real-time factors. At 1, speech is made as fast as it is heard. */
const FACTOR_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 5]

/** What is measured of all turns. */
export class TurnMetrics {
  readonly turns: Counter<TurnLabel | 'outcome'>
  readonly errors: Counter<TurnLabel | 'code'>
  readonly firstAudio: Histogram<TurnLabel>
  readonly realTimeFactor: Histogram<TurnLabel>
  readonly audio: Counter<TurnLabel>
  readonly characters: Counter<TurnLabel>
  readonly late: Counter<TurnLabel>

  constructor(registry: Registry) {
    const registers = [registry]
    this.turns = new Counter({
      name: 'purr_turns_total',
      help: 'Turns that have ended: captured (spoken to the end), voided (failed or refused) or interrupted by the listener.',
      labelNames: [...LABELS, 'outcome'],
      registers,
    })
    this.errors = new Counter({
      name: 'purr_turn_errors_total',
      help: 'Turns that failed or were refused, by error code.',
      labelNames: [...LABELS, 'code'],
      registers,
    })
    this.firstAudio = new Histogram({
      name: 'purr_turn_first_audio_seconds',
      help: 'From the start of a turn to its first audio.',
      labelNames: LABELS,
      buckets: [...DURATION_BOUNDS],
      registers,
    })
    this.realTimeFactor = new Histogram({
      name: 'purr_turn_real_time_factor',
      help: 'Seconds for which a turn waited for its engine, for each second of its speech.',
      labelNames: LABELS,
      buckets: FACTOR_BOUNDS,
      registers,
    })
    this.audio = new Counter({
      name: 'purr_audio_seconds_total',
      help: 'Seconds of speech that were made for turns that have ended.',
      labelNames: LABELS,
      registers,
    })
    this.characters = new Counter({
      name: 'purr_characters_spoken_total',
      help: 'UTF-16 units of the text that was spoken in turns that have ended: an emoji has two or more.',
      labelNames: LABELS,
      registers,
    })
    this.late = new Counter({
      name: 'purr_late_chunks_total',
      help: 'Pieces of speech for which a listener who plays in real time had to wait, because the engine was late.',
      labelNames: LABELS,
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

  /** The turn's first audio is ready. */
  begun(model: string, seconds: number): void {
    this.#metrics.firstAudio.observe(this.#labels(model), seconds)
  }

  /** The turn cannot go on. */
  failed(model: string, code: ErrorCode): void {
    this.#metrics.errors.inc({ ...this.#labels(model), code })
  }

  ended(model: string, outcome: TurnOutcome, { clock, characters }: Spoken): void {
    const labels = this.#labels(model)
    const { turns, audio, late, realTimeFactor } = this.#metrics
    turns.inc({ ...labels, outcome })
    if (clock.seconds === 0) return
    audio.inc(labels, clock.seconds)
    this.#metrics.characters.inc(labels, characters)
    late.inc(labels, clock.late)
    if (clock.waited > 0) realTimeFactor.observe(labels, clock.waited / clock.seconds)
  }

  #labels(model: string) {
    return { model, transport: this.#transport }
  }
}
