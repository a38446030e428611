import type { Language } from '../../../src/languages/shared/language.ts'
import { cleanerOf } from '../../../src/languages/shared/text/clean.ts'
import { punctuationReader } from '../../../src/languages/shared/text/punctuation.ts'
import { readerOf } from '../../../src/languages/shared/text/readers.ts'
import { matchAt, numberReading, type Reader, reading } from '../../../src/languages/shared/text/reading.ts'
import { wordList } from '../../../src/languages/shared/text/word-list.ts'

const NUMBERS: Readonly<Record<string, string>> = { 1: 'wan', 2: 'tu', 3: 'tu wan', 4: 'tu tu', 5: 'luka' }
const WORD = /[A-Za-z]+/y

const readNumber: Reader = ({ text }, at) =>
  Object.hasOwn(NUMBERS, text[at]!) ? numberReading(at, 1, NUMBERS[text[at]!]!) : undefined

const readWord: Reader = ({ text }, at) => {
  const word = matchAt(WORD, text, at)?.[0]
  return word === undefined ? undefined : reading(at, word.length, word.toLowerCase())
}

const never = () => undefined

/** Ten words of Toki Pona: as little as a language can be. */
export const TOKI_PONA: Language = {
  code: 'tok',
  localeIn: () => 'tok',
  relativeDuration: 1,
  modelLanguage: 2,
  pronunciation: import.meta.resolve('./pronunciation/pronunciation.ts'),
  warmUp: ['toki. mi moku.'],
  clean: cleanerOf({ letters: '', replacements: {} }),
  read: readerOf({
    numbers: [readNumber],
    words: [readWord],
    openings: [],
    signs: [punctuationReader('')],
    address: never,
    itemNumber: never,
  }),
  forms: {
    cardinal: (digits) => NUMBERS[digits] ?? '',
    ordinal: (digits) => `nanpa ${NUMBERS[digits] ?? ''}`,
    digits: (digits) => Array.from(digits, (digit) => NUMBERS[digit] ?? '').join(' '),
    spell: (letters) => Array.from(letters.toUpperCase()).join(' '),
    signs: {},
    respelledS: (respelling) => respelling,
    ipaS: (ipa) => ipa,
  },
  isAbbreviation: () => false,
  fullStopEndsSentence: () => true,
  conjunctions: wordList('li'),
  phraseOpeners: wordList('e'),
  questions: {
    words: wordList('seme'),
    verbs: new Set(),
    leadIns: new Set(),
    followers: new Set(),
    guesses: new Set(),
    tags: new Set(),
  },
  pairOpeners: new Set(),
}
