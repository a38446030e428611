import { readFileSync } from 'node:fs'

/** Phones as the voice model's token ids, one byte each. */
export type Phones = Uint8Array

/**
 * What the voice model can say, and the number it has for each: phones in IPA, vowels with their stress ("æ1"), "^" before the
 * first word, " " between words, punctuation.
 */
export class PhoneInventory {
  readonly #ids: ReadonlyMap<string, number>
  /** By id. */
  readonly #names: readonly string[]
  readonly #vowels: ReadonlySet<number>
  /** In IPA, by id; undefined for tokens that are no phones. */
  readonly #written: readonly (string | undefined)[]

  private constructor(ids: ReadonlyMap<string, number>) {
    this.#ids = ids
    const names: string[] = []
    const written: (string | undefined)[] = []
    for (const [name, id] of ids) {
      names[id] = name
      written[id] = inIpa(name)
    }
    this.#names = names
    this.#written = written
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

  /** How a phone is written in IPA ("k", "ˈæ", "æ"); undefined for a token that is no phone. */
  ipa(id: number): string | undefined {
    return this.#written[id]
  }

  /** The ids of phones in IPA that are written with spaces between: "ɹ ɛ1 d". Throws for a phone that does not exist. */
  parse(phones: string): Phones {
    return Uint8Array.from(phones.split(' '), (name) => this.id(name))
  }

  /** Phones in IPA, as `parse` reads them. */
  format(phones: Phones): string {
    return Array.from(phones, (id) => this.#names[id]).join(' ')
  }
}

function inIpa(name: string): string | undefined {
  if (!/^\p{L}/u.test(name)) return undefined
  return name.endsWith('1') ? `ˈ${name.slice(0, -1)}` : name.replace('0', '')
}
