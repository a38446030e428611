/** Reads bytes bit by bit, most significant bit first. */
export class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** @throws RangeError at the end of the bytes */
  bit(): 0 | 1 {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new RangeError('the bits end early')
    return ((byte >> (7 - (this.#at++ & 7))) & 1) as 0 | 1
  }

  flag(): boolean {
    return this.bit() === 1
  }

  /** An unsigned number of up to 31 bits. */
  bits(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++) value = value * 2 + this.bit()
    return value
  }

  /** Skips bits. Beyond the end, the next read throws. */
  skip(count: number): void {
    this.#at += count
  }

  /** Skips to the next byte boundary. */
  toByte(): void {
    this.#at = (this.#at + 7) & ~7
  }
}
