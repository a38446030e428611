import { dictionary } from 'cmu-pronouncing-dictionary'
import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { parseArpabet } from './arpabet.ts'
import { CORRECTIONS } from './corrections.ts'

/**
 * The words of CMUdict, in their first pronunciation, and the corrections, from which their regular forms are derived ("Lyon's",
 * "cyclones"). The phones are the voice model's.
 */
export function cmudict(inventory: PhoneInventory): Map<string, Phones> {
  const words = new Map<string, Phones>()
  for (const [word, entry] of Object.entries(dictionary)) {
    if (word.endsWith(')') || isFormOfCorrected(word, entry)) continue // "word(2)" is an alternative
    words.set(word, parseArpabet(modelPhones(entry), inventory))
  }
  for (const [word, phones] of Object.entries(CORRECTIONS)) words.set(word, parseArpabet(phones, inventory))
  return words
}

/** Whether CMUdict says a word as a corrected one with an ending, and so has the same error. */
function isFormOfCorrected(word: string, entry: string): boolean {
  const [, stem, ending] = /^(.{3,}?)('s|s|ed|ing)$/.exec(word) ?? []
  if (stem === undefined || !Object.hasOwn(CORRECTIONS, stem)) return false
  return ending === "'s" || entry.startsWith(`${dictionary[stem]} `)
}

/**
 * Converts a CMUdict entry ("R EH1 D # comment") to the voice model's phones. These are the phones of flite, the
 * synthesizer that labelled the training speech. "ah0" becomes "ax". Secondary stress becomes primary stress, except
 * where flite has none (measured on 35,000 words): "ih2", "eh2" and "iy2" at the beginning before the stressed syllable
 * ("include", "enjoy"), and "ih2" there before another secondary stress ("electronic"); "iy2" at the end ("company",
 * "parties"), between the stress and another vowel ("immediate") and within a word right before the stress ("polyester").
 * So does "er2" after the stress at the end or before a vowel ("amateur", "liberal"), and "uw2" before "ah0"
 * ("actually"). "aa0" at the end becomes "ax" ("Africa").
 */
export function modelPhones(entry: string): string {
  const phones = entry.split('#')[0]!.trim().toLowerCase().split(' ')
  return phones
    .map((phone, at) => {
      if (phone === 'ah0' || (phone === 'aa0' && at === phones.length - 1 && phones[at - 1] !== 'w'))
        return 'ax'
      return phone.endsWith('2') ? phone.slice(0, -1) + (losesStress(phones, at) ? '0' : '1') : phone
    })
    .join(' ')
}

function losesStress(phones: readonly string[], at: number): boolean {
  const before = phones.slice(0, at)
  const after = phones.slice(at + 1)
  switch (phones[at]) {
    case 'ih2':
      return before.length === 0 && /[12]$/.test(after.find(isVowel) ?? '')
    case 'eh2':
      return before.length === 0 && isBeforeStress(after)
    case 'iy2':
      if ((before.length === 0 || before.some(isVowel)) && isBeforeStress(after)) return true
      if (after.length === 0 || after.join() === 'z') return true
      return isVowel(after[0]!) && before.some(isStressed)
    case 'uw2':
      return after[0] === 'ah0' && before.some(isStressed)
    case 'er2':
      return before.some(isStressed) && (after.length === 0 || isVowel(after[0]!))
    default:
      return false
  }
}

/** Whether the next vowel of what follows is stressed. */
function isBeforeStress(after: readonly string[]): boolean {
  return isStressed(after.find(isVowel) ?? '')
}

function isStressed(phone: string): boolean {
  return phone.endsWith('1')
}

/** Whether a phone is a vowel. In CMUdict only vowels have a stress digit. */
function isVowel(phone: string): boolean {
  return /\d$/.test(phone)
}
