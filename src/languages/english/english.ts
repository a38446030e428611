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
import { readContraction } from './text/contractions.ts'
import { readCurrency } from './text/currency.ts'
import { DASH_WORDS } from './text/dash-words.ts'
import { readDayMonth, readMonthDay, readNumericDate } from './text/dates.ts'
import emojiNames from './text/emoji.json'
import { readFraction } from './text/fractions.ts'
import { cardinal, digitByDigit } from './text/number-words.ts'
import { readBareFraction, readQuantity } from './text/quantities.ts'
import { readRoman } from './text/roman.ts'
import { fullStopEndsSentence, isAbbreviation } from './text/sentence-end.ts'
import { SYMBOL_WORDS } from './text/symbol-words.ts'
import { readTelephone } from './text/telephone.ts'
import { readTime } from './text/times.ts'
import { readWord } from './text/words.ts'

const readHex = hexReader(digitByDigit, 'hash')

export const ENGLISH: Front = {
  clean: cleanerOf({ letters: '', replacements: { '№': 'No. ' } }),
  read: readerOf({
    numbers: [
      readHex,
      readNumericDate,
      digitRunReader(digitByDigit),
      readTelephone,
      groupedCodeReader(isCodeAnnounced, digitByDigit),
      readTime,
      readDayMonth,
      readCurrency,
      readFraction,
      readQuantity,
    ],
    words: [readMonthDay, readCurrency, readAbbreviation, readRoman, readWord],
    openings: [readTelephone, readCurrency],
    signs: [
      readBareFraction,
      readHex,
      symbolReader(SYMBOL_WORDS),
      dashReader(DASH_WORDS),
      readContraction,
      punctuationReader('dot'),
      emojiReader(emojiNames),
    ],
    address: addressReader(ADDRESS_WORDS),
    itemNumber: (digits, { locale }) => cardinal(digits, locale),
  }),
  isAbbreviation,
  fullStopEndsSentence,
  conjunctions: wordList(`and but or nor so because although though while whereas which who that when where if
    unless until since before after with without for from to in on at by of as than into over under between`),
}
