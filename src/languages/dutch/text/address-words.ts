import type { AddressWords } from '../../shared/text/addresses.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { spell } from './capitals.ts'
import { digitByDigit } from './number-words.ts'
import { partWords } from './word-parts.ts'

/** Short domain labels and file extensions that are read as words. Others of this length are spelled. */
const SHORT_WORDS = wordList(`com net org gov edu dev app info mijn de het en van in op is je we wij nu ik ja
  zo al uw`)

/** "jan punt jansen apenstaartje voorbeeld punt N L" */
export const ADDRESS_WORDS: AddressWords = {
  marks: {
    '.': 'punt',
    '/': 'slash',
    '-': 'streepje',
    _: 'underscore',
    '@': 'apenstaartje',
    '+': 'plus',
    ':': 'dubbele punt',
    '%': 'procent',
    '~': 'tilde',
    '=': 'is',
    '&': 'en',
  },
  letters(letters) {
    const isShort = letters.length <= 2 && !SHORT_WORDS.has(letters.toLowerCase())
    return isShort || !/[aeiouy]/i.test(letters) ? spell(letters) : partWords(letters)
  },
  digits: digitByDigit,
}
