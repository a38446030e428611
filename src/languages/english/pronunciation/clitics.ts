import type { Phones, TokenTable } from '../../shared/pronunciation/phone-inventory.ts'

interface Clitic {
  /** The sounds that it may end in. */
  readonly sounds: Phones
  /** The sounds after which it takes a vowel ("house's", "that'd"); any when left out. */
  readonly vowelAfter?: Phones
}

/** Finds "'s", "'d", "'ll" and "'ve" at the end of words: the training speech has them as words of their own. */
export class Clitics {
  readonly #clitics: ReadonlyMap<string, Clitic>
  readonly #reduced: Phones

  constructor(tokens: TokenTable) {
    this.#clitics = new Map<string, Clitic>([
      ["'s", { sounds: tokens.arpabet('s z'), vowelAfter: tokens.arpabet('s z sh zh ch jh') }],
      ["'d", { sounds: tokens.arpabet('d'), vowelAfter: tokens.arpabet('t d') }],
      ["'ll", { sounds: tokens.arpabet('l') }],
      ["'ve", { sounds: tokens.arpabet('v') }],
    ])
    this.#reduced = tokens.arpabet('ax ih0')
  }

  /** Where in a word's phones its clitic begins; their number when it has none. */
  startIn(word: string, phones: Phones): number {
    const end = phones.length
    const apostrophe = word.lastIndexOf("'")
    const clitic = apostrophe > 0 ? this.#clitics.get(word.slice(apostrophe)) : undefined
    if (!clitic?.sounds.includes(phones[end - 1]!)) return end
    const takesVowel = clitic.vowelAfter?.includes(phones[end - 3]!) ?? true
    return Math.max(1, takesVowel && this.#reduced.includes(phones[end - 2]!) ? end - 2 : end - 1)
  }
}
