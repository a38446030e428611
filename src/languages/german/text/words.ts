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
import { capitalsWords, spell } from './capitals.ts'
import { versionWords } from './number-words.ts'
import { mixedWords, partWords } from './word-parts.ts'

const WORD = new RegExp(`[${LETTERS}](?:[${LETTERS}0-9]|'(?=[${LETTERS}]))*`, 'y')
const VERSION = /(?:v\.?|V(?=\d{1,6}\.\d))(\d{1,6}(?:\.\d{1,6}){0,8})(?![A-Za-z0-9])/y
/**
 * Gender-inclusive nouns ("Nutzer*innen", "Lehrer/-innen"). The ending is read as a separate word, with a glottal stop.
 */
const GENDER_GAP = new RegExp(`(?:[*:_]|/-?)(in|innen)(?![${LETTERS}0-9])`, 'y')
/** The same before the rest of a compound ("Patient:innendaten"). */
const GENDER_GAP_INSIDE = /[*:_]innen(?=\p{Ll})/uy
/** Gender-inclusive endings without a glottal stop ("jede*r", "geehrte/r"). */
const GENDER_ENDING = new RegExp(
  `(?:[*:_]|(?<=e)/-?(?=[rnsm])|(?<=[Ee]in|[Ii]hr|[Uu]nser)/-?(?=e))([rnsme]|e[rnsm])(?![${LETTERS}0-9])`,
  'y',
)
/** An optional ending: "Mitarbeiter(in)", "Datei(en)", "Patient(inn)en". */
const OPTIONAL_ENDING = /\((in|innen|inn(?=\)en)|en|e|n|s|er)\)(?:(?<=inn\))en)?/y
/** What only one has no plural: "1 große Zwiebel(n)", "1/2 Tasse/n". */
const ONE_BEFORE = /(?<![\d.,:/-]|\d )(?:1|[1-3]\/[2-8]) (?:\p{Ll}{2,12}e[rs]? )?$/u
const MAX_ONE_LENGTH = 20
/** Words with a punctuation mark inside that is not read, in small letters. */
const MARKED: Readonly<Record<string, string>> = {
  'n/a': 'N A',
  'o/e': 'oder',
  'c/o': 'bei',
  'o/u': 'ober und unter',
  // With the English name of "E"
  'e-mail': 'email',
  'e-mails': 'emails',
}
const MARKED_WORD = new RegExp(`(?:[noc]/[aeo]|e-mails?)(?![${LETTERS}])|o/u(?=-hitze)`, 'iy')
/** The start of a code before an "X": a letter in the same written word. */
const CODE_BEFORE = /[A-Z][A-Z\d-]{0,16}\d$/
const MAX_CODE_LENGTH = 18

/** The rhesus factor after a group of blood ("A Rh+"). */
const RHESUS = /Rh(?: ?([+-])(?![A-Za-z\d])|(?=[ -](?:neg|pos|Faktor)))/y
/** What follows a blood type: "AB Rh neg.", "AB+". */
const RHESUS_AFTER = /^(?: ?[+](?![\w+])| Rh(?!\p{L}))/u
/** The name of the routers of AVM, before the name of one: "FRITZ!Box". */
const ROUTER = /fritz!(?=\p{L})/iuy
/** How wide something is, after "Ø", which elsewhere is an average ("Ø 32 cm", "Ø 4,2 Sterne"). */
const WIDTH = /^ ?\d[\d.,]{0,8}(?: ?[-–x/] ?\d[\d.,]{0,8})? ?(?:mm|cm|dm|m|Zoll|")(?!\p{L})/u
const MAX_WIDTH_LENGTH = 24
/** A class of energy ("A+++"), and the names of the sides of something ("LxBxH"). */
const CLASS = /A\+{3}(?![A-Za-z\d+])/y
const SIDES = /[LBHTD](?:x[LBHTD]){1,2}(?![A-Za-z])/y

/** Reads words: plain ones, acronyms, camel case, and letters with digits among them. */
export const readWord: Reader = (input, at) => {
  const { text } = input
  const marked = matchAt(MARKED_WORD, text, at)?.[0].toLowerCase()
  if (marked !== undefined && Object.hasOwn(MARKED, marked))
    return reading(at, marked.length, MARKED[marked]!)
  if (isBetweenNumbers(input, at)) return reading(at, 1, 'mal')
  if (matchAt(CLASS, text, at)) return reading(at, 4, 'A plus plus plus')
  const sides = matchAt(SIDES, text, at)?.[0]
  if (sides !== undefined) return reading(at, sides.length, sides.replaceAll('x', ' mal '))
  const rhesus = matchAt(RHESUS, text, at)
  if (rhesus) {
    const factor = rhesus[1] === undefined ? '' : rhesus[1] === '+' ? ' positiv' : ' negativ'
    return reading(at, rhesus[0].length, `rhesus${factor}`)
  }
  if (matchAt(ROUTER, text, at)) return reading(at, 6, 'fritz')
  const version = matchAt(VERSION, text, at)
  if (version) {
    const name = wordBefore(text, at).toLowerCase() === 'version' ? '' : 'version '
    return reading(at, version[0].length, name + versionWords(version[1]!))
  }
  const word = matchAt(WORD, text, at)?.[0]
  if (word === undefined) return undefined
  const end = at + word.length
  if (word === 'Ö' && /^ ?\d/.test(text.slice(end, end + 2)))
    return reading(
      at,
      1,
      WIDTH.test(text.slice(end, end + MAX_WIDTH_LENGTH)) ? 'durchmesser' : 'durchschnittlich',
    )
  // "Wie geht 's?"
  if (word === 's' && text[end] !== "'" && /^ ?'$/.test(textBefore(text, at, 2))) return reading(at, 1, 'es')
  if (word.length === 1)
    return reading(at, 1, /[a-zA-ZäöüÄÖÜßẞ]/.test(word) ? spell(word) : word.toLowerCase())
  if (/\d/.test(word)) return reading(at, word.length, mixedWords(word))
  if (/^\p{Lu}{2}$/u.test(word) && /^[-/]\d{3}/.test(text.slice(end, end + 4)))
    return reading(at, 2, spell(word)) // a code
  if (word === 'AB' && (wordBefore(text, at) === 'Blutgruppe' || RHESUS_AFTER.test(text.slice(end, end + 4))))
    return reading(at, 2, spell(word))
  if (/^\p{Lu}+$/u.test(word)) return reading(at, word.length, capitalsWords(word, isShouted(text, at, word)))
  const ending = matchAt(GENDER_ENDING, text, end) ?? matchAt(OPTIONAL_ENDING, text, end)
  if (ending) {
    const isOne = !ending[1]!.startsWith('in') && ONE_BEFORE.test(textBefore(text, at, MAX_ONE_LENGTH))
    const words = isOne ? partWords(word) : withEnding(word, ending[1] === 'inn' ? 'innen' : ending[1]!)
    return reading(at, word.length + ending[0].length, words)
  }
  if (matchAt(GENDER_GAP_INSIDE, text, end)) return reading(at, word.length + 1, partWords(word))
  const gap = matchAt(GENDER_GAP, text, end)
  if (gap) return reading(at, word.length + gap[0].length, `${partWords(word)} ${gap[1]}`)
  return reading(at, word.length, partWords(word))
}

function withEnding(word: string, ending: string): string {
  const words = partWords(word)
  return ending.startsWith('in') || /\p{Lu}$/u.test(words) ? `${words} ${ending}` : words + ending
}

/** Whether it is the "x" of "4x4" or "3 x 5", not the "X" of a code ("4X7K", "K7P-3X9"). */
function isBetweenNumbers({ text, afterNumber }: ReaderInput, at: number): boolean {
  if (!afterNumber) return false
  if (text[at - 1] === ' ') return /^[xX] \d/.test(text.slice(at, at + 3))
  const isCode = text[at] === 'X' && CODE_BEFORE.test(textBefore(text, at, MAX_CODE_LENGTH))
  return !isCode && /^(?:x\d|X\d{1,5}(?![\dA-Za-z-]))/.test(text.slice(at, at + 7))
}

/** Whether a neighbouring word is in capitals too. */
function isShouted(text: string, at: number, word: string): boolean {
  const isLoud = (neighbour: string) => /^[A-ZÄÖÜ][A-ZÄÖÜ']+$/.test(neighbour)
  return isLoud(wordBefore(text, at)) || isLoud(wordAfter(text, at + word.length))
}
