import type { Language } from '../shared/language.ts'
import { addressReader } from '../shared/text/addresses.ts'
import { type ChessWords, chessMoveReader } from '../shared/text/chess-moves.ts'
import { citationReader } from '../shared/text/citations.ts'
import { dashReader } from '../shared/text/dashes.ts'
import { digitRunReader, groupedCodeReader } from '../shared/text/digit-groups.ts'
import { emojiReader } from '../shared/text/emoji/emoji-reader.ts'
import { handleReader } from '../shared/text/handles.ts'
import { hexReader } from '../shared/text/hex.ts'
import { macAddressReader } from '../shared/text/mac-address.ts'
import { numberSignReader } from '../shared/text/number-sign.ts'
import { particulateReader } from '../shared/text/particulates.ts'
import { punctuationReader } from '../shared/text/punctuation.ts'
import { readerOf } from '../shared/text/readers.ts'
import { symbolReader } from '../shared/text/symbols.ts'
import { wordList } from '../shared/text/word-list.ts'
import { readAbbreviation } from './text/abbreviations.ts'
import { ADDRESS_WORDS } from './text/address-words.ts'
import { readAnnouncedCode } from './text/announced-codes.ts'
import { readBankCode } from './text/bank-codes.ts'
import { isCodeAnnounced, isTexted } from './text/bare-numbers.ts'
import { CALENDAR_WORDS } from './text/calendar.ts'
import { clean } from './text/clean.ts'
import { readCoordinate } from './text/coordinates.ts'
import { readCurrency } from './text/currency.ts'
import { readDayMonth, readMonthDay, readNumericDate } from './text/dates.ts'
import { readDiagnosisCode } from './text/diagnosis-codes.ts'
import { readDosing, readStrengths } from './text/dosing.ts'
import emojiNames from './text/emoji.json'
import { readFraction } from './text/fractions.ts'
import { readFunction, readFunctionName } from './text/functions.ts'
import { readGradeMark, readOffer } from './text/grades.ts'
import { readIdentifier } from './text/identifiers.ts'
import { readIon } from './text/ions.ts'
import { readIpv6 } from './text/ipv6.ts'
import { readKeyCombination } from './text/key-combinations.ts'
import { readListLetter } from './text/list-letters.ts'
import { readMark } from './text/marks.ts'
import { readMask } from './text/masked-numbers.ts'
import { readMatchMinute } from './text/match-minutes.ts'
import { readMilitaryTime } from './text/military-times.ts'
import { readMultiple } from './text/multiples.ts'
import { cardinal, digitByDigit } from './text/number-words.ts'
import { readPaperReference } from './text/paper-references.ts'
import { readPort } from './text/ports.ts'
import { readBareFraction, readQuantity, readScientific } from './text/quantities.ts'
import { readRate } from './text/rates.ts'
import { readRecord } from './text/records.ts'
import { readRoman } from './text/roman.ts'
import { readRoomNumber } from './text/room-numbers.ts'
import { readRunway } from './text/runways.ts'
import { fullStopEndsSentence, isAbbreviation, SENTENCE_OPENER } from './text/sentence-end.ts'
import { readSpacedThousands } from './text/spaced-thousands.ts'
import { SPOKEN_FORMS } from './text/spoken-forms.ts'
import { readShortState, readState } from './text/states.ts'
import { readDirection } from './text/streets.ts'
import { readStutter } from './text/stutters.ts'
import { DASH_WORDS, SYMBOL_WORDS } from './text/symbol-words.ts'
import { readExtension, readTelephone } from './text/telephone.ts'
import { readTenCode } from './text/ten-codes.ts'
import { readTieBreak } from './text/tie-breaks.ts'
import { readDuration, readTime } from './text/times.ts'
import { readTire } from './text/tires.ts'
import { readBareUnit } from './text/units.ts'
import { readBookNumber, readShortBook, readVerse } from './text/verses.ts'
import { readWeekdayLetters } from './text/weekday-letters.ts'
import { readWirelessStandard } from './text/wireless-standards.ts'
import { readContraction, readWord } from './text/words.ts'
import { readZoneOffset } from './text/zone-offsets.ts'

const CHESS_WORDS: ChessWords = {
  pieces: { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' },
  takes: 'takes',
  check: 'check',
  mate: 'checkmate',
  short: 'castles kingside',
  long: 'castles queenside',
}

const readHex = hexReader(digitByDigit)
const readMacAddress = macAddressReader(digitByDigit)

/** Regions that write the month first and read numbers without "and". */
const AMERICAN = new Set(['US', 'CA', 'PH', 'PR'])

/** English. */
export const ENGLISH: Language = {
  code: 'en',
  localeIn: (region) => (region === undefined || AMERICAN.has(region) ? 'en-US' : 'en-GB'),
  relativeDuration: 1,
  modelLanguage: 0,
  pronunciation: import.meta.resolve('./pronunciation/pronunciation.ts'),
  warmUp: [
    'Yes.',
    'Hello, how are you today?',
    'The warm-up speaks short and long sentences at 10:30 on May 3 for $4.50, and an unknown word such as blorped.',
    'A server counts how much speech it can make in a second when it starts, and this sentence is what it speaks for that, so it is as long as many are.',
  ],
  clean,
  read: readerOf({
    numbers: [
      readIdentifier,
      readMacAddress,
      readIpv6,
      readHex,
      readScientific,
      readWirelessStandard,
      readTire,
      readStrengths,
      readMatchMinute,
      readRunway,
      readAnnouncedCode,
      readNumericDate,
      readTenCode,
      readRoomNumber,
      readTieBreak,
      readRecord,
      digitRunReader(digitByDigit),
      readTelephone,
      groupedCodeReader((text, at) => isCodeAnnounced(text, at) || isTexted(text, at), digitByDigit),
      readMilitaryTime,
      readBookNumber,
      readVerse,
      readTime,
      readDuration,
      readDayMonth,
      readCurrency,
      readFraction,
      readCoordinate,
      readSpacedThousands,
      readQuantity,
    ],
    words: [
      particulateReader('two point five'),
      readListLetter,
      readIdentifier,
      chessMoveReader(CHESS_WORDS, cardinal),
      readFunctionName,
      readBankCode,
      readAnnouncedCode,
      readDiagnosisCode,
      readIon,
      readStutter,
      readOffer,
      readDosing,
      readMask,
      readMacAddress,
      readIpv6,
      readMonthDay,
      readCurrency,
      readExtension,
      readZoneOffset,
      readDirection,
      readKeyCombination,
      readWeekdayLetters,
      readBareUnit,
      readMultiple,
      readShortState,
      readShortBook,
      readAbbreviation,
      readRoman,
      readState,
      readWord,
    ],
    openings: [readTelephone, readCurrency],
    signs: [
      readPaperReference,
      citationReader(
        wordList(
          'room gate step line page press dial enter type choose select pick hit tap push say key button option number in see to and or of at by from is are was equals',
        ),
      ),
      readFunction,
      readMask,
      readIpv6,
      readMark,
      readBareFraction,
      numberSignReader(SYMBOL_WORDS, digitByDigit),
      readPort,
      handleReader(ADDRESS_WORDS),
      readRate,
      readMultiple,
      readGradeMark,
      symbolReader(SYMBOL_WORDS),
      dashReader(DASH_WORDS),
      readContraction,
      punctuationReader('dot', SENTENCE_OPENER),
      emojiReader(emojiNames),
    ],
    address: addressReader(ADDRESS_WORDS),
    itemNumber: (digits, { locale }) => cardinal(digits, locale),
  }),
  forms: SPOKEN_FORMS,
  isAbbreviation,
  fullStopEndsSentence,
  conjunctions: wordList(`and but or nor so because although though while whereas which who that when where if
    unless until`),
  phraseOpeners: wordList(
    `since before after with without for from in on at by into over under between during through`,
  ),
  questions: {
    words: wordList('what which who whom whose when where why how'),
    verbs:
      wordList(`am is are was were do does did have has had can could will would shall should may might must
      isn't aren't wasn't weren't don't doesn't didn't haven't hasn't hadn't can't couldn't won't wouldn't shouldn't`),
    leadIns:
      wordList(`and but or so then now also just okay ok alright great perfect sure well hi hello sorry exactly
      roughly approximately at in on for from to with by of about until since under into through during between
      after before within`),
    followers: wordList('i you he she it we they my your his her our their the this that about if'),
    tags: wordList('right correct okay ok yes yeah no huh'),
    guesses: wordList('idea clue guess'),
    relatives: wordList('which who'),
    unmarked: [
      {
        verbs: wordList('is are was does did can could will would'),
        subjects: wordList('i you he she it we they that this there these those everything your'),
      },
      { verbs: wordList('am do have'), subjects: wordList('i you we they') },
      { verbs: wordList('should shall'), subjects: wordList('i we') },
    ],
    choices: {
      or: wordList('or'),
      vague: wordList('so two three more less other'),
      indefinite:
        wordList(`any anyone anybody anything anywhere ever there some someone somebody something somewhere another more no not
        everything questions concerns allergies`),
      persons: wordList("i you he she they we you're you'd you'll you've they're he's she's"),
      withVerb: {
        deciding: wordList('should shall'),
        wishing: wordList('do did would'),
        wishes: wordList('like prefer rather want need mean say better best'),
        being: wordList('am is are was were'),
        articles: wordList('a an the by in at on with for to from about just still'),
      },
    },
  },
  pairOpeners: wordList('between both either'),
  rangeOpeners: CALENDAR_WORDS,
}
