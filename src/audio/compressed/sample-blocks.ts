/** Collects the samples of one stream in blocks of the same length, whatever pieces they come in. */
export class SampleBlocks<Samples extends Float32Array | Int16Array> {
  readonly #block: Samples
  #filled = 0

  /** @param block holds the samples of one block; it is used again for the next one */
  constructor(block: Samples) {
    this.#block = block
  }

  /** Takes samples and calls `use` for each block that they complete. */
  push(samples: Samples, use: (block: Samples) => void): void {
    for (let at = 0; at < samples.length; ) {
      const taken = samples.subarray(at, at + this.#block.length - this.#filled)
      this.#block.set(taken, this.#filled)
      this.#filled += taken.length
      at += taken.length
      if (this.#filled < this.#block.length) return
      this.#filled = 0
      use(this.#block)
    }
  }

  /** The samples that are left, fewer than a block. */
  rest(): Samples {
    return this.#block.subarray(0, this.#filled) as Samples
  }
}
