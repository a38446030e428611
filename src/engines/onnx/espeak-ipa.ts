import type { PhoneInventory } from '../../languages/shared/pronunciation/phone-inventory.ts'
import type { Encoding } from '../pronunciation/encoding.ts'

/** Voices of espeak-ng whose way to write phones is known. */
export const ESPEAK_VOICES = ['en-us', 'en-gb-x-rp', 'de', 'nl'] as const
export type EspeakVoice = (typeof ESPEAK_VOICES)[number]

/** A phone of a word. */
interface Phone {
  /** In IPA, without its stress. */
  readonly name: string
  readonly isStressed: boolean
  readonly isVowel: boolean
}

/** A phone as espeak-ng writes it, by where it stands; undefined: as Purr writes it. */
type Spell = (phone: Phone, at: number, word: readonly Phone[]) => string | undefined

const SPELL: Readonly<Record<EspeakVoice, Spell>> = {
  'en-us': american,
  'en-gb-x-rp': british,
  de: german,
  nl: dutch,
}

const STRESS = 'ˈ'

/**
 * A segment's phones as espeak-ng 1.51 writes them, which is what voices were trained on that had it for a front end:
 * "hɛlˈoʊ wˈɜːld." The mark of the stress stands before the vowel; a space stands between words, and after a pause mark
 * within the segment. American phones of Purr's English are brought to the accent where that can be told from the phones
 * alone: "r" is dropped, but the vowel of "bath" stays.
 *
 * @param inventory with which the segment was encoded
 */
export function espeakIpa({ ids }: Encoding, inventory: PhoneInventory, voice: EspeakVoice): string {
  const pauses = new Map(Array.from(',;:.?!', (mark) => [inventory.id(mark), mark]))
  let written = ''
  let word: Phone[] = []
  const endWord = () => {
    if (word.length > 0) written += (written === '' ? '' : ' ') + spelled(word, voice)
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

function spelled(word: readonly Phone[], voice: EspeakVoice): string {
  const spell = SPELL[voice]
  return word
    .map((phone, at) => (phone.isStressed ? STRESS : '') + (spell(phone, at, word) ?? phone.name))
    .join('')
}

/** "water": wˈɔːɾɚ; "happy": hˈæpi; "about": ɐbˈaʊt. */
function american(phone: Phone, at: number, word: readonly Phone[]): string | undefined {
  const before = word[at - 1]
  const after = word[at + 1]
  switch (phone.name) {
    case 'ɝ':
      return (phone.isStressed ? 'ɜː' : 'ɚ') + (after?.isVowel ? 'ɹ' : '')
    case 'iː':
      return isWeakEnd(phone, after) ? 'i' : undefined
    case 'ə':
      return before === undefined ? 'ɐ' : undefined
    case 't': {
      const isBetween = (before?.isVowel || before?.name === 'ɹ') && after?.isVowel && !after.isStressed
      const isBeforeSyllabicN = after?.name === 'ə' && word[at + 2]?.name === 'n' && at + 3 === word.length
      return isBetween && !isBeforeSyllabicN ? 'ɾ' : undefined
    }
  }
}

/** "water": wˈɔːtɐ; "near": nˈiə; "lot": lˈɒt; "goat": ɡˈəʊt. */
function british(phone: Phone, at: number, word: readonly Phone[]): string | undefined {
  const after = word[at + 1]
  const isLast = after === undefined
  /** Before an "r" that is dropped. */
  const isBeforeR = after?.name === 'ɹ' && !word[at + 2]?.isVowel
  switch (phone.name) {
    case 'ɹ':
      return after?.isVowel ? undefined : ''
    case 'ɝ': {
      const vowel = phone.isStressed ? 'ɜː' : isLast ? 'ɐ' : 'ə'
      return vowel + (after?.isVowel ? 'ɹ' : '')
    }
    case 'oʊ':
      return 'əʊ'
    case 'ɑː':
      return isLast || after.name === 'ɹ' ? undefined : 'ɒ'
    case 'ɪ':
      return isBeforeR ? 'iə' : undefined
    case 'ɛ':
      return isBeforeR ? 'eə' : undefined
    case 'ʊ':
      return isBeforeR ? 'ɔː' : undefined
    case 'iː':
      return !phone.isStressed && isLast && at > 0 && hasVowel(word.slice(0, at)) ? 'ɪ' : undefined
    case 'ə':
      return at === 0 || (isLast && hasVowel(word.slice(0, at))) ? 'ɐ' : undefined
  }
}

const GERMAN: Readonly<Record<string, string>> = { aː: 'ɑː', ʏ: 'y', ɔʏ: 'ɔø' }

/** "drei": dɾˈaɪ; "hören": hˈøːrən; "Uhr": ˈuːɾ; "Vater": fˈɑːtɜ. */
function german(phone: Phone, at: number, word: readonly Phone[]): string | undefined {
  const before = word[at - 1]
  if (phone.name === 'ʁ') return /^(?:[bdɡkpt]|pf)$/.test(before?.name ?? '') ? 'ɾ' : 'r'
  if (phone.name === 'ɐ') return before?.isVowel ? 'ɾ' : 'ɜ'
  return GERMAN[phone.name]
}

const DUTCH: Readonly<Record<string, string>> = {
  iː: 'i',
  uː: 'u',
  yː: 'y',
  ʏ: 'ɵ',
  ɛi: 'ɛɪ',
  ʌu: 'ʌʊ',
  ɔʏ: 'ɔɪ',
}

/** "huis": hˈœys; "leeuw": lˈeʊ; "bus": bˈɵs. */
function dutch(phone: Phone, at: number, word: readonly Phone[]): string | undefined {
  if (phone.name === 'w' && /^[ey]ː$/.test(word[at - 1]?.name ?? '')) return 'ʊ'
  if (word[at + 1]?.name === 'w' && /^[ey]ː$/.test(phone.name)) return phone.name.charAt(0)
  return DUTCH[phone.name]
}

/** Whether a vowel is a weak one at the end of a word or before another: that of "happy" and "area". */
function isWeakEnd(phone: Phone, after: Phone | undefined): boolean {
  return !phone.isStressed && (after === undefined || after.isVowel)
}

function hasVowel(phones: readonly Phone[]): boolean {
  return phones.some(({ isVowel }) => isVowel)
}
