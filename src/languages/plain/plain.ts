import type { Language, Locale } from '../shared/language.ts'
import { clean } from './clean.ts'
import { Numbers } from './number-words.ts'
import { plainReader } from './readers.ts'
import { fullStopEndsSentence, isAbbreviation } from './sentence-end.ts'

/**
 * How text is read in a language that Purr has no front end for, by its BCP-47 tag: words as they are written, numbers in
 * the words of the language where n2words has it, marks as pauses. It is for engines that read text themselves: what is
 * spoken divides it, predicts its length and shares it out to words. There are no phones.
 *
 * Throws for a tag that is not well formed.
 */
export function plainLocale(tag: string): Locale {
  const parsed = new Intl.Locale(tag)
  return { tag: parsed.baseName, language: plainLanguage(parsed) }
}

function plainLanguage(locale: Intl.Locale): Language {
  const numbers = new Numbers(locale)
  return {
    code: locale.language,
    localeIn: () => locale.baseName,
    relativeDuration: 1,
    modelLanguage: 0,
    pronunciation: '',
    warmUp: [],
    clean,
    read: plainReader(numbers, locale.baseName),
    forms: {
      cardinal: (digits) => numbers.cardinal(digits),
      ordinal: (digits) => numbers.ordinal(digits),
      digits: (digits) => numbers.digits(digits),
      spell: (letters) =>
        Array.from(
          letters
            .normalize('NFC')
            .replace(/[^\p{L}\p{M}]/gu, '')
            .toUpperCase(),
        ).join(' '),
      signs: {},
      respelledS: (respelling) => `${respelling}s`,
      ipaS: (ipa) => `${ipa}s`,
    },
    isAbbreviation,
    fullStopEndsSentence,
    conjunctions: new Set(),
    phraseOpeners: new Set(),
    questions: {
      words: new Set(),
      verbs: new Set(),
      leadIns: new Set(),
      followers: new Set(),
      guesses: new Set(),
      tags: new Set(),
    },
    pairOpeners: new Set(),
  }
}
