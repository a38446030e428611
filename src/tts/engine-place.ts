import type { Capacity } from '../engines/shared/capacity.ts'
import { EngineFull } from '../engines/shared/engine.ts'

/**
 * A turn's place among those that its engine can speak at once. The turn has it while there is text of it to be spoken, and
 * not while it waits for more.
 */
export class EnginePlace {
  readonly #capacity: Capacity
  #leave: (() => void) | undefined
  #hasBegun = false
  #end = 0

  constructor(capacity: Capacity) {
    this.#capacity = capacity
  }

  /**
   * There is text to be spoken up to a position.
   *
   * @throws EngineFull when it is the first text of the turn, and no place is free
   */
  takeFor(end: number): void {
    this.#leave ??= this.#hasBegun ? this.#capacity.retake() : this.#capacity.take()
    if (this.#leave === undefined) throw new EngineFull(`the engine speaks ${this.#capacity.limit} turns`)
    this.#hasBegun = true
    this.#end = end
  }

  /** The speech of the text up to a position has been generated. If that is all text so far, the place is free. */
  generated(position: number): void {
    if (position >= this.#end) this.leave()
  }

  /**
   * The engine is full: of its servers, only some may work. Counts the turn that is refused, unless it was for want of a place: that is
   * counted.
   */
  full(): void {
    if (this.#leave !== undefined) this.#capacity.refuse()
  }

  leave(): void {
    this.#leave?.()
    this.#leave = undefined
  }
}
