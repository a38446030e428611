import { addressReader } from '../addresses.ts'
import { cleanerOf } from '../clean.ts'
import { dashReader } from '../dashes.ts'
import { digitRunReader } from '../digit-runs.ts'
import { emojiReader } from '../emoji/emoji-reader.ts'
import emojiNames from '../emoji/nl.json'
import type { Front } from '../front.ts'
import { groupedCodeReader } from '../grouped-codes.ts'
import { hexReader } from '../hex.ts'
import { punctuationReader } from '../punctuation.ts'
import { readerOf } from '../readers.ts'
import { symbolReader } from '../symbols.ts'
import { wordList } from '../word-list.ts'
import { readAbbreviation } from './abbreviations.ts'
import { ADDRESS_WORDS } from './address-words.ts'
import { MARKED_LETTERS } from './alphabet.ts'
import { isCodeAnnounced } from './bare-numbers.ts'
import { readClitic } from './clitics.ts'
import { readIban, readPostcode } from './codes.ts'
import { readCurrency } from './currency.ts'
import { DASH_WORDS } from './dash-words.ts'
import { readNumericDate } from './dates.ts'
import { readFraction } from './fractions.ts'
import { readWord } from './letters.ts'
import { cardinal, digitByDigit } from './number-words.ts'
import { readBareFraction, readQuantity } from './quantities.ts'
import { readRoman } from './roman.ts'
import { readScore } from './scores.ts'
import { fullStopEndsSentence, isAbbreviation } from './sentence-end.ts'
import { SYMBOL_WORDS } from './symbol-words.ts'
import { readTelephone } from './telephone.ts'
import { readTime } from './times.ts'
import { readUnit } from './units.ts'

const readHex = hexReader(digitByDigit, 'hekje')

export const DUTCH: Front = {
  clean: cleanerOf({ letters: MARKED_LETTERS, replacements: { '№': 'nr. ', '‰': ' promille' } }),
  read: readerOf({
    numbers: [
      readHex,
      readNumericDate,
      digitRunReader(digitByDigit),
      readTelephone,
      groupedCodeReader(isCodeAnnounced, digitByDigit),
      readPostcode,
      readTime,
      readCurrency,
      readFraction,
      readScore,
      readQuantity,
    ],
    words: [readIban, readCurrency, readAbbreviation, readRoman, readUnit, readWord],
    openings: [readTelephone, readCurrency],
    signs: [
      readBareFraction,
      readHex,
      symbolReader(SYMBOL_WORDS),
      dashReader(DASH_WORDS),
      readClitic,
      punctuationReader('punt'),
      emojiReader(emojiNames),
    ],
    address: addressReader(ADDRESS_WORDS),
    itemNumber: cardinal,
  }),
  isAbbreviation,
  fullStopEndsSentence,
  conjunctions:
    wordList(`en maar of want omdat doordat hoewel terwijl die dat wat wie waar wanneer toen als indien tenzij
    totdat sinds voordat nadat zodat met zonder voor van naar in op bij door uit over onder tussen tegen dan`),
}
