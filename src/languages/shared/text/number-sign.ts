import { hexDigits } from './hex.ts'
import { isLineStart, isWordEnd, isWordStart, matchAt, type Reader, reading, textBefore } from './reading.ts'

/** What a language says for "#". */
export interface NumberSignWords {
  /** What "#" is called after a letter: "C#". */
  readonly sharp: string
  /** What it is called before a number: "#5". */
  readonly number: string
  /** What it is called before a tag: "#news". */
  readonly hashtag: string
  /** What it is called before a colour, and anywhere else. */
  readonly hash: string
  /** What the key of a telephone is called. */
  readonly key: (locale: string) => string
  /** Whether what is around the sign says that it stands for "number": "room #B12", "policy # is". */
  readonly isNumber: (text: string, at: number) => boolean
}

/** Six digits with some of 0 to 9 and some of A to F, or one letter only: "#facade" and "#123456" are no colours. */
const COLOUR =
  /#((?=[A-Fa-f]{0,5}\d)(?=\d{0,5}[A-Fa-f])[\dA-Fa-f]{6}|([A-Fa-f])\2{2}(?:\2{3})?)(?![A-Za-z0-9])/y
const NUMBER_AFTER = /#[A-Z\d-]{0,11}\d|(?<![A-Za-z])#[A-Za-z]\d{0,4}(?![A-Za-z\d])/y
/** How the code of an order or a ticket begins ("A-10432", "INC0012"). With a year it is a tag ("#CES2026"). */
const CODE_AFTER = /#(?:\d|[A-Z]{1,6}(?:-\d|(?!(?:19|20)\d\d(?!\d))\d{3}))/y
/** With no word after it: "press #.", "4821#", "#-Taste", "PO# 12". */
const KEY = /(?<=[ \dA-Za-z])#(?=[ "').,;:!?-]|$)/y

/** What a program in C says to its compiler: "#include". */
const DIRECTIVE = /#(?:include|define|undef|ifn?def|endif|pragma)(?![A-Za-z])/y
/** Between the keys of a code that is dialled: "*#06#". */
const AFTER_STAR = /(?<=\*)#(?=\d{1,6}#)/y

/** Whether digits that end at a position are typed on a telephone: "4821#". */
export function isKeyed(text: string, end: number): boolean {
  return matchAt(KEY, text, end) !== null
}

/** Whether "A#" is the number of an alien in the United States: "A# 123-456-789". */
function isOfAlien(text: string, at: number): boolean {
  return text[at - 1] === 'A' && /^#:? ?\d{3}/.test(text.slice(at, at + 6))
}

/** Whether the key begins what is dialled: "dial #250". */
function isDialled(text: string, at: number): boolean {
  return /\b[Dd]ial $/.test(textBefore(text, at, 6)) && /^#\d{3,4}(?!\d)/.test(text.slice(at, at + 6))
}

/** Makes the reader of "#": "number" before one, "sharp", the sign of a tag or of a colour, or the key of a telephone. */
export const numberSignReader =
  (words: NumberSignWords, digitName: (digit: string) => string): Reader =>
  ({ text, locale }, at) => {
    if (text[at] !== '#') return undefined
    if (/\d#\d/.test(text.slice(Math.max(0, at - 1), at + 2))) return reading(at, 1, words.key(locale)) // "0#4421"
    const isAfterLetter = !isWordEnd(text, at - 1) && isWordEnd(text, at - 2) && !/\d/.test(text[at - 1]!)
    if (isAfterLetter) return reading(at, 1, isOfAlien(text, at) ? words.number : words.sharp)
    if (matchAt(AFTER_STAR, text, at) || isDialled(text, at)) return reading(at, 1, words.key(locale))
    const isKey = matchAt(KEY, text, at)
    if ((isKey || matchAt(NUMBER_AFTER, text, at)) && words.isNumber(text, at))
      return reading(at, 1, words.number)
    if (matchAt(DIRECTIVE, text, at)) return reading(at, 1, words.hash)
    const colour = matchAt(COLOUR, text, at)
    if (colour) return reading(at, colour[0].length, `${words.hash} ${hexDigits(colour[1]!, digitName)}`)
    if (matchAt(CODE_AFTER, text, at)) return reading(at, 1, words.number)
    if (!isWordEnd(text, at + 1)) return reading(at, 1, isWordStart(text, at) ? words.hashtag : words.hash)
    if (isKey && !isLineStart(text, at)) return reading(at, 1, words.key(locale))
    return text.length === 1 ? reading(at, 1, words.hash) : undefined
  }
