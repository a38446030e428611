import type { BitReader } from './bit-reader.ts'

/**
 * A Huffman code whose codewords, in the order of their values, are in the order of their lengths: it is told by how
 * many there are of each length, and by the symbols in that order.
 */
export class Codebook {
  readonly #counts: readonly number[]
  readonly #symbols: readonly number[]

  /** @param counts codewords of 1 bit, 2 bits and so on */
  constructor(counts: readonly number[], symbols: readonly number[]) {
    this.#counts = counts
    this.#symbols = symbols
  }

  /** Reads a symbol. */
  read(bits: BitReader): number {
    let code = 0
    let first = 0
    let passed = 0
    for (const count of this.#counts) {
      code = code * 2 + bits.bit()
      first *= 2
      if (code < first + count) return this.#symbols[passed + code - first]!
      first += count
      passed += count
    }
    throw new Error('no such codeword')
  }
}
