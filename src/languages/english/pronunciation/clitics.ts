import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { parseArpabet } from './arpabet.ts'

interface Clitic {
  /** The phones that the clitic can end with. */
  readonly sounds: Phones
  /** The phones after which the clitic has a vowel ("house's", "that'd"). If absent, any phone. */
  readonly vowelAfter?: Phones
}

/**
 * Finds the clitics "'s", "'d", "'ll" and "'ve" at the end of words. They are separate words in the training labels.
 */
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

  /** The index of a word's phones at which its clitic begins. Without a clitic, the number of phones. */
  startIn(word: string, phones: Phones): number {
    const end = phones.length
    const apostrophe = word.lastIndexOf("'")
    const clitic = apostrophe > 0 ? this.#clitics.get(word.slice(apostrophe)) : undefined
    if (!clitic?.sounds.includes(phones[end - 1]!)) return end
    const takesVowel = clitic.vowelAfter?.includes(phones[end - 3]!) ?? true
    return Math.max(1, takesVowel && this.#reduced.includes(phones[end - 2]!) ? end - 2 : end - 1)
  }
}
