import { ESPEAK_IPA } from './espeak-ipa.ts'
import type { Phone, Spell } from './written-phones.ts'

/**
 * How the phones that Kokoro was trained on are written: those of misaki, its front end (hexgrad/misaki, EN_PHONES.md).
 * English has letters for diphthongs, "T" for the "t" of "water" and a small schwa before a syllabic consonant; the other
 * languages are written as espeak-ng writes them, with the same letters for diphthongs and affricates.
 */
export const MISAKI = {
  'en-us': american,
  'en-gb': british,
  de: german,
  nl: dutch,
} as const satisfies Record<string, Spell>

/** What all of misaki's languages have one letter for. */
const LETTERS: Readonly<Record<string, string>> = {
  tʃ: 'ʧ',
  dʒ: 'ʤ',
  ts: 'ʦ',
  aɪ: 'I',
  aʊ: 'W',
  eɪ: 'A',
  ɔɪ: 'Y',
}

const AMERICAN: Readonly<Record<string, string>> = {
  ...LETTERS,
  oʊ: 'O',
  ɑː: 'ɑ',
  ɔː: 'ɔ',
  iː: 'i',
  uː: 'u',
}

/** "water": wˈɔTəɹ; "little": lˈɪTᵊl; "world": wˈɜɹld. */
function american(phone: Phone, at: number, word: readonly Phone[]): string {
  switch (phone.name) {
    case 'ɝ':
      return phone.isStressed ? 'ɜɹ' : 'əɹ'
    case 't':
      return isTapped(at, word) ? 'T' : 't'
    case 'ə':
      return isSyllabic(at, word, AFTER_L, AFTER_N_AMERICAN) ? 'ᵊ' : 'ə'
  }
  return AMERICAN[phone.name] ?? phone.name
}

const BRITISH: Readonly<Record<string, string>> = { ...LETTERS, oʊ: 'Q', æ: 'a' }

/** The vowels before an "r" that is not said: "near": nˈɪə; "hair": hˈɛː; "tour": tˈʊə. */
const BEFORE_R: Readonly<Record<string, string>> = { ɪ: 'ɪə', iː: 'ɪə', ɛ: 'ɛː', ʊ: 'ʊə', uː: 'ʊə' }

/** "water": wˈɔːtə; "lot": lˈɒt; "world": wˈɜːld; "happy": hˈapi; "goat": ɡˈQt. */
function british(phone: Phone, at: number, word: readonly Phone[]): string {
  const after = word[at + 1]
  const isBeforeDroppedR = after?.name === 'ɹ' && !word[at + 2]?.isVowel
  switch (phone.name) {
    case 'ɹ':
      return after?.isVowel ? 'ɹ' : droppedR(word[at - 1])
    case 'ɝ':
      return (phone.isStressed ? 'ɜː' : 'ə') + (after?.isVowel ? 'ɹ' : '')
    case 'ɑː':
      return after === undefined || isBeforeDroppedR ? 'ɑː' : 'ɒ'
    case 'iː':
      return phone.isStressed || !(after === undefined || after.isVowel) ? 'iː' : 'i'
    case 'ə':
      return isSyllabic(at, word, AFTER_L, AFTER_N_BRITISH) ? 'ᵊ' : 'ə'
  }
  const beforeR = isBeforeDroppedR ? BEFORE_R[phone.name] : undefined
  return beforeR ?? BRITISH[phone.name] ?? phone.name
}

/** What is said for an "r" that is dropped: a schwa after a diphthong, as in "fire": fˈIə. */
function droppedR(before: Phone | undefined): string {
  return /^(?:aɪ|aʊ|ɔɪ)$/.test(before?.name ?? '') ? 'ə' : ''
}

/** Consonants after which a schwa before "l" or "n" at the end of a word is the small one in most of misaki's words. */
const AFTER_L = /^(?:[bdfɡkmnpstvzʃθ]|tʃ)$/
const AFTER_N_AMERICAN = /^[dstzʒ]$/
const AFTER_N_BRITISH = /^(?:[bdfɡkpstvzʃʒθ]|tʃ|dʒ)$/

function isSyllabic(at: number, word: readonly Phone[], afterL: RegExp, afterN: RegExp): boolean {
  const before = word[at - 1]?.name ?? ''
  const last = word[at + 1]?.name
  if (at + 2 !== word.length) return false
  return (last === 'l' && afterL.test(before)) || (last === 'n' && afterN.test(before))
}

/** Whether a "t" is said with a tap: between vowels, or "r" and a vowel, the second one weak; not in "button". */
function isTapped(at: number, word: readonly Phone[]): boolean {
  const [before, after] = [word[at - 1], word[at + 1]]
  if (!(before?.isVowel || before?.name === 'ɹ') || !after?.isVowel || after.isStressed) return false
  return !(after.name === 'ə' && isSyllabic(at + 1, word, /^$/, /^t$/))
}

/** "Zeit": ʦˈIt; "deutsch": dˈɔøʧ, whose "tsch" Purr has two phones for. */
function german(phone: Phone, at: number, word: readonly Phone[]): string | undefined {
  if (phone.name === 't' && word[at + 1]?.name === 'ʃ') return 'ʧ'
  if (phone.name === 'ʃ' && word[at - 1]?.name === 't') return ''
  return LETTERS[phone.name] ?? ESPEAK_IPA.de(phone, at, word)
}

/** "muziek": myzˈik; "ijs": ˈɛɪs. Kokoro has no symbol for the vowel of "bus", so the nearest is written. */
function dutch(phone: Phone, at: number, word: readonly Phone[]): string | undefined {
  if (phone.name === 'ʏ') return 'œ'
  return LETTERS[phone.name] ?? ESPEAK_IPA.nl(phone, at, word)
}
