import {
  isWordEnd,
  matchAt,
  type Reader,
  type ReaderInput,
  reading,
  textBefore,
  wordAfter,
  wordBefore,
} from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { capitalsWords, isSayable, spell } from './capitals.ts'
import { digitByDigit, inTwoParts, versionWords, year } from './number-words.ts'
import { isNamedByLetter } from './sentence-end.ts'
import { mixedWords, partWords } from './word-parts.ts'

const WORD = /[A-Za-z](?:[A-Za-z0-9]|'(?=[A-Za-z]))*/y
const VERSION = /(?<!\d)(?:v\.?|V(?=\d{1,6}\.\d))(\d{1,6}(?:\.\d{1,6}){0,8})(?![A-Za-z0-9])/y
/** A name with a number that has decimals: "an M7.8 quake", "USB3.2", "GPT4.1". */
const WITH_DECIMALS = /([A-Za-z]{1,6}\d{1,2})\.(\d{1,2})(?![\w-]|\.\w)/y
/** A number plate of California, after its first digit: "8ABC123". */
const PLATE = /^[A-Z]{3}\d{3}$/
/** A share with its class, or in brackets with its exchange: "BRK.B", "(INTU.O)". */
const SHARE =
  /([A-Z]{2,4})\.([ABCKMU])(?![A-Za-z\d'&]|\.[A-Za-z])|(?<=[(<])([A-Z]{1,5})\.([A-Z]{1,2})(?=[)>:,])/y
/** Standards of video and of slots: "H.264", "M.2". */
const STANDARD = /H\.(26[1-6])(?![\w.])|M\.2(?![\w.])/y
/** Variables after a number: "4ac". */
const FACTORS = /^(?:[abc]{2,3}|[xyz]{2,3})$/
/** Letters in the plural: "221 Ks", "two Xs", "Q&As", and "straight As", where it is no other word. */
const LETTERS = /^[A-Z]s$/
const NO_WORD = /^[BCDFGJKLPQTWXYZ]/
const COUNT_BEFORE = /^(?:\d{1,4}|straight|two|three|four|five|six|seven|eight|nine|ten)$/i
const DROPPED_G = /[a-z]{2,}in'(?![A-Za-z])/y
const OPTIONAL_PLURAL = /\((?:s|es)\)/y
/** Words with a punctuation mark inside that is not read. */
const MARKED: Readonly<Record<string, string>> = {
  'w/': 'with',
  'w/o': 'without',
  'w/in': 'within',
  'b/c': 'because',
  'c/o': 'care of',
  'n/a': 'N A',
  'a/c': 'A C',
  'y/n': 'yes or no',
  's/n': 'serial number',
  's/p': 'status post',
  'p/n': 'part number',
  'o/u': 'over under',
  's/he': 'she or he',
  'tl;dr': 'T L D R',
  'f/u': 'follow up',
  'p/u': 'pick up',
  'ob/gyn': 'O B G Y N',
  'b/f': 'brought forward',
  'c/f': 'carried forward',
  'h/o': 'history of',
  'y/y': 'year over year',
  'q/q': 'quarter over quarter',
  'm/m': 'month over month',
  'w/e': 'whatever',
  'd/b/a': 'D B A',
  'a/k/a': 'A K A',
  'f/k/a': 'F K A',
  'b-day': 'birthday',
  "n'bound": 'northbound',
  "s'bound": 'southbound',
  "e'bound": 'eastbound',
  "w'bound": 'westbound',
  't-storm': 'thunderstorm',
  't-storms': 'thunderstorms',
  'e-mail': 'email',
  'e-mails': 'emails',
  "e-mail's": "email's",
  "req'd": 'required',
  "rec'd": 'received',
  "cont'd": 'continued',
  "gov't": 'government',
  "att'y": 'attorney',
  "int'l": 'international',
  "nat'l": 'national',
  "dep't": 'department',
  'betws-y-coed': 'bet us uh coyd',
  'co-op': 'co-op',
  'co-ops': 'co-ops',
  "co-op's": "co-op's",
  'vis-a-vis': 'vis-a-vis',
  'uh-huh': 'uh-huh',
  'p!nk': 'pink',
  ke$ha: 'kesha',
  a$ap: 'A sap',
  'm*a*s*h': 'mash',
}
const MARKED_WORD =
  /(?:w\/(?:o|in|e)|h\/o|y\/y|q\/q|m\/m|(?:d\/b|[af]\/k)\/a|[bc]\/[cof]|[na]\/[ac]|y\/n|[sp]\/n|s\/p(?! \d)|[fop]\/u|s\/he|ob\/gyn|tl;dr|re[qc]'d|cont'd|gov't|att'y|(?:int|nat)'l|dep't|b-day|[nsew]'bound|t-storms?|e-mail(?:s|'s)?|betws-y-coed|co-op(?:'?s)?|vis-a-vis|uh-huh|p!nk|ke\$ha|a\$ap|m\*a\*s\*h)(?![A-Za-z])|(?<!\/)w\//iy
const CAPITAL_NEXT = /^[A-Z](?![A-Za-z])/
/** A section of an act, as British lawyers write it: "a s.21 notice", "ss.21-23". */
const SECTION_OF_ACT = /(?<![A-Za-z\d.'])ss?\.(?=\d{1,3}[A-Z]{0,2}(?:$|[ (,;:)–-]|\.(?!\d)))/y
/** "the week commencing" or "ending" a day ("w/c 13 Oct", "w/e 17/10"). */
const WEEK = /w\/([ce])(?= (?:\d|Mon|Fri|Sun))/iy

/** "b/w 9 and 11", where it is not "black and white", and "b/t 9 and 11". */
const BETWEEN = /b\/[wt](?= [^.?!\n]{1,30} (?:and|&) )/y
/** The letters of a world war before its numeral: "WW II". */
const WORLD_WAR = /WW(?= I{1,3}(?![A-Za-z']))/y
/** What a patient has: "Pt c/o chest pain". */
const COMPLAINT =
  /c\/o(?= (?:SOB|CP|HA|LBP|N\/V|(?:[a-z]{3,12} )?(?:pain|ache)|cough|fever|fatigue|nausea|dizziness|headaches?|weakness|numbness|shortness)(?![A-Za-z]))|(?<=(?:\b(?:[Pp]t\.?|[Pp]atient)|(?:yo|y\/o|\d) ?[MF]) )c\/o(?= [a-z])/y
/** The number of an account ("a/c 13849201"). */
const ACCOUNT = /a\/c(?= (?:(?:no\.? ?)?\d|ending ))/iy

/** An ending that is divided from its word, as programs write that count words: "the shop 's door", "we do n't". */
const DETACHED = / ('(?:s|re|ve|ll|m|d)|n't|(?<=n )'t|(?<=[A-Z]{2} )'S)(?![A-Za-z\d'/])/y
/** Words that have no such ending. */
const ENDLESS = wordList('or and a an the of to in with as by for ending')

/** An airline and its flight, whose four digits are read in pairs: "flight UA1547". */
const FLIGHT = /^([A-Z]{2})([1-9]\d{3})$/
const FLIGHT_BEFORE = /\bflights?:? (?:number |no\. |#)?$/i
const MAX_FLIGHT_LENGTH = 16

/** Reads words: plain ones, acronyms, camel case, and letters with digits among them. */
export const readWord: Reader = (input, at) => {
  const { text } = input
  const section = matchAt(SECTION_OF_ACT, text, at)?.[0]
  if (section !== undefined) return reading(at, section.length, section === 's.' ? 'section' : 'sections')
  const week = matchAt(WEEK, text, at)
  if (week) return reading(at, 3, `week ${week[1]!.toLowerCase() === 'c' ? 'commencing' : 'ending'}`)
  if (matchAt(WORLD_WAR, text, at)) return reading(at, 2, 'world war')
  if (matchAt(ACCOUNT, text, at)) return reading(at, 3, 'account')
  if (matchAt(COMPLAINT, text, at)) return reading(at, 3, 'complaining of')
  if (matchAt(BETWEEN, text, at)) return reading(at, 3, 'between')
  const marked = matchAt(MARKED_WORD, text, at)?.[0]
  const words = MARKED[marked?.toLowerCase() ?? '']
  const isWith = marked?.length !== 2 || !CAPITAL_NEXT.test(text.slice(at + 2, at + 4)) // "W/D"
  if (words !== undefined && isWith) return reading(at, marked!.length, words)
  const version = matchAt(VERSION, text, at)
  if (version) {
    const name = wordBefore(text, at).toLowerCase() === 'version' ? '' : 'version '
    return reading(at, version[0].length, name + versionWords(version[1]!, input.locale))
  }
  const dropped = matchAt(DROPPED_G, text, at)
  if (dropped) return reading(at, dropped[0].length, dropped[0])
  const standard = text[at + 1] === '.' ? matchAt(STANDARD, text, at) : null
  if (standard) {
    const words = standard[1] === undefined ? 'M dot two' : `H ${inTwoParts(standard[1], input.locale)}`
    return reading(at, standard[0].length, words)
  }
  const share = /[A-Z]/.test(text[at]!) && isWordEnd(text, at - 1) ? matchAt(SHARE, text, at) : null
  if (share) return reading(at, share[0].length, spell(share[0].replace('.', '')))
  const word = matchAt(WORD, text, at)?.[0]
  if (word === undefined) return undefined
  const ending = text[at + word.length] === ' ' ? matchAt(DETACHED, text, at + word.length) : null
  if (ending && !ENDLESS.has(word.toLowerCase())) {
    const joined = readWord({ ...input, text: word + ending[1]! }, 0)
    return (
      joined && reading(at, word.length + ending[0].length, joined.said.map(({ words }) => words).join(' '))
    )
  }
  if (word.length === 1) return reading(at, 1, singleLetter(input, at, word))
  const decimals = matchAt(WITH_DECIMALS, text, at)
  if (decimals) {
    const words = `${mixedWords(decimals[1]!, input.locale)} point ${digitByDigit(decimals[2]!)}`
    return reading(at, decimals[0].length, words)
  }
  if (PLATE.test(word) && /(?<!\d)\d$/.test(textBefore(text, at, 2)))
    return reading(at, word.length, `${spell(word.slice(0, 3))} ${digitByDigit(word.slice(3))}`)
  const flight = FLIGHT_BEFORE.test(textBefore(text, at, MAX_FLIGHT_LENGTH)) ? FLIGHT.exec(word) : null
  if (flight) return reading(at, word.length, `${spell(flight[1]!)} ${year(flight[2]!, input.locale)}`)
  if (/\d/.test(word)) return reading(at, word.length, mixedWords(word, input.locale))
  if (word === 'ks' && /\d/.test(text[at - 1] ?? ' ')) return reading(at, 2, "k's") // "401ks"
  if (
    LETTERS.test(word) &&
    (NO_WORD.test(word) ||
      text[at - 1] === '&' ||
      (text[at - 1] !== '.' && COUNT_BEFORE.test(wordBefore(text, at))))
  )
    return reading(at, 2, `${word[0]!.toLowerCase()}'s`)
  if (FACTORS.test(word) && /\d/.test(text[at - 1] ?? ' ')) return reading(at, word.length, spell(word))
  if (/^[A-Z]+(?:'[A-Z]+)?$/.test(word)) {
    return reading(
      at,
      word.length,
      isName(text, at, word) ? spell(word) : capitalsWords(word, isShouted(text, at, word)),
    )
  }
  const optional = matchAt(OPTIONAL_PLURAL, text, at + word.length)
  if (optional)
    return reading(at, word.length + optional[0].length, `${partWords(word)}${optional[0].slice(1, -1)}`)
  return reading(at, word.length, partWords(word))
}

/** Letters after an "A" that begins what is spelled, and those around it: "A D A", "J A N E". */
const SPELLED_ON = /^ [A-Z] [A-Z](?![A-Za-z'])/
const SPELLED = /(?:^|\W)[A-Z] A [A-Z](?![A-Za-z'])/

/** An "and" in the middle of a name: "Castles N' Coasters", "rock-n-roll". */
const SHORT_AND = /^[A-Za-z]{1,2} [Nn]' [A-Z]|^[A-Za-z]{2}-[Nn]-[A-Za-z]{2}/
/** Two words of a title after the article that opens it: "the film A Quiet Place". */
const TITLE_AFTER = /^ [A-Z][a-z']{1,20} [A-Z][a-z]/
const MAX_TITLE_LENGTH = 26

/** A single letter is read by its name, except for the words "I" and "a". */
function singleLetter({ text, opensSentence, afterNumber }: ReaderInput, at: number, letter: string): string {
  if (letter === 'I' || letter === 'i') return 'i'
  if (/[Nn]/.test(letter) && SHORT_AND.test(text.slice(Math.max(0, at - 3), at + 4))) return 'and'
  const isGlued = /\d/.test(text[at - 1] ?? ' ') // "row 8a", "2a"
  if (letter === 'a' && !isGlued && !/^(?:-[a-z]-|\)| ?[=^])/i.test(text.slice(at + 1, at + 4))) return 'a'
  if (letter !== 'A' || afterNumber || text[at + 1] !== ' ') return letter.toUpperCase()
  const next = wordAfter(text, at + 1)
  if (next === 'as') return 'A' // "A as in apple"
  if (SPELLED_ON.test(text.slice(at + 1, at + 6)) || SPELLED.test(text.slice(Math.max(0, at - 3), at + 4)))
    return 'A'
  const before = wordBefore(text, at)
  const isTitle =
    (/^[A-Z]/.test(next) && /^[A-Z]/.test(before)) ||
    (TITLE_AFTER.test(text.slice(at + 1, at + 1 + MAX_TITLE_LENGTH)) && !isNamedByLetter(letter, before)) ||
    (/["']/.test(text[at - 1] ?? ' ') && /^[A-Z][a-z]/.test(next))
  return isTitle || (opensSentence && /^[A-Za-z\d$€£]/.test(text[at + 2] ?? ' ')) ? 'a' : 'A'
}

/** Whether a word in capitals is a spelled name here: "AT&T", "the WHO", "SO-004512". */
function isName(text: string, at: number, word: string): boolean {
  if (word === 'WHO') return /^the$/i.test(wordBefore(text, at))
  if (word.length === 2 && /^-\d{3}/.test(text.slice(at + 2, at + 6))) return true
  return word.length < 3 && (text[at - 1] === '&' || text[at + word.length] === '&')
}

/** Whether a neighbouring word is in capitals too, and no acronym: "12 ELM LN", but "EMS ETA". */
function isShouted(text: string, at: number, word: string): boolean {
  const isLoud = (neighbour: string) =>
    /^(?:I|MRS?|MS|DR|ST|RD|LN|CT|PL|BLVD)$/.test(neighbour) ||
    (/^[A-Z][A-Z']+$/.test(neighbour) && isSayable(neighbour))
  return isLoud(wordBefore(text, at)) || isLoud(wordAfter(text, at + word.length))
}

const CONTRACTED = /'(?:tis|twas|em|til|cause|bout)(?![A-Za-z])/iy
const AND = /'n(?:'|(?= [A-Z]))(?![A-Za-z])/iy

/** Reads words that begin with an apostrophe: "'tis", and "'n'" as "and". */
export const readContraction: Reader = ({ text }, at) => {
  const and = matchAt(AND, text, at)
  if (and) return reading(at, and[0].length, 'and')
  const contracted = matchAt(CONTRACTED, text, at)
  return contracted && !/[A-Za-z]/.test(text[at - 1] ?? '')
    ? reading(at, contracted[0].length, contracted[0].toLowerCase())
    : undefined
}
