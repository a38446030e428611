import { readFileSync } from 'node:fs'
import { shellCommand } from '../../../../system/shell-command.ts'
import type { Phones } from '../../../shared/pronunciation/phone-inventory.ts'

/*
 * The packed lexicon, little-endian:
 *
 *   "PLEX"          4 bytes
 *   words           u32
 *   blocks          u32
 *   block starts    u32 for each block, bytes from the start of the file
 *   blocks          BLOCK_WORDS entries each (the last one may have fewer), all words in ascending order
 *
 *   entry           u8 letters shared with the word before (0 for the first of a block), u8 further letters, u8 phones,
 *                   then the further letters (ASCII), then the phones (token ids of the voice model)
 *
 * This is front coding (Witten, Moffat and Bell, "Managing Gigabytes", 4.1). A look-up is a binary search over the
 * first words of the blocks and a scan of one block. It works on the bytes of the file, so there is no object per word.
 */
export const MAGIC = 'PLEX'
export const HEADER_BYTES = 12
export const BLOCK_WORDS = 16

/** Words and their phones, looked up in the packed file itself. */
export class Lexicon {
  /** How many words it holds. */
  readonly size: number
  readonly #bytes: Uint8Array
  readonly #starts: Uint32Array

  /** Takes the content of a packed lexicon. Throws if it is not one. */
  constructor(bytes: Uint8Array) {
    if (String.fromCharCode(...bytes.subarray(0, MAGIC.length)) !== MAGIC) {
      throw new Error(`Not a packed lexicon: build it with "${shellCommand('run build:lexicon')}"`)
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.size = view.getUint32(4, true)
    this.#bytes = bytes
    this.#starts = new Uint32Array(view.getUint32(8, true))
    for (let i = 0; i < this.#starts.length; i++) this.#starts[i] = view.getUint32(HEADER_BYTES + 4 * i, true)
  }

  /** Reads a packed lexicon from a file. Throws if the file is missing or is not one. */
  static load(path: string): Lexicon {
    const { buffer, byteOffset, length } = readFileSync(path)
    return new Lexicon(new Uint8Array(buffer, byteOffset, length))
  }

  has(word: string): boolean {
    return this.lookup(word) !== undefined
  }

  /**
   * The phones of a lower-case word; undefined if it is unknown. They are a view of the lexicon and must not be
   * changed.
   */
  lookup(word: string): Phones | undefined {
    const bytes = this.#bytes
    const block = this.#blockOf(word)
    const end = this.#starts[block + 1] ?? bytes.length
    let at = this.#starts[block] ?? end
    let matched = 0 // letters that the word has in common with the entry before
    while (at < end) {
      const shared = bytes[at]!
      const letters = bytes[at + 1]!
      const phones = at + 3 + letters
      const next = phones + bytes[at + 2]!
      if (shared < matched) return undefined // the entries have passed the word
      if (shared === matched) {
        const first = at + 3 - shared
        const length = shared + letters
        while (matched < length && bytes[first + matched] === word.charCodeAt(matched)) matched++
        if (matched === length && matched === word.length) return bytes.subarray(phones, next)
      }
      at = next
    }
    return undefined
  }

  /** The block that would hold a word: the last one whose first word is not greater. */
  #blockOf(word: string): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#startsAfter(middle, word)) high = middle - 1
      else low = middle
    }
    return low
  }

  /** Whether a block's first word is greater than a word. */
  #startsAfter(block: number, word: string): boolean {
    const start = this.#starts[block]!
    const letters = this.#bytes[start + 1]!
    for (let i = 0; i < letters; i++) {
      if (i === word.length) return true
      const difference = this.#bytes[start + 3 + i]! - word.charCodeAt(i)
      if (difference !== 0) return difference > 0
    }
    return false
  }
}
