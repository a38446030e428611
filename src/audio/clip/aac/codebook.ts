import type { BitReader } from './bit-reader.ts'

/**
 * A canonical Huffman code: longer codewords have greater values. The number of codewords of each length and the
 * symbols in codeword order define it.
 */
export class Codebook {
  readonly #counts: readonly number[]
  readonly #symbols: readonly number[]

  /** @param counts the number of codewords of 1 bit, of 2 bits and so on */
  constructor(counts: readonly number[], symbols: readonly number[]) {
    this.#counts = counts
    this.#symbols = symbols
  }

  /** Reads a codeword and returns its symbol. */
  read(bits: BitReader): number {
    let code = 0
    let first = 0
    let skipped = 0
    for (const count of this.#counts) {
      code = code * 2 + bits.bit()
      first *= 2
      if (code < first + count) return this.#symbols[skipped + code - first]!
      first += count
      skipped += count
    }
    throw new Error('no such codeword')
  }
}
