/** A gate that tests open and shut. Work waits at it while it is shut. */
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

  /** Resolves when the gate is next opened; at once if it is open. */
  protected pass(): Promise<void> {
    return this.#opened.promise
  }
}
