import { Context } from '../../shared/pronunciation/heteronyms/word-context.ts'
import type { Phones, TokenTable } from '../../shared/pronunciation/phone-inventory.ts'
import type { SpokenWord, Words } from '../../shared/pronunciation/pronunciation.ts'
import { isPause } from '../../shared/text/token.ts'
import { Clitics } from './clitics.ts'
import type { WordPronouncer } from './word-pronouncer.ts'

const SILENT: Phones = new Uint8Array()

/** Pronounces English: a word may depend on its neighbours. */
export class EnglishWords implements Words {
  readonly #words: WordPronouncer
  readonly #tokens: TokenTable
  readonly #clitics: Clitics
  readonly #theBeforeVowel: Phones

  constructor(words: WordPronouncer, tokens: TokenTable) {
    this.#words = words
    this.#tokens = tokens
    this.#clitics = new Clitics(tokens)
    this.#theBeforeVowel = tokens.arpabet('dh iy0')
  }

  async pronounce(sequence: readonly SpokenWord[]): Promise<Phones[][]> {
    const lowerCase = sequence.map(({ spoken }) => spoken.toLowerCase())
    const known = sequence.map(({ spoken, written }, at) =>
      isPause(spoken) ? SILENT : this.#words.phones(spoken, new Context(lowerCase, at, written)),
    )
    const unknown = sequence.filter((_, at) => known[at] === undefined).map(({ spoken }) => spoken)
    const learned = unknown.length > 0 ? await this.#words.learn(unknown) : undefined
    const phones = known.map((each, at) => each ?? learned!.get(sequence[at]!.spoken)!)
    return sequence.map(({ spoken }, at) => {
      const beforeVowel = lowerCase[at] === 'the' && this.#tokens.isVowel(phones[at + 1]?.[0])
      return this.#parts(spoken, beforeVowel ? this.#theBeforeVowel : phones[at]!)
    })
  }

  /** A word and its clitic apart ("it" and "'s"). */
  #parts(spoken: string, phones: Phones): Phones[] {
    const clitic = this.#clitics.startIn(spoken, phones)
    return clitic < phones.length ? [phones.subarray(0, clitic), phones.subarray(clitic)] : [phones]
  }
}
