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
import { cardinal, ordinal } from './number-words.ts'
import { SHORT_BOOKS } from './sentence-end.ts'

/** A verse, or some, and maybe a part of one: "3:16", "13:4–8a". */
const VERSE =
  /(\d{1,3}):([1-9]\d{0,2}[abc]?)(?:[-–](?:(\d{1,3}):)?([1-9]\d{0,2}[abc]?))?(?!\d|[:.]\d| ?[ap]\.?m)/iy
const BOOKS =
  wordList(`Genesis Exodus Leviticus Numbers Deuteronomy Joshua Judges Ruth Samuel Kings Chronicles Ezra Nehemiah
  Esther Job Psalm Psalms Proverbs Ecclesiastes Isaiah Jeremiah Lamentations Ezekiel Daniel Hosea Joel Amos Obadiah
  Jonah Micah Nahum Habakkuk Zephaniah Haggai Zechariah Malachi Matthew Mark Luke John Acts Romans Corinthians
  Galatians Ephesians Philippians Colossians Thessalonians Timothy Titus Philemon Hebrews James Peter Jude Revelation
  Quran Qur'an Surah Sura`)

/** Reads the short name of a book before a verse: "Rom. 8:28" is "romans eight twenty eight". */
export const readShortBook = shortBookReader(SHORT_BOOKS)

/** The number of a book of several: "1 Cor. 13:4". */
const NUMBERED_BOOK =
  /([123])(?= (?:Sam(?:uel)?|Kings|Chron(?:icles)?|Cor(?:inthians)?|Thess(?:alonians)?|Tim(?:othy)?|Pet(?:er)?|Jn|John)\.? \d{1,3}:\d)/y

/** Reads the number of a book of several, which is an ordinal in America: "first corinthians". */
export const readBookNumber: Reader = ({ text, locale }, at) => {
  const match = isWordStart(text, at) ? matchAt(NUMBERED_BOOK, text, at) : null
  return match && locale === 'en-US' ? reading(at, 1, ordinal(match[1]!, locale)) : undefined
}

/** Reads the verses of a book: "Genesis 1:1" is "genesis one one", "Psalm 23:4-6" "psalm twenty three verses four to six". */
export const readVerse: Reader = ({ text, locale }, at) => {
  const match = matchAt(VERSE, text, at)
  if (!match || !isWordEnd(text, at + match[0].length) || !isBook(wordBefore(text, at))) return undefined
  const [whole, chapter, first, lastChapter, last] = match
  const upTo = lastChapter === undefined ? [last!] : [lastChapter, last!]
  const isWithin = last !== undefined && lastChapter === undefined
  const verses = [...(isWithin ? ['verses'] : []), first!, ...(last === undefined ? [] : ['to', ...upTo])]
  const words = [chapter!, ...verses].map((part) => {
    const [number, letter] = [part.replace(/\D/g, ''), part.replace(/^\d+/, '').toUpperCase()]
    return number === '' ? part : `${cardinal(number, locale)} ${letter}`.trim()
  })
  return numberReading(at, whole.length, words.join(' '))
}

function isBook(word: string): boolean {
  return BOOKS.has(word) || Object.hasOwn(SHORT_BOOKS, word)
}
