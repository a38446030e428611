import type { Phone, Spell } from './written-phones.ts'

/** "water": wˈɔːɾɚ; "happy": hˈæpi; "about": ɐbˈaʊt; "messages": mˈɛsɪdʒᵻz. */
function american(phone: Phone, at: number, word: readonly Phone[]): string | undefined {
  const before = word[at - 1]
  const after = word[at + 1]
  switch (phone.name) {
    case 'ɝ':
      return (phone.isStressed ? 'ɜː' : 'ɚ') + (after?.isVowel ? 'ɹ' : '')
    case 'iː':
      if (isThe(word)) return 'ɪ'
      return isWeakEnd(phone, after) && hasVowel(word.slice(0, at)) ? 'i' : undefined
    case 'ɪ':
      return isPrefix(at, word) || (!phone.isStressed && isEnding(at, word)) ? 'ᵻ' : undefined
    case 'ə':
      if (isEnding(at, word) || isRe(at, word)) return 'ᵻ'
      if (after?.name === 'dʒ') return 'ɪ'
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
      if (isThe(word)) return 'ɪ'
      return !phone.isStressed && isLast && hasVowel(word.slice(0, at)) ? 'ɪ' : undefined
    case 'ə':
      if (isEnding(at, word) || isRe(at, word) || after?.name === 'dʒ') return 'ɪ'
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
  return !phone.isStressed && (after === undefined || (after.isVowel && !after.isStressed))
}

/** Whether a vowel is that of the ending of "voices" and "wanted". */
function isEnding(at: number, word: readonly Phone[]): boolean {
  if (at + 2 !== word.length) return false
  const [before, last] = [word[at - 1]?.name ?? '', word[at + 1]?.name]
  return (last === 'z' && /[szʃʒ]$/.test(before)) || (last === 'd' && /^[dt]$/.test(before))
}

/** Whether a vowel is that of the first syllable of "return" and "decide". */
function isPrefix(at: number, word: readonly Phone[]): boolean {
  const [after, next] = [word[at + 1], word[at + 2]]
  return (
    at > 0 && !word[at]!.isStressed && !hasVowel(word.slice(0, at)) && !after?.isVowel && !!next?.isStressed
  )
}

/** Whether a vowel is that of the first syllable of "receive", which Purr says with a schwa. */
function isRe(at: number, word: readonly Phone[]): boolean {
  return at === 1 && word[0]!.name === 'ɹ' && !word[2]?.isVowel
}

/** Whether a word is "the" before a vowel. */
function isThe(word: readonly Phone[]): boolean {
  return word.length === 2 && word[0]!.name === 'ð' && word[1]!.name === 'iː'
}

function hasVowel(phones: readonly Phone[]): boolean {
  return phones.some(({ isVowel }) => isVowel)
}

/**
 * How espeak-ng 1.51 writes phones, by the names of its voices, which is what voices were trained on that had it for a
 * front end. Purr's English is American: it is brought to the British accent where that can be told from the phones alone
 * ("r" is dropped, but the vowel of "bath" stays).
 */
export const ESPEAK_IPA = {
  'en-us': american,
  'en-gb-x-rp': british,
  de: german,
  nl: dutch,
} as const satisfies Readonly<Record<string, Spell>>
