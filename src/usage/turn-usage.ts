import type { Caller } from '../accounts/authorize.ts'
import type { HoldWatch } from '../accounts/hold-watch.ts'
import type { LimitOrBalance } from '../accounts/refusal-watch.ts'
import type { UsageRecorder } from './recorder.ts'

/** Collects what is counted of one turn. */
export class TurnUsage implements HoldWatch {
  readonly #recorder: UsageRecorder
  readonly #caller: Caller
  #voiceId = ''
  #modelId: string
  /** When the turn took its slot, as the recorder has said. Undefined: it has none. */
  #since: number | undefined
  #characters = 0
  #firstAudio: number | undefined
  #error: string | undefined

  /** @param modelId the model that was asked for */
  constructor(recorder: UsageRecorder, caller: Caller, modelId: string) {
    this.#recorder = recorder
    this.#caller = caller
    this.#modelId = modelId
  }

  /** The turn's voice was found. */
  resolved(voiceId: string, modelId: string): void {
    this.#voiceId = voiceId
    this.#modelId = modelId
  }

  /** The turn's first audio is ready. */
  begun(seconds: number): void {
    this.#firstAudio = seconds
  }

  failed(error: string): void {
    this.#error = error
  }

  slotTaken(): void {
    this.#since = this.#recorder.slotTaken(this.#caller)
  }

  slotReleased(): void {
    if (this.#since === undefined) return
    this.#recorder.slotReleased(this.#key(), this.#since)
    this.#since = undefined
  }

  captured(credits: number): void {
    this.#characters += credits
  }

  refused(bound: LimitOrBalance): void {
    this.#recorder.refused(this.#caller, bound)
  }

  /**
   * It has ended, and its credits are captured or voided.
   *
   * @param audioSeconds of speech
   */
  ended(audioSeconds: number): void {
    this.slotReleased()
    this.#recorder.ended(this.#key(), {
      characters: this.#characters,
      audioSeconds,
      firstAudio: this.#firstAudio,
      error: this.#error,
    })
  }

  #key() {
    return { caller: this.#caller, voiceId: this.#voiceId, modelId: this.#modelId }
  }
}
