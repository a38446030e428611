import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { parseArpabet } from './arpabet.ts'

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

  constructor(inventory: PhoneInventory) {
    this.#clitics = new Map<string, Clitic>([
      [
        "'s",
        { sounds: parseArpabet('s z', inventory), vowelAfter: parseArpabet('s z sh zh ch jh', inventory) },
      ],
      ["'d", { sounds: parseArpabet('d', inventory), vowelAfter: parseArpabet('t d', inventory) }],
      ["'ll", { sounds: parseArpabet('l', inventory) }],
      ["'ve", { sounds: parseArpabet('v', inventory) }],
    ])
    this.#reduced = parseArpabet('ax ih0', inventory)
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
