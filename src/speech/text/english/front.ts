import { addressReader } from '../addresses.ts'
import { cleanerOf } from '../clean.ts'
import { dashReader } from '../dashes.ts'
import { digitRunReader } from '../digit-runs.ts'
import { emojiReader } from '../emoji/emoji-reader.ts'
import emojiNames from '../emoji/en.json'
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
import { readContraction } from './contractions.ts'
import { readCurrency } from './currency.ts'
import { DASH_WORDS } from './dash-words.ts'
import { readDayMonth, readMonthDay, readNumericDate } from './dates.ts'
import { readFraction } from './fractions.ts'
import { readWord } from './letters.ts'
import { cardinal, digitByDigit } from './number-words.ts'
import { readBareFraction, readQuantity } from './quantities.ts'
import { readRoman } from './roman.ts'
import { fullStopEndsSentence, isAbbreviation } from './sentence-end.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'
import { readTelephone } from './telephone.ts'
import { readTime } from './times.ts'

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
