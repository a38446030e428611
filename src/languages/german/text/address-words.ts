import type { AddressWords } from '../../shared/text/addresses.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { spell } from './capitals.ts'
import { digitByDigit } from './number-words.ts'
import { partWords } from './word-parts.ts'

/** Short domain labels and file extensions that are read as words. Others of this length are spelled. */
const SHORT_WORDS = wordList('com net org gov app info zu im in am an so da ab um es tech zip bin web')
/** Names whose first letter is spelled. */
const NAMES: Readonly<Record<string, string>> = { gmail: 'G mail', ebay: 'ebay', email: 'E mail' }

/** "max punkt muster at example punkt com" */
export const ADDRESS_WORDS: AddressWords = {
  marks: {
    '.': 'punkt',
    '/': 'schrägstrich',
    '-': 'bindestrich',
    _: 'unterstrich',
    '@': 'at',
    '+': 'plus',
    ':': 'doppelpunkt',
    '%': 'prozent',
    '~': 'tilde',
    '=': 'gleich',
    '&': 'und',
  },
  letters(letters) {
    const lower = letters.toLowerCase()
    if (Object.hasOwn(NAMES, lower)) return NAMES[lower]!
    const isShort = letters.length <= 2 && !SHORT_WORDS.has(lower)
    return isShort || !/[aeiouy]/.test(lower) ? spell(letters) : partWords(letters)
  },
  digits: digitByDigit,
}
