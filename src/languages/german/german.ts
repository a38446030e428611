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
import { readCourtFile } from './text/court-files.ts'
import { readCurrency } from './text/currency.ts'
import { readNumericDate } from './text/dates.ts'
import emojiNames from './text/emoji.json'
import { readFraction } from './text/fractions.ts'
import { readGrade } from './text/grades.ts'
import { readHours } from './text/hours.ts'
import { readLicencePlate } from './text/licence-plates.ts'
import { readMask } from './text/masked-numbers.ts'
import { cardinal, code, digitByDigit, year } from './text/number-words.ts'
import { opensWithOrdinal, readOrdinal, readRankDash, readRomanOrdinal } from './text/ordinals.ts'
import { readPatent, readPatentOffice } from './text/patents.ts'
import { readQuantity, readScientific } from './text/quantities.ts'
import { readRoman } from './text/roman.ts'
import { fullStopEndsSentence, isAbbreviation } from './text/sentence-end.ts'
import { SPOKEN_FORMS } from './text/spoken-forms.ts'
import { readStandard } from './text/standards.ts'
import { DASH_WORDS, readSections, SYMBOL_WORDS } from './text/symbol-words.ts'
import { readIban, readTelephone } from './text/telephone.ts'
import { readTime } from './text/times.ts'
import { readBareUnit } from './text/units.ts'
import { readVerse } from './text/verses.ts'
import { readWord } from './text/words.ts'

const CHESS_WORDS: ChessWords = {
  pieces: { K: 'könig', D: 'dame', T: 'turm', L: 'läufer', S: 'springer' },
  takes: 'schlägt',
  check: 'schach',
  mate: 'matt',
  short: 'kurze rochade',
  long: 'lange rochade',
}

const readHex = hexReader(digitByDigit)
const readMacAddress = macAddressReader(digitByDigit)

/** German, as it is written in Germany, Austria and Switzerland. */
export const GERMAN: Language = {
  code: 'de',
  localeIn: () => 'de-DE',
  relativeDuration: 1.09,
  modelLanguage: 1,
  pronunciation: import.meta.resolve('./pronunciation/pronunciation.ts'),
  warmUp: ['Guten Tag, wie kann ich Ihnen am 3. Mai um 10:30 Uhr für 4,50 € helfen?'],
  clean: cleanerOf({
    // With the marks of French loan words and of names from other languages, because the marks change the pronunciation.
    letters: 'ÄÖÜäöüßẞÀÂÇÈÉÊËÎÏÔÛàâçèéêëîïñôûÁÍÓÚÝáíóúýČĆŠŚŞŽŘčćšśşžřğı†',
    replacements: {
      '№': 'Nr. ',
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
      readMacAddress,
      readEnglishOrdinal,
      readHex,
      readScientific,
      readStandard,
      readPatent,
      readCourtFile,
      readNumericDate,
      digitRunReader(digitByDigit),
      readTelephone,
      groupedCodeReader(isCodeAnnounced, digitByDigit),
      readHours,
      readTime,
      readOrdinal,
      readCurrency,
      readFraction,
      readGrade,
      readQuantity,
    ],
    words: [
      readMask,
      bracketedNumeralReader(cardinal),
      dateFormatReader(spell),
      chessMoveReader(CHESS_WORDS, cardinal),
      particulateReader('zwei komma fünf'),
      readMacAddress,
      readIban,
      containerNumberReader(spell, digitByDigit),
      ecliReader(spell, code, year),
      readCourtFile,
      readPatentOffice,
      readLicencePlate,
      readCurrency,
      readBareUnit,
      readVerse,
      readAbbreviation,
      readRomanOrdinal,
      readRoman,
      readWord,
    ],
    openings: [readTelephone, readCurrency],
    signs: [
      lifeDateReader({ born: 'geboren', died: 'gestorben', on: 'am' }),
      citationReader(
        wordList(
          'zimmer gleis schritt zeile drücken wählen sie taste nummer option eingeben tippen drücke wähle in siehe zu und oder von bei ist sind war gleich',
        ),
      ),
      readMask,
      restatedNumberReader(cardinal, (word) => /^ein(?:e[mnrs]?)?$/.test(word)),
      readBareUnit,
      numberSignReader(SYMBOL_WORDS, digitByDigit),
      readSections,
      joinedDaysReader('Mo|Di|Mi|Do|Fr|Sa|So', 'und'),
      symbolReader(SYMBOL_WORDS),
      readCourtFile,
      readRankDash,
      dashReader(DASH_WORDS),
      punctuationReader('punkt'),
      emojiReader(emojiNames),
    ],
    address: addressReader(ADDRESS_WORDS),
    itemNumber: (digits, input, end) => (opensWithOrdinal(input, end) ? undefined : cardinal(digits)),
  }),
  forms: SPOKEN_FORMS,
  isAbbreviation,
  fullStopEndsSentence,
  conjunctions:
    wordList(`und oder aber sowie denn sondern weil dass damit obwohl während wenn als ob bevor nachdem sodass
    falls sobald solange indem wer wo wie was welche welcher welches`),
  phraseOpeners:
    wordList(`der die das dem den des ein eine einer einem einen mit von vom in im ins am an auf zu zum zur
    für bei beim nach aus über unter vor ohne durch gegen um zwischen seit bis`),
  questions: {
    words:
      wordList(`wer wen wem wessen was wann wo wohin woher warum wieso weshalb weswegen wie wieviel wieviele wievielten
      welche welcher welches welchen welchem womit wofür wovon wovor wozu wogegen woran worauf worüber worum worin
      wodurch wonach wobei woraus inwiefern inwieweit`),
    verbs:
      wordList(`bin bist ist sind seid war waren habe hast hat haben hatte hatten hätte hätten kann kannst können
      könnte könntest könnten will willst wollen soll sollen sollte sollten darf dürfen dürfte muss müssen mag magst
      mögen möchte möchtest möchten wird werden würde würdest würden wäre wären gibt geht passt stimmt brauchen
      brauchst wissen weißt wisst erinnern erinnerst sehen siehst verstehen verstehst hören hörst erlauben gestatten
      fällt stört nehmen nimmst leiden leidest spüren spürst fühlen fühlst rauchen rauchst trinken trinkst kennen kennst`),
    leadIns:
      wordList(`und oder aber also okay gut prima super perfekt ja hallo genau etwa ungefähr um mit an am auf in im
      für von vom bis seit ab zu zum zur bei aus nach über unter gegen durch zwischen vor wegen`),
    followers:
      wordList(`ich du er sie es wir ihr man ihre ihren das die den bitte immer schon beim letztes besprochen gesagt gewünscht
      vereinbart`),
    tags: wordList('oder richtig korrekt ja nein nicht wahr ne stimmts okay'),
    guesses: wordList('ahnung idee vorstellung'),
    choices: {
      or: wordList('oder'),
      vague: wordList('nicht so'),
      indefinite:
        wordList(`noch sonst weitere weiterer irgendwelche irgendein irgendeine kein keine etwas alles besondere fragen wünsche
        allergien allergisch beschwerden unverträglichkeiten vorerkrankungen übel schwindelig schwindlig verletzt krank schwanger
        jemand jemanden irgendwo irgendwann schon bereits jemals bekannt vorhanden`),
      persons: wordList('ich du er sie es wir ihr man'),
      withVerb: {
        deciding:
          wordList(`soll sollen sollte sollten möchte möchten möchtest will willst wollen passt wäre wären ist sind
          bin bist war waren`),
        wishing: wordList(
          'haben hast hatten hätte hätten hättest brauchen brauchst geht kann kannst können könnte könnten darf dürfen',
        ),
        wishes: wordList('lieber eher besser gesagt gemeint'),
        being: wordList('nehmen nimmst trinken trinkst geht wird werden wirst'),
        articles:
          wordList(`ein eine einen einem einer der die das den dem mit ohne per als in im am an bei beim für um von vom nach zu
          zum zur über erst doch nur`),
      },
      presence: {
        ends: wordList('da erreichbar anwesend hause zuhause dabei'),
        others: wordList('sein seine ihr ihre ein eine der die herr frau'),
      },
    },
    surprise: wordList('was wie'),
  },
  pairOpeners: wordList('zwischen sowohl entweder'),
  rangeOpeners: CALENDAR_WORDS,
}
