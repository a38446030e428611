import type { PhoneInventory, Phones } from '../../shared/pronunciation/phone-inventory.ts'
import { ARPABET, parseArpabet } from './arpabet.ts'

/** Ends of Greek and Latin words, with their phones from the stressed vowel on: "ba'rometry", "ar'thritis", "germi'cidal". */
const ENDINGS: readonly (readonly [letters: string, phones: string])[] = [
  ['aean', 'iy1 ax n'],
  ['alysis', 'ae1 l ax s ih0 s'],
  ['anula', 'ae1 n y ax l ax'],
  ['cemic', 'iy1 m ih0 k'],
  ['ecula', 'eh1 k y ax l ax'],
  ['enesis', 'eh1 n ax s ih0 s'],
  ['escence', 'eh1 s ax n s'],
  ['escent', 'eh1 s ax n t'],
  ['iacal', 'ay1 ax k ax l'],
  ['iasis', 'ay1 ax s ih0 s'],
  ['ibula', 'ih1 b y ax l ax'],
  ['icidal', 'ay1 d ax l'],
  ['iculi', 'ih1 k y ax l ay0'],
  ['iferous', 'ih1 f er0 ax s'],
  ['iparous', 'ih1 p er0 ax s'],
  ['itis', 'ay1 t ih0 s'],
  ['kinesis', 'iy1 s ih0 s'],
  ['lemic', 'iy1 m ih0 k'],
  ['ococci', 'aa1 k s ay1'],
  ['ocracy', 'aa1 k r ax s iy0'],
  ['ogamy', 'aa1 g ax m iy0'],
  ['ogenous', 'aa1 jh ax n ax s'],
  ['ogeny', 'aa1 jh ax n iy0'],
  ['ographer', 'aa1 g r ax f er0'],
  ['ography', 'aa1 g r ax f iy0'],
  ['olatry', 'aa1 l ax t r iy0'],
  ['ologist', 'aa1 l ax jh ih0 s t'],
  ['ology', 'aa1 l ax jh iy0'],
  ['olysis', 'aa1 l ax s ih0 s'],
  ['omachy', 'aa1 m ax k iy0'],
  ['omata', 'ow1 m ax t ax'],
  ['ometer', 'aa1 m ax t er0'],
  ['ometry', 'aa1 m ax t r iy0'],
  ['onomy', 'aa1 n ax m iy0'],
  ['opathy', 'aa1 p ax th iy0'],
  ['ophagous', 'aa1 f ax g ax s'],
  ['ophagy', 'aa1 f ax jh iy0'],
  ['ophilous', 'aa1 f ax l ax s'],
  ['ophily', 'aa1 f ax l iy0'],
  ['ophony', 'aa1 f ax n iy0'],
  ['ophora', 'aa1 f er0 ax'],
  ['optera', 'aa1 p t er0 ax'],
  ['oscopy', 'aa1 s k ax p iy0'],
  ['osis', 'ow1 s ih0 s'],
  ['otomy', 'aa1 t ax m iy0'],
  ['paresis', 'iy1 s ih0 s'],
  ['pemic', 'iy1 m ih0 k'],
  ['thema', 'iy1 m ax'],
  ['uresis', 'iy1 s ih0 s'],
]

/** Puts the stress of words with a Greek ending where it belongs, which the letter-to-sound model often leaves out. */
export class GreekEndings {
  readonly #endings: readonly (readonly [letters: string, phones: Phones])[]
  readonly #inventory: PhoneInventory
  /** What stressed vowels are without their stress: "æ" and "ʌ" are "ə", the others the same vowel. */
  readonly #unstressed: ReadonlyMap<number, number>

  constructor(inventory: PhoneInventory) {
    this.#endings = ENDINGS.map(([letters, phones]) => [letters, parseArpabet(phones, inventory)])
    this.#inventory = inventory
    const ax = inventory.id('ə')
    const vowels = Object.entries(ARPABET).filter(([, ipa]) => inventory.has(`${ipa}1`))
    this.#unstressed = new Map(
      vowels.map(([name, ipa]) => [
        inventory.id(`${ipa}1`),
        /^a[eh]$/.test(name) ? ax : inventory.id(`${ipa}0`),
      ]),
    )
  }

  /** The phones of a word with those of its ending, if it has one. The vowel before them loses its stress. */
  corrected(word: string, phones: Phones): Phones {
    const ending = this.#endings.find(([letters]) => word.endsWith(letters))?.[1]
    if (ending === undefined) return phones
    const vowels = [...phones.keys()].filter((at) => this.#inventory.isVowel(phones[at]))
    const first = vowels.length - ending.filter((id) => this.#inventory.isVowel(id)).length
    if (first < 1) return phones
    const stem = phones.slice(0, vowels[first])
    const before = vowels[first - 1]!
    stem[before] = this.#unstressed.get(stem[before]!) ?? stem[before]!
    return Uint8Array.of(...stem, ...ending)
  }
}
