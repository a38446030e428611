import type { Language } from '../shared/language.ts'
import { addressReader } from '../shared/text/addresses.ts'
import { bracketedNumeralReader } from '../shared/text/bracketed-numerals.ts'
import { type ChessWords, chessMoveReader } from '../shared/text/chess-moves.ts'
import { citationReader } from '../shared/text/citations.ts'
import { cleanerOf } from '../shared/text/clean.ts'
import { containerNumberReader } from '../shared/text/container-numbers.ts'
import { dashReader } from '../shared/text/dashes.ts'
import { dateFormatReader } from '../shared/text/date-formats.ts'
import { digitRunReader, groupedCodeReader } from '../shared/text/digit-groups.ts'
import { ecliReader } from '../shared/text/ecli.ts'
import { emojiReader } from '../shared/text/emoji/emoji-reader.ts'
import { readEnglishOrdinal } from '../shared/text/english-ordinals.ts'
import { hexReader } from '../shared/text/hex.ts'
import { joinedDaysReader } from '../shared/text/joined-days.ts'
import { lifeDateReader } from '../shared/text/life-dates.ts'
import { macAddressReader } from '../shared/text/mac-address.ts'
import { numberSignReader } from '../shared/text/number-sign.ts'
import { particulateReader } from '../shared/text/particulates.ts'
import { punctuationReader } from '../shared/text/punctuation.ts'
import { readerOf } from '../shared/text/readers.ts'
import { restatedNumberReader } from '../shared/text/restated-numbers.ts'
import { symbolReader } from '../shared/text/symbols.ts'
import { wordList } from '../shared/text/word-list.ts'
import { readAbbreviation } from './text/abbreviations.ts'
import { ADDRESS_WORDS } from './text/address-words.ts'
import { isCodeAnnounced } from './text/bare-numbers.ts'
import { CALENDAR_WORDS } from './text/calendar.ts'
import { spell } from './text/capitals.ts'
import { readCaseNumber, readIban, readPostcode } from './text/codes.ts'
import { readCurrency } from './text/currency.ts'
import { readNumericDate } from './text/dates.ts'
import { readDuration } from './text/durations.ts'
import emojiNames from './text/emoji.json'
import { readFraction } from './text/fractions.ts'
import { readGrade } from './text/grades.ts'
import { readLegalItem } from './text/legal-items.ts'
import { readMask } from './text/masked-numbers.ts'
import { cardinal, code, digitByDigit } from './text/number-words.ts'
import { readBareFraction, readQuantity, readScientific } from './text/quantities.ts'
import { readRoman } from './text/roman.ts'
import { readScore } from './text/scores.ts'
import { fullStopEndsSentence, isAbbreviation } from './text/sentence-end.ts'
import { SPOKEN_FORMS } from './text/spoken-forms.ts'
import { DASH_WORDS, readBirth, readDeducted, readSections, SYMBOL_WORDS } from './text/symbol-words.ts'
import { readTelephone } from './text/telephone.ts'
import { readTime } from './text/times.ts'
import { readUnit } from './text/units.ts'
import { readVan } from './text/van-names.ts'
import { readShortBook, readVerse } from './text/verses.ts'
import { readWeekdayRange } from './text/weekday-ranges.ts'
import { readClitic, readPlusPerson, readWord } from './text/words.ts'

/** Non-ASCII letters of Dutch words, with stress marks and loan words. */
const MARKED_LETTERS = 'ÀÁÂÄÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜàáâäçèéêëìíîïñòóôöùúûü†'

const CHESS_WORDS: ChessWords = {
  pieces: { K: 'koning', D: 'dame', T: 'toren', L: 'loper', P: 'paard' },
  takes: 'slaat',
  check: 'schaak',
  mate: 'mat',
  short: 'korte rokade',
  long: 'lange rokade',
}

const readHex = hexReader(digitByDigit)
const readMacAddress = macAddressReader(digitByDigit)

/** Dutch, as it is written in the Netherlands and Belgium. */
export const DUTCH: Language = {
  code: 'nl',
  localeIn: (region) => (region === 'BE' ? 'nl-BE' : 'nl-NL'),
  relativeDuration: 1.12,
  modelLanguage: 2,
  pronunciation: import.meta.resolve('./pronunciation/pronunciation.ts'),
  warmUp: ['Goedemorgen, waarmee kan ik u op 3 mei om 10.30 uur voor € 4,50 helpen?'],
  clean: cleanerOf({ letters: MARKED_LETTERS, replacements: { '№': 'nr. ' } }),
  read: readerOf({
    numbers: [
      readMacAddress,
      readEnglishOrdinal,
      readHex,
      readScientific,
      readNumericDate,
      digitRunReader(digitByDigit),
      readTelephone,
      groupedCodeReader(isCodeAnnounced, digitByDigit),
      readPostcode,
      readDuration,
      readVerse,
      readTime,
      readCurrency,
      readLegalItem,
      readFraction,
      readGrade,
      readScore,
      readQuantity,
    ],
    words: [
      readMask,
      bracketedNumeralReader(cardinal),
      dateFormatReader(spell),
      chessMoveReader(CHESS_WORDS, cardinal),
      particulateReader('twee komma vijf'),
      readMacAddress,
      readIban,
      containerNumberReader(spell, digitByDigit),
      ecliReader(spell, code, cardinal),
      readCaseNumber,
      readCurrency,
      readVan,
      readShortBook,
      readAbbreviation,
      readRoman,
      readUnit,
      readWord,
    ],
    openings: [readTelephone, readCurrency],
    signs: [
      lifeDateReader({ born: 'geboren', died: 'overleden', on: 'op' }),
      citationReader(
        wordList(
          'kamer spoor stap regel toets kies druk op optie nummer in zie en of van bij is zijn was typ tik',
        ),
      ),
      readMask,
      restatedNumberReader(cardinal, (word) => /^[eé][eé]n$/.test(word)),
      readBareFraction,
      numberSignReader(SYMBOL_WORDS, digitByDigit),
      readSections,
      readDeducted,
      readBirth,
      readPlusPerson,
      joinedDaysReader('[Mm]a|[Dd]i|[Ww]o|[Dd]o|[Vv]r|[Zz][ao]', 'en'),
      symbolReader(SYMBOL_WORDS),
      readWeekdayRange,
      dashReader(DASH_WORDS),
      readClitic,
      punctuationReader('punt'),
      emojiReader(emojiNames),
    ],
    address: addressReader(ADDRESS_WORDS),
    itemNumber: cardinal,
  }),
  forms: SPOKEN_FORMS,
  isAbbreviation,
  fullStopEndsSentence,
  conjunctions:
    wordList(`en maar of want omdat doordat hoewel terwijl die dat wat wie waar wanneer toen als indien tenzij
    totdat voordat nadat zodat`),
  phraseOpeners: wordList(
    `sinds met zonder voor naar in op bij door uit over onder tussen tegen tijdens vanaf`,
  ),
  questions: {
    words:
      wordList(`wie wiens wat waar wanneer waarom welk welke hoe hoeveel hoelang hoelaat hoezo hoever hoeverre
      waarmee waarvoor waarvan waarheen waarvandaan waarover waarop waaraan waarbij waaruit waardoor waarin waarnaar
      waartegen waartoe waaronder`),
    verbs:
      wordList(`ben bent is zijn was waren heb hebt heeft hebben had hadden kan kunt kunnen kon wil wilt willen zal
      zult zullen zou zouden mag mogen moet moeten wordt worden gaat komt klopt lukt past weet weten herinnert bedoelt zei
      meen meent doet ziet hoort voelt gebruikt neemt rookt drinkt slikt lijdt kent maakt geldt bevat zit zitten`),
    leadIns:
      wordList(`en of maar dus nou oké goed prima top perfect ja hallo hoi sorry zeg precies ongeveer om met aan op
      in voor van tot vanaf sinds naar bij uit over rond tegen onder via tussen binnen na door per`),
    followers: wordList('ik u je jij hij ze zij het we wij jullie uw mijn haar de betreft'),
    tags: wordList('toch hè ja nee niet wel waar nietwaar echt serieus klopt juist correct oké of'),
    guesses: wordList('idee benul vermoeden'),
    choices: {
      or: wordList('of'),
      // "Of" also asks whether something is so: "zal ik kijken of er plaats is".
      vague: wordList('niet zo ik u je jij hij ze zij het we wij jullie er dat dit uw'),
      indefinite:
        wordList(`er ook nog verder verdere iets enige geen alles andere bijzondere vragen opmerkingen allergieën allergisch
        klachten mogelijk goed weten zien kijk kijken bekijken nakijken controleer controleren check checken nagaan navragen
        uitzoeken bevestigen zeggen vertellen`),
      persons: wordList('ik u je jij hij ze zij we wij jullie iemand'),
      withVerb: {
        deciding: wordList('zal zullen wil wilt willen moet moeten gaat komt bedoelt zei'),
        wishing: wordList('heb hebt heeft kan kunt zou wordt bent drinkt'),
        wishes:
          wordList(`liever beter best voorkeur getrouwd gehuwd ongehuwd samenwonend alleenstaand particulier zakelijk huurder
          eigenaar zelfstandig zelfstandige loontrekkende rechtshandig linkshandig`),
        being: wordList('ben bent is zijn was waren wordt worden past lukt ziet hoort gebruikt neemt zit'),
        articles: wordList('een de om te voor met op in bij naar via toch'),
      },
      presence: {
        ends: wordList('thuis aanwezig bereikbaar beschikbaar binnen'),
        others: wordList('zijn haar een de meneer mevrouw iemand'),
      },
    },
  },
  pairOpeners: wordList('tussen zowel hetzij'),
  rangeOpeners: CALENDAR_WORDS,
}
