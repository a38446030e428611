import type { PhoneInventory } from '../../../languages/shared/pronunciation/phone-inventory.ts'
import type { Encoding } from '../../pronunciation/encoding.ts'

/** A phone of a word. */
export interface Phone {
  /** In IPA, without its stress. */
  readonly name: string
  readonly isStressed: boolean
  readonly isVowel: boolean
}

/** Writes a phone in the way of some alphabet, by where it stands, without its stress; undefined: as Purr writes it. */
export type Spell = (phone: Phone, at: number, word: readonly Phone[]) => string | undefined

const STRESS = 'ˈ'

/**
 * Writes a segment's phones in another alphabet: "hɛlˈoʊ, wˈɜːld." The mark of the stress stands before the vowel, a space
 * between words, and a pause mark directly behind the word before it.
 *
 * @param inventory with which the segment was encoded
 */
export function writtenPhones({ ids }: Encoding, inventory: PhoneInventory, spell: Spell): string {
  const pauses = new Map(Array.from(',;:.?!', (mark) => [inventory.id(mark), mark]))
  let written = ''
  let word: Phone[] = []
  const endWord = () => {
    if (word.length > 0) written += (written === '' ? '' : ' ') + spelled(word, spell)
    word = []
  }
  for (const id of ids) {
    const ipa = inventory.ipa(id)
    if (ipa === undefined) {
      endWord()
      written += pauses.get(id) ?? ''
    } else {
      const isStressed = ipa.startsWith(STRESS)
      word.push({ name: isStressed ? ipa.slice(1) : ipa, isStressed, isVowel: inventory.isVowel(id) })
    }
  }
  endWord()
  return written
}

function spelled(word: readonly Phone[], spell: Spell): string {
  return word
    .map((phone, at) => (phone.isStressed ? STRESS : '') + (spell(phone, at, word) ?? phone.name))
    .join('')
}
