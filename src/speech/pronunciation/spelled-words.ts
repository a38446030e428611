import { LRUCache } from 'lru-cache'
import { isPause } from '../text/token.ts'
import type { LetterToSound } from './letter-to-sound.ts'
import type { Phones, TokenTable } from './phones.ts'
import type { SpokenWord, Words } from './words.ts'

/** Words that are remembered: about 2 MB when full. */
const REMEMBERED = 8192

/** What a language that is written much as it is said needs beside its letter-to-sound model. Phones are in IPA. */
export interface Spelling {
  /** Names of single letters, by the capital. */
  readonly letterNames: Readonly<Record<string, string>>
  /** A word in the letters that the model knows, from any lower-case word. */
  readonly plain: (word: string) => string
}

/** Pronounces a language by its spelling: exceptions first, then the letter-to-sound model. */
export class SpelledWords implements Words {
  readonly #letterToSound: LetterToSound
  readonly #plain: Spelling['plain']
  readonly #letterNames: ReadonlyMap<string, Phones>
  readonly #exceptions: ReadonlyMap<string, Phones>
  readonly #remembered = new LRUCache<string, Phones>({ max: REMEMBERED })

  /** @param exceptions words that the model does not say right, with their phones in IPA */
  constructor(
    letterToSound: LetterToSound,
    exceptions: Readonly<Record<string, string>>,
    spelling: Spelling,
    tokens: TokenTable,
  ) {
    const parsed = (phones: Readonly<Record<string, string>>) =>
      new Map(Object.entries(phones).map(([word, ipa]) => [word, tokens.parse(ipa)]))
    this.#letterToSound = letterToSound
    this.#plain = spelling.plain
    this.#letterNames = parsed(spelling.letterNames)
    this.#exceptions = parsed(exceptions)
  }

  async pronounce(sequence: readonly SpokenWord[]): Promise<Phones[][]> {
    const words = sequence.map(({ spoken }) => (isPause(spoken) ? '' : spoken))
    await this.#learn(words.filter((word) => this.#known(word) === undefined))
    return words.map((word) => [this.#known(word)!])
  }

  #known(word: string): Phones | undefined {
    const named = this.#letterNames.get(word) ?? this.#exceptions.get(word)
    if (named) return named
    const plain = this.#plain(word)
    return plain === '' ? new Uint8Array() : this.#remembered.get(plain)
  }

  /** All in one run of the model. */
  async #learn(words: readonly string[]): Promise<void> {
    const plain = [...new Set(words.map((word) => this.#plain(word)))]
    if (plain.length === 0) return
    const phones = await this.#letterToSound.phones(plain)
    for (const [at, word] of plain.entries()) this.#remembered.set(word, phones[at]!)
  }
}
