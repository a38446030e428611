/** Writes numbers of any width, the highest bit first. */
export class BitWriter {
  #bytes = new Uint8Array(4096)
  #length = 0
  /** The bits of the byte that is not full yet, and how many there are. */
  #pending = 0
  #count = 0

  /** All whole bytes so far; valid until something is written. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** @param width 0 to 24; of the value, higher bits are ignored */
  write(value: number, width: number): void {
    this.#pending = (this.#pending << width) | (value & ((1 << width) - 1))
    this.#count += width
    while (this.#count >= 8) {
      this.#count -= 8
      this.#push(this.#pending >>> this.#count)
    }
    this.#pending &= (1 << this.#count) - 1
  }

  /** Writes a number as that many zeros and a one. */
  writeUnary(value: number): void {
    let zeros = value
    for (; zeros > 16; zeros -= 16) this.write(0, 16)
    this.write(1, zeros + 1)
  }

  /** Fills the last byte with zeros. */
  align(): void {
    if (this.#count > 0) this.write(0, 8 - this.#count)
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(this.#bytes.length * 2)
      longer.set(this.#bytes)
      this.#bytes = longer
    }
    this.#bytes[this.#length++] = byte
  }
}
