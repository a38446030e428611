import { addressReader } from '../addresses.ts'
import { cleanerOf } from '../clean.ts'
import { dashReader } from '../dashes.ts'
import { digitRunReader } from '../digit-runs.ts'
import emojiNames from '../emoji/de.json'
import { emojiReader } from '../emoji/emoji-reader.ts'
import type { Front } from '../front.ts'
import { groupedCodeReader } from '../grouped-codes.ts'
import { hexReader } from '../hex.ts'
import { punctuationReader } from '../punctuation.ts'
import { readerOf } from '../readers.ts'
import { symbolReader } from '../symbols.ts'
import { wordList } from '../word-list.ts'
import { readAbbreviation } from './abbreviations.ts'
import { ADDRESS_WORDS } from './address-words.ts'
import { isCodeAnnounced } from './bare-numbers.ts'
import { readBareUnit } from './bare-units.ts'
import { readCurrency } from './currency.ts'
import { DASH_WORDS } from './dash-words.ts'
import { readNumericDate } from './dates.ts'
import { readFraction } from './fractions.ts'
import { readWord } from './letters.ts'
import { cardinal, digitByDigit } from './number-words.ts'
import { opensWithOrdinal, readOrdinal, readRomanOrdinal } from './ordinals.ts'
import { readQuantity } from './quantities.ts'
import { readRoman } from './roman.ts'
import { readSections } from './sections.ts'
import { fullStopEndsSentence, isAbbreviation } from './sentence-end.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'
import { readIban, readTelephone } from './telephone.ts'
import { readTime } from './times.ts'

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
