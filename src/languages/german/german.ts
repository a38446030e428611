import { addressReader } from '../shared/text/addresses.ts'
import { cleanerOf } from '../shared/text/clean.ts'
import { dashReader } from '../shared/text/dashes.ts'
import { digitRunReader } from '../shared/text/digit-runs.ts'
import { emojiReader } from '../shared/text/emoji/emoji-reader.ts'
import type { Front } from '../shared/text/front-end.ts'
import { groupedCodeReader } from '../shared/text/grouped-codes.ts'
import { hexReader } from '../shared/text/hex.ts'
import { punctuationReader } from '../shared/text/punctuation.ts'
import { readerOf } from '../shared/text/readers.ts'
import { symbolReader } from '../shared/text/symbols.ts'
import { wordList } from '../shared/text/word-list.ts'
import { readAbbreviation } from './text/abbreviations.ts'
import { ADDRESS_WORDS } from './text/address-words.ts'
import { isCodeAnnounced } from './text/bare-numbers.ts'
import { readBareUnit } from './text/bare-units.ts'
import { readCurrency } from './text/currency.ts'
import { DASH_WORDS } from './text/dash-words.ts'
import { readNumericDate } from './text/dates.ts'
import emojiNames from './text/emoji.json'
import { readFraction } from './text/fractions.ts'
import { cardinal, digitByDigit } from './text/number-words.ts'
import { opensWithOrdinal, readOrdinal, readRomanOrdinal } from './text/ordinals.ts'
import { readQuantity } from './text/quantities.ts'
import { readRoman } from './text/roman.ts'
import { readSections } from './text/sections.ts'
import { fullStopEndsSentence, isAbbreviation } from './text/sentence-end.ts'
import { SYMBOL_WORDS } from './text/symbol-words.ts'
import { readIban, readTelephone } from './text/telephone.ts'
import { readTime } from './text/times.ts'
import { readWord } from './text/words.ts'

const readHex = hexReader(digitByDigit, 'raute')

export const GERMAN: Front = {
  clean: cleanerOf({
    // Those of French words too, which are said otherwise with them.
    letters: 'ÄÖÜäöüßẞÀÂÇÈÉÊËÎÏÔÛàâçèéêëîïñôû',
    replacements: {
      '№': 'Nr. ',
      '‰': ' Promille',
      æ: 'ä',
      Æ: 'Ä',
      œ: 'ö',
      Œ: 'Ö',
      ø: 'ö',
      Ø: 'Ö',
      å: 'o',
      Å: 'O',
    },
  }),
  read: readerOf({
    numbers: [
      readHex,
      readNumericDate,
      digitRunReader(digitByDigit),
      readTelephone,
      groupedCodeReader(isCodeAnnounced, digitByDigit),
      readTime,
      readOrdinal,
      readCurrency,
      readFraction,
      readQuantity,
    ],
    words: [readIban, readCurrency, readBareUnit, readAbbreviation, readRomanOrdinal, readRoman, readWord],
    openings: [readTelephone, readCurrency],
    signs: [
      readHex,
      readSections,
      symbolReader(SYMBOL_WORDS),
      dashReader(DASH_WORDS),
      punctuationReader('punkt'),
      emojiReader(emojiNames),
    ],
    address: addressReader(ADDRESS_WORDS),
    itemNumber: (digits, passage, end) => (opensWithOrdinal(passage, end) ? undefined : cardinal(digits)),
  }),
  isAbbreviation,
  fullStopEndsSentence,
  conjunctions:
    wordList(`und oder aber denn sondern weil dass damit obwohl während wenn als ob bevor nachdem seit bis
    sodass falls sobald solange indem der die das dem den des ein eine einer einem einen mit von vom in im ins am an auf
    zu zum zur für bei beim nach aus über unter vor ohne durch gegen um zwischen wer wo wie was welche welcher welches`),
}
