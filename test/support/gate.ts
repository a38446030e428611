/** What waits at a gate goes on when it is open. */
export class Gate {
  #opened = Promise.withResolvers<void>()

  constructor() {
    this.open()
  }

  open(): void {
    this.#opened.resolve()
  }

  shut(): void {
    this.#opened = Promise.withResolvers()
  }

  /** Resolves when the gate that is shut now is opened; at once when it is open. */
  protected pass(): Promise<void> {
    return this.#opened.promise
  }
}
