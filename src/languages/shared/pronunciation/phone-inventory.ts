import { readFileSync } from 'node:fs'

/** Phones as the voice model's token ids, one byte each. */
export type Phones = Uint8Array

/**
 * What the voice model can say, and the number it has for each: phones in IPA, vowels with their stress ("æ1"), "^" before the first word, " " between words,
 * punctuation.
 */
export class PhoneInventory {
  readonly #ids: ReadonlyMap<string, number>
  readonly #vowels: ReadonlySet<number>

  private constructor(ids: ReadonlyMap<string, number>) {
    this.#ids = ids
    this.#vowels = new Set([...ids].filter(([name]) => /[01əɐ]$/.test(name)).map(([, id]) => id))
  }

  /** Reads a model's `tokens.json`: an object of token name to id. Throws when it cannot be read. */
  static load(path: string): PhoneInventory {
    const ids: Record<string, number> = JSON.parse(readFileSync(path, 'utf8'))
    return new PhoneInventory(new Map(Object.entries(ids)))
  }

  /** The id of a token; throws for a name that the model does not have. */
  id(name: string): number {
    const id = this.#ids.get(name)
    if (id === undefined) throw new Error(`The voice model has no token "${name}"`)
    return id
  }

  has(name: string): boolean {
    return this.#ids.has(name)
  }

  /** Whether a token is a vowel. */
  isVowel(id: number | undefined): boolean {
    return id !== undefined && this.#vowels.has(id)
  }

  /** The ids of phones in IPA that are written with spaces between: "ɹ ɛ1 d". Throws for a phone that does not exist. */
  parse(phones: string): Phones {
    return Uint8Array.from(phones.split(' '), (name) => this.id(name))
  }
}
