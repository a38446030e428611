import {
  isWordEnd,
  matchAt,
  type Reader,
  reading,
  textBefore,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { ROMAN_NUMERAL, romanValue } from '../../shared/text/roman-numerals.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal, ordinal } from './number-words.ts'
import { OPENERS } from './sentence-end.ts'

const NUMERAL = new RegExp(`(${ROMAN_NUMERAL})(?:'s)?`, 'y')

/** Names of rulers and popes. A numeral after one is an ordinal. */
const RULERS =
  wordList(`Henry Louis Edward George Charles James Richard William Elizabeth Mary Paul Benedict Pius Leo
  Gregory Clement Innocent Urban Philip Napoleon Catherine Nicholas Alexander Ivan Peter Frederick Wilhelm Ferdinand
  Francis Ramses Ramesses Ptolemy Cleopatra Darius Xerxes Emmanuel Carlos Felipe Juan Harald Olav Haakon Gustav
  Gustaf Adolf Christian Margrethe Constantine Leopold Otto Heinrich Friedrich Thutmose Amenhotep Robert David Malcolm
  Rama Joseph Maximilian Umberto Alfonso Isabella Pedro Mehmed Murad Selim Suleiman Boniface Celestine Julius Sixtus`)

/** Around the first ruler of a name, whose "I" is no word: "Queen Elizabeth I", "Elizabeth I ruled". */
const TITLE_BEFORE = /\b(?:King|Queen|Emperor|Empress|Tsar|Czar|Pope|Kaiser|Sultan) [A-Z][a-z]{2,12} $/
const RULING_AFTER = /^I(?:'s| (?:ruled|reigned|died|abdicated|succeeded|ascended|of [A-Z]))/
const MAX_TITLE_LENGTH = 24

/** A person by title and name, whose numeral says whose son he is: "Mr. J. D. Howell III". */
const PERSON_BEFORE =
  /\b(?:Mr|Mrs|Dr|Rev|Sen|Rep|Gov|Judge|Justice|Prof|Capt|Col)\.? (?:[A-Z][A-Za-z'-]{0,15}\.? ){1,3}$/
const MAX_PERSON_LENGTH = 50

/** The same with a given name in place of the title: "Thurston Howell III", "John D. Rockefeller IV". */
const GIVEN_BEFORE =
  /(?:\b[A-Z]\. ?[A-Z]\.|\b(?:Adlai|Albert|Alfred|Andrew|Anthony|Arthur|Benjamin|Calvin|Charles|Chester|Christopher|Daniel|David|Donald|Douglas|Edward|Eugene|Frank|Franklin|Frederick|George|Gerald|Gordon|Griffin|Harold|Harry|Henry|Howard|Jack|James|Jesse|John|Joseph|Ken|Kenneth|Larry|Lawrence|Leon|Louis|Luther|Marion|Marvin|Michael|Nelson|Patrick|Paul|Peter|Philip|Ralph|Raymond|Richard|Robert|Roger|Ronald|Samuel|Stephen|Steven|Theodore|Thomas|Thurston|Timothy|Walter|William)) (?:[A-Z]\.? ){0,2}[A-Z][A-Za-z'-]{1,15} $/
/** The number of a paragraph in brackets: "4(b)(ii)". */
const PARAGRAPH = /(?:i{2,3}|iv|vi{1,3}|ix)(?=\))/y
/** A number in small letters after what has one: "Scene ii". */
const SMALL = /(?:i{2,3}|iv|vi{1,3}|ix)(?![A-Za-z'])/y
/** A stage or a type with its letter: "Stage IIIB". */
const LETTERED = /(I{1,3}|IV)([A-C])(?![A-Za-z0-9])/y

/** Nouns that are numbered. After one, even a single letter is a numeral. */
const NUMBERED =
  wordList(`Chapter Part Section Volume Book Act Scene Article Phase Level Type Class Title Appendix
  Figure Table Stage Episode Season War Bowl Unit Grade Category Tier Schedule Annex Canto Lesson Module Step Round
  Vol Art Sec Ch Pt Fig Prop Cat WW
  chapter part section volume book act scene article phase level type class title appendix figure table stage
  episode season unit grade category tier schedule annex lesson module step round ch vol sec fig`)

/** Verbs and adverbs after "I" where it is the pronoun after such a noun: "the part I like", "a lesson I learned". */
const PRONOUN_AFTER =
  /^ (?:[a-z]{2,12}ed|am|was|have|had|do|did|will|would|can|could|should|may|might|must|want|need|like|love|hate|see|saw|said|say|know|knew|think|thought|mean|meant|got|get|go|went|take|took|make|made|use|gave|give|found|find|learnt|wrote|write|read|bought|buy|told|tell|ask|sent|left|chose|put|just|never|always|really|still|also|already|only|usually)(?![a-z])/

/** Several numerals after a noun in the plural: "Parts I", "Parts I, II and", "Chapters I through". */
const SERIES_BEFORE =
  /\b(?:Part|Chapter|Section|Volume|Book|Act|Scene|Article|Phase|Level|Type|Class|Title|Stage|Schedule|Tier)(?:s |s? [IVX]{1,5}(?:(?:, [IVX]{1,5}){0,4},? (?:and|or|to|through|thru) |(?:, [IVX]{1,5}){0,4}, ))$/i
const SERIES_AFTER = /^(?:, [IVX]{2}| (?:and|or|to|through|thru) [IVX])/
const MAX_SERIES_LENGTH = 40

/** What is given or done through an "IV". */
const INFUSED =
  wordList(`bag line drip fluid pole pump site push therapy access catheter infusion medication med
  antibiotic drug contrast iron treatment start`)

/** Reads Roman numerals after a name ("Louis XIV") or a numbered noun ("Chapter IV", "Stage IIIB"), and in brackets. */
export const readRoman: Reader = ({ text, locale }, at) => {
  const small = matchAt(SMALL, text, at)?.[0]
  if (small !== undefined && NUMBERED.has(wordBefore(text, at)))
    return reading(at, small.length, cardinal(String(romanValue(small.toUpperCase())), locale))
  const paragraph = text[at - 1] === '(' ? matchAt(PARAGRAPH, text, at)?.[0] : undefined
  if (paragraph !== undefined)
    return reading(at, paragraph.length, cardinal(String(romanValue(paragraph.toUpperCase())), locale))
  const lettered = NUMBERED.has(wordBefore(text, at)) ? matchAt(LETTERED, text, at) : null
  if (lettered)
    return reading(
      at,
      lettered[0].length,
      `${cardinal(String(romanValue(lettered[1]!)), locale)} ${lettered[2]}`,
    )
  const match = matchAt(NUMERAL, text, at)
  if (!match || match[0] === '' || !isWordEnd(text, at + match[0].length)) return undefined
  const before = wordBefore(text, text[at - 1] === '-' ? at - 1 : at)
  const numeral = match[1]!
  const possessive = match[0].endsWith("'s") ? "'s" : ''
  const value = String(romanValue(numeral))
  const isRuler = numeral.length > 1 || (numeral === 'V' && !/[A-Z]/.test(text[at + 2] ?? ''))
  if (isCharge(text, at, numeral)) return reading(at, match[0].length, cardinal(value, locale))
  const name = textBefore(text, at, MAX_PERSON_LENGTH)
  const isSon = /^I(?:II?|V)$/.test(numeral) && (PERSON_BEFORE.test(name) || GIVEN_BEFORE.test(name))
  if (isSon) return reading(at, match[0].length, `the ${ordinal(value, locale)}${possessive}`)
  const isTitled = /^[A-Z]/.test(before) && TITLE_BEFORE.test(textBefore(text, at, MAX_TITLE_LENGTH))
  const isFirst = numeral === 'I' && (isTitled || RULING_AFTER.test(text.slice(at, at + MAX_TITLE_LENGTH)))
  if ((RULERS.has(before) || isTitled) && (isRuler || isFirst))
    return reading(at, match[0].length, `the ${ordinal(value, locale)}${possessive}`)
  const isNamed = numeral.length > 1 && /^[A-Z][a-z]/.test(before) && !isInitials(text, at, numeral)
  const isPronoun =
    numeral === 'I' && /^[a-z]/.test(before) && PRONOUN_AFTER.test(text.slice(at + 1, at + 16))
  const isNumbered = (NUMBERED.has(before) && !isPronoun) || isNamed || isInSeries(text, at, numeral)
  if (!isNumbered || /^(?:X{2,3}|XL|LX*|XC)$/.test(numeral)) return undefined
  return reading(at, match[0].length, cardinal(value, locale) + possessive)
}

/** Whether a numeral is one of several after a noun; an "I" only if another follows. */
function isInSeries(text: string, at: number, numeral: string): boolean {
  if (numeral === 'I' && !SERIES_AFTER.test(text.slice(at + 1, at + 12))) return false
  return SERIES_BEFORE.test(textBefore(text, at, MAX_SERIES_LENGTH))
}

/** Whether a numeral is the charge of an ion: "iron(III) oxide". */
function isCharge(text: string, at: number, numeral: string): boolean {
  return /^[a-z]\($/.test(textBefore(text, at, 2)) && text[at + numeral.length] === ')'
}

/** Whether "IV" or "LIV" is no numeral but spelled: "The IV is in", "Start IV fluids", "The LIV Golf tour". */
function isInitials(text: string, at: number, numeral: string): boolean {
  if (numeral !== 'IV' && numeral !== 'LIV') return false
  return OPENERS.has(wordBefore(text, at)) || INFUSED.has(wordAfter(text, at + 2).replace(/s$/, ''))
}
