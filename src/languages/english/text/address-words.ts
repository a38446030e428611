import type { AddressWords } from '../../shared/text/addresses.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { spell } from './capitals.ts'
import { digitByDigit } from './number-words.ts'
import { partWords } from './word-parts.ts'

/** Short domain labels and file extensions that are read as words. Others of this length are spelled. */
const SHORT_WORDS = wordList(
  'com net org co gov edu dev app info me my go to is in we be no us up on by or an if as of biz tech zip bin',
)

/** "joe dot bloggs at example dot com" */
export const ADDRESS_WORDS: AddressWords = {
  marks: {
    '.': 'dot',
    '/': 'slash',
    '-': 'dash',
    _: 'underscore',
    '@': 'at',
    '+': 'plus',
    ':': 'colon',
    '%': 'percent',
    '~': 'tilde',
    '=': 'equals',
    '&': 'and',
  },
  letters(letters) {
    const isShort = letters.length <= 2 && !SHORT_WORDS.has(letters.toLowerCase())
    return isShort || !/[aeiouy]/i.test(letters) ? spell(letters) : partWords(letters)
  },
  digits: digitByDigit,
}
