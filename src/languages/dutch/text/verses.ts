import {
  isWordEnd,
  isWordStart,
  matchAt,
  numberReading,
  type Reader,
  reading,
  wordBefore,
} from '../../shared/text/reading.ts'
import { shortBookReader } from '../../shared/text/short-books.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { cardinal } from './number-words.ts'
import { SHORT_BOOKS } from './sentence-end.ts'

const BOOKS = wordList(`Genesis Exodus Leviticus Numeri Deuteronomium Jozua Psalm Psalmen Spreuken Prediker
  Jesaja Jeremia Daniël Matteüs Mattheüs Matthäus Marcus Markus Lucas Lukas Johannes Handelingen Romeinen Korintiërs
  Korinthiërs Galaten Efeziërs Filippenzen Hebreeën Openbaring Soera`)
/** The chapter and its verse, or some: "3:16", "13:4-7", "1:1-2:3". */
const VERSE = /(\d{1,3}):(\d{1,3})(?:[-–](?:(\d{1,3}):)?(\d{1,3}))?(?![\d:])/y
/** A psalm without its verse: "Ps 23". */
const PSALM = /Ps\.?(?= \d{1,3}(?!\d))/y

const readBeforeVerse = shortBookReader(SHORT_BOOKS)

/** Reads the short name of a book before a verse: "Joh. 3:16" is "johannes drie zestien". */
export const readShortBook: Reader = (given, at) => {
  const psalm = isWordStart(given.text, at) ? matchAt(PSALM, given.text, at) : null
  return psalm ? reading(at, psalm[0].length, SHORT_BOOKS.Ps!) : readBeforeVerse(given, at)
}

/** Reads the verses of a book: "Johannes 3:16" is "johannes drie zestien", "13:4-7" behind one "dertien vers vier tot zeven". */
export const readVerse: Reader = ({ text }, at) => {
  const match = matchAt(VERSE, text, at)
  if (!match || !isWordEnd(text, at + match[0].length) || !isBook(wordBefore(text, at))) return undefined
  const [whole, chapter, first, lastChapter, last] = match
  const start = cardinal(chapter!)
  if (last === undefined) return numberReading(at, whole.length, `${start} ${cardinal(first!)}`)
  const verses =
    lastChapter === undefined
      ? `${start} vers ${cardinal(first!)} tot ${cardinal(last)}`
      : `${start} ${cardinal(first!)} tot ${cardinal(lastChapter)} ${cardinal(last)}`
  return numberReading(at, whole.length, verses)
}

function isBook(word: string): boolean {
  return BOOKS.has(word) || Object.hasOwn(SHORT_BOOKS, word)
}
