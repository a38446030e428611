import {
  LETTERS,
  matchAt,
  type Reader,
  type ReaderInput,
  reading,
  textBefore,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { MALE_RIVERS } from './abbreviation-expansions.ts'
import { capitalsWords, spell } from './capitals.ts'
import { versionWords } from './number-words.ts'
import { unitAt } from './units.ts'
import { mixedWords, partWords } from './word-parts.ts'

const WORD = new RegExp(`[${LETTERS}](?:[${LETTERS}0-9]|'(?=[${LETTERS}]))*`, 'y')
const VERSION = /(?:v\.?|V(?=\d{1,6}\.\d))(\d{1,6}(?:\.\d{1,6}){0,8})(?![A-Za-z0-9])/y
/** Words with a slash inside that is not read. */
const MARKED: Readonly<Record<string, string>> = {
  't/m': 'tot en met',
  'm/v': 'man of vrouw',
  'm/v/x': 'M V X',
  'm/v/d': 'M V D',
  'a/d': 'aan de',
  'v/d': 'van de',
  'v/h': 'van het',
  'p/p': 'per persoon',
  'p/a': 'per adres',
  'p/d': 'per dag',
  'p/g': 'per gesprek',
  'g/w/l': 'gas water en licht',
  'g/w/e': 'gas water en elektra',
  'p/w': 'per week',
  'p/n': 'per nacht',
  'p/m': 'per maand',
  'p/j': 'per jaar',
  'p/u': 'per uur',
  'p/st': 'per stuk',
  'c/o': 'per adres',
  'e/o': 'en of',
  'p/': 'per',
}
const MARKED_WORD = new RegExp(
  `(?:m/v/[xd]|g/w/[le]|G/W/[LE])(?![${LETTERS}])|[a-z]/[a-z]t?(?![${LETTERS}])|p/(?=(?:kg|km|m2|m\\^2|kWh|dag|week|mnd|maand|jaar|uur|stuk|pers|persoon|nacht)(?![A-Za-z0-9]))`,
  'y',
)
/** The price of a call, which is paid by the minute: "€ 0,15 p/m". */
const CALL_PRICE_BEFORE = /(?<!\d)0,\d\d $/
const WIFI = /wi-fi(?![A-Za-z\d])/iy
/** Words with the English name of "e": "e-mail", "e-bikes". */
const ELECTRONIC = new RegExp(
  `e-(?:mail|bike|book|reader|commerce|learning|sport|health|ticket)[${LETTERS}]{0,20}`,
  'iy',
)
/** An optional ending: "klant(en)", "ei(eren)", "collega('s)", "student/e". */
const OPTIONAL_ENDING = /\(('?s|en|n|e|eren|tje|je)\)|\/(e)(?![A-Za-z])/y
/** What only one has no plural: "1 ei(eren)", "1 grote ui(en)". */
const ONE_BEFORE = /(?<![\d.,:/-]|\d )(?:1|1\/2) (?:\p{Ll}{2,12}e? )?$/u
const MAX_ONE_LENGTH = 18
/** The other numbers of "3 x 4 x 5 m" and "3x4x5 m", after the first "x". */
const SPACED_FACTORS = /^ \d{1,9}(?:,\d{1,4})?(?: [xX] \d{1,9}(?:,\d{1,4})?){0,2}/
const FACTORS = /^\d{1,9}(?:,\d{1,4})?(?:[xX]\d{1,9}(?:,\d{1,4})?){0,2}/
/** What is counted after a spaced "x" ("3 x daags", "2 x p.d."). */
const COUNTED = /^ (?:[A-Za-zà-ÿ]{2}|p[./]|[€$£])/
/** Units of the sides of something ("3 x 4 m"). Of others there are so many times as much ("2 x 500 mg", "4 x 2,5 mm²"). */
const SIDE_UNIT = /^(?!vierkante|kubieke).*(?:meter|pixels?|inch)$/
/** What is no side of anything ("4x9 uur"). */
const TIMES_UNIT = /^ (?:uur|min|dag|week|weken|maand|keer|euro|set|herhaling|reps?(?![a-z]))/
/** The start of a code before an "X": a letter in the same written word. */
const CODE_BEFORE = /[A-Z][A-Z\d-]{0,16}\d$/
const MAX_CODE_LENGTH = 18
/** Characters to look ahead after an "x" between two numbers. */
const MAX_TIMES_LENGTH = 48
/** Single letters that are words. */
const WORD_LETTERS = /^[uoàáUOÀ]$/

/** The sign of a diameter, which has become an "O". */
const DIAMETER = /O(?= ?\d{1,4}(?:,\d{1,2})? ?(?:mm|cm|m|inch)(?![a-z]))/y

/** A class of energy ("A+++"), and the names of the sides of something ("LxBxH", "h x b x d"). */
const CLASS = /A\+{3}(?![A-Za-z\d+])/y
const SIDES = /[LBHTD](?:x[LBHTD]){1,2}(?![A-Za-z])|[lbhd](?: x [lbhd]){1,2}(?![A-Za-z])/iy

/** Reads words: plain ones, acronyms, camel case, and letters with digits among them. */
export const readWord: Reader = (input, at) => {
  const { text } = input
  const marked = matchAt(MARKED_WORD, text, at)?.[0].toLowerCase()
  if (marked !== undefined && Object.hasOwn(MARKED, marked)) {
    if (marked === 'p/m' && CALL_PRICE_BEFORE.test(textBefore(text, at, 10)))
      return reading(at, marked.length, 'per minuut')
    const isMale = marked === 'a/d' && MALE_RIVERS.has(wordAfter(text, at + marked.length))
    return reading(at, marked.length, isMale ? 'aan den' : MARKED[marked]!)
  }
  const electronic = matchAt(ELECTRONIC, text, at)
  if (electronic) return reading(at, electronic[0].length, electronic[0].toLowerCase())
  if (matchAt(WIFI, text, at)) return reading(at, 5, 'wifi')
  const times = timesWord(input, at)
  if (times !== undefined) return reading(at, 1, times)
  if (matchAt(CLASS, text, at)) return reading(at, 4, 'A plus plus plus')
  const sides = matchAt(SIDES, text, at)?.[0]
  if (sides !== undefined) return reading(at, sides.length, sides.toUpperCase().replaceAll(/ ?X ?/g, ' bij '))
  if (matchAt(DIAMETER, text, at)) return reading(at, 1, 'diameter') // "Ø 26 cm"
  const version = matchAt(VERSION, text, at)
  if (version) {
    const name = wordBefore(text, at).toLowerCase() === 'versie' ? '' : 'versie '
    return reading(at, version[0].length, name + versionWords(version[1]!))
  }
  const word = matchAt(WORD, text, at)?.[0]
  if (word === undefined) return undefined
  if (word.length === 1)
    return reading(
      at,
      1,
      WORD_LETTERS.test(word) && text[at - 1] !== '&' && text[at + 1] !== '&'
        ? word.toLowerCase().replace('á', 'à')
        : spell(word),
    )
  if (/^BE[01]\d{3}$/.test(word)) return reading(at, 2, spell('BE')) // "BE0123.456.789"
  if (/\d/.test(word)) return reading(at, word.length, mixedWords(word))
  if (/^\p{Lu}+(?:'\p{Lu}+)?$/u.test(word)) {
    const words = isName(text, at, word) ? spell(word) : capitalsWords(word, isShouted(text, at, word))
    return reading(at, word.length, words)
  }
  const optional = matchAt(OPTIONAL_ENDING, text, at + word.length)
  if (optional) {
    const ending = optional[1] ?? optional[2]!
    const isOne = /^(?:'?s|en|n|eren)$/.test(ending) && ONE_BEFORE.test(textBefore(text, at, MAX_ONE_LENGTH))
    return reading(at, word.length + optional[0].length, isOne ? partWords(word) : partWords(word) + ending)
  }
  return reading(at, word.length, partWords(word))
}

/** The word for the "x" of "4x4", "3 x 4 m", "3 x 5", "2 x 500 mg" and "3x per dag". */
function timesWord({ text, afterNumber }: ReaderInput, at: number): string | undefined {
  if (!afterNumber || !/[xX]/.test(text[at]!)) return undefined
  const isSpaced = text[at - 1] === ' '
  const after = text.slice(at + 1, at + MAX_TIMES_LENGTH)
  const next = (isSpaced ? SPACED_FACTORS : FACTORS).exec(after)
  const isCode =
    /[A-Z-]/.test(after[next?.[0].length ?? 0] ?? ' ') ||
    CODE_BEFORE.test(textBefore(text, at, MAX_CODE_LENGTH))
  if (text[at] === 'X' && !isSpaced && isCode) return undefined // "4X7K", "K7P-3X9"
  if (next) {
    const unit = unitAt(text, at + 1 + next[0].length, false)
    const isSide = unit
      ? SIDE_UNIT.test(unit.words)
      : !isSpaced && !TIMES_UNIT.test(after.slice(next[0].length))
    return isSide ? 'bij' : 'keer'
  }
  if (/^(?: [+=] |\^| - \d+(?![\dx]))/.test(after)) return undefined // "3x + 5 = 20", "2x²"
  const isCount = isSpaced ? COUNTED.test(after) : /\d/.test(text[at - 1]!) && !/^[A-Za-z]/.test(after)
  return isCount ? 'keer' : undefined
}

/** Whether letters in capitals are a spelled name: "C&A", and "BE" of "BE 0123.456.789". */
function isName(text: string, at: number, word: string): boolean {
  const end = at + word.length
  return word.length < 3 && (text[at - 1] === '&' || /^(?:&| 0\d{3})/.test(text.slice(end, end + 5)))
}

/** Whether a neighbouring word is in capitals too. */
function isShouted(text: string, at: number, word: string): boolean {
  const isLoud = (neighbour: string) => /^(?![IVX]+$)\p{Lu}[\p{Lu}']+$/u.test(neighbour)
  return isLoud(wordBefore(text, at)) || isLoud(wordAfter(text, at + word.length))
}

const CLITIC = new RegExp(`'(?:s|t|n|m|k|r|ie|em|er|ns)(?![${LETTERS}'])`, 'iy')
const LETTER_BEFORE = new RegExp(`[${LETTERS}0-9]`)

const PLUS_PERSON = /(?<=\d)\+'?(ers?)(?![A-Za-z])/y

/** Reads the plus of people from an age on: "65+'ers". */
export const readPlusPerson: Reader = ({ text }, at) => {
  const match = matchAt(PLUS_PERSON, text, at)
  return match ? reading(at, match[0].length, `pluss${match[1]}`) : undefined
}

/** Reads words that begin with an apostrophe: "'s avonds", "'t", "'n", "'s-Gravenhage". */
export const readClitic: Reader = ({ text }, at) => {
  const clitic = matchAt(CLITIC, text, at)
  return clitic && !LETTER_BEFORE.test(text[at - 1] ?? ' ')
    ? reading(at, clitic[0].length, clitic[0].toLowerCase())
    : undefined
}
