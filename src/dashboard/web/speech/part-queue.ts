/** Hands things from where they arrive to where they are waited for, in their order. */
export class PartQueue<Part> implements AsyncIterable<Part> {
  readonly #parts: Part[] = []
  #end: { readonly error?: unknown } | undefined
  #wake: (() => void) | undefined

  push(part: Part): void {
    this.#parts.push(part)
    this.#wake?.()
  }

  /** Nothing more comes. Only the first end counts. */
  end(): void {
    this.#end ??= {}
    this.#wake?.()
  }

  /** Makes waiting throw an error, once what was pushed has been taken. */
  fail(error: unknown): void {
    this.#end ??= { error }
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Part> {
    while (true) {
      if (this.#parts.length > 0) yield this.#parts.shift()!
      else if (this.#end === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>()
        this.#wake = resolve
        await promise
      } else if ('error' in this.#end) throw this.#end.error
      else return
    }
  }
}
