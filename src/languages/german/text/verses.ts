import { matchAt, type Reader, reading } from '../../shared/text/reading.ts'
import { cardinal } from './number-words.ts'
import { unitAt } from './units.ts'

/** Books of the Bible by their abbreviations. */
const BOOKS: Readonly<Record<string, string>> = {
  ...{ Gen: 'genesis', Ex: 'exodus', Dtn: 'deuteronomium', Jos: 'josua', Ri: 'richter', Sam: 'samuel' },
  ...{ Kön: 'könige', Chr: 'chronik', Ps: 'psalm', Spr: 'sprüche', Koh: 'kohelet', Jes: 'jesaja' },
  ...{ Jer: 'jeremia', Ez: 'ezechiel', Hes: 'hesekiel', Dan: 'daniel', Hos: 'hosea', Mt: 'matthäus' },
  ...{ Mk: 'markus', Lk: 'lukas', Joh: 'johannes', Apg: 'apostelgeschichte', Röm: 'römer', Kor: 'korinther' },
  ...{ Gal: 'galater', Eph: 'epheser', Phil: 'philipper', Kol: 'kolosser', Thess: 'thessalonicher' },
  ...{ Tim: 'timotheus', Hebr: 'hebräer', Jak: 'jakobus', Petr: 'petrus', Offb: 'offenbarung' },
}
/** Books by their names, a Surah among them. */
const NAMES =
  'Genesis|Exodus|Mose|Psalm|Jesaja|Matthäus|Markus|Lukas|Johannes|Römer|Korinther|Offenbarung|Sure'
/** The book, the chapter and the verses. What a noun follows is an amount. */
const VERSE = new RegExp(
  `(${Object.keys(BOOKS).join('|')}|${NAMES})\\.? (\\d{1,3}),([1-9]\\d{0,2})(?:[-–](?:(\\d{1,3}),)?([1-9]\\d{0,2}))?(?!\\d|[.,]\\d| ?[€%]| \\p{Lu})`,
  'uy',
)

/** A psalm without its verse: "Ps 23". */
const PSALM = /Ps\.?(?= \d{1,3}(?!\d|,\d))/y

/** Reads the verses of a book: "Joh 3,16" is "johannes drei vers sechzehn". */
export const readVerse: Reader = ({ text }, at) => {
  const psalm = matchAt(PSALM, text, at)?.[0]
  if (psalm !== undefined) return reading(at, psalm.length, 'psalm')
  const match = matchAt(VERSE, text, at)
  if (!match || unitAt(text, at + match[0].length)) return undefined
  const [whole, book, chapter, first, lastChapter, last] = match
  const name = Object.hasOwn(BOOKS, book!) ? BOOKS[book!] : book!.toLowerCase()
  const until = lastChapter === undefined ? '' : `${cardinal(lastChapter)} vers `
  const to = last === undefined ? '' : ` bis ${until}${cardinal(last)}`
  return {
    end: at + whole.length,
    said: [
      { at, words: name! },
      { at: at + whole.indexOf(chapter!), words: `${cardinal(chapter!)} vers ${cardinal(first!)}${to}` },
    ],
    isNumber: true,
  }
}
