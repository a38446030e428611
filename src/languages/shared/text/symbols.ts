import { formulaMarkAt } from './formulas.ts'
import type { NumberSignWords } from './number-sign.ts'
import {
  isLineStart,
  isWordStart,
  LETTERS,
  matchAt,
  type Reader,
  type ReaderInput,
  type Reading,
  reading,
  textBefore,
  wordBefore,
} from './reading.ts'
import { type SlashWords, slashName } from './slashes.ts'

/** What is said for a symbol; '' when it is silent. */
type Name = (input: ReaderInput, at: number) => string

/** The names of symbols that are said wherever they stand, those among them that are also written as two ("<=", "&&"). */
type SymbolNames = Readonly<Record<'&' | '=' | '÷' | '±' | '≤' | '≥' | '≠' | '→', string>> &
  Readonly<Record<string, string>>

/** What a language says for symbols; the rest of their names are in `always`. */
export interface SymbolWords extends NumberSignWords, SlashWords {
  readonly always: SymbolNames
  readonly plus: string
  readonly times: string
  /** Between the sides of something ("3 × 4 m"). */
  readonly by: string
  readonly less: string
  readonly greater: string
  readonly power: string
  readonly factorial: string
  readonly squared: string
  readonly cubed: string
  /** What ends before a place from which somebody travels, where the arrow after it is "to": "Your flight is Boston → Chicago". */
  readonly journey?: RegExp
  readonly about: string
  readonly backslash: string
  /** The key "*" of a telephone, and the words before it or the number that is dialled with it: "press *", "dial *67". */
  readonly star: string
  readonly pressing: ReadonlySet<string>
}

/** Three and more of one symbol are a line or an ornament. */
const ORNAMENT = /([^A-Za-z0-9\s])\1{2,}/y
const EMOTICON = /(?:[:;=][-^']?[)(DPpO|\\/\]]+|<3+(?!\d))(?=[\s.,!?]|$)/y
/** "x**2" and "x ** 2" are powers, which two stars of markdown never stand like; those of "f**k" hide letters. */
const OPERATOR =
  /\+\/[-–](?= ?[$€£¥]?\.?\d)|[<>]=|!==?|={2,3}(?!=)|[-=]>|&&(?!&)|(?<=[\d)]|(?<![A-Za-z])[A-Za-z])\*\*(?=\d|[A-Za-z](?![A-Za-z]))(?<!(?<![A-Za-z])[FfSs]\*\*(?=[KkTt]))|(?<=(?:[\d)]|(?<![A-Za-z])[A-Za-z]) )\*\*(?= (?:\d|[A-Za-z](?![A-Za-z])))/y
const POWER = /\^([-–]?\d{1,4})/y
const WORD_BEFORE = new RegExp(`(?<!(?<![${LETTERS}])(?:sin|cos|tan|cot|sec|csc|log))(?<=[${LETTERS}]{3})$`)
const LETTER = new RegExp(`[${LETTERS}]`)
/** What no power follows, but the least version of a package: "@^2.1.0". */
const NO_BASE_BEFORE = /[@"'=:~]/
const STAR_KEY = /\*(?=\d{0,6}(?:[ #"').,;:!?]|$))/y
/** What is dialled with both keys, whatever is said before it: "*21#". */
const SHORT_CODE = /\*(?=\d{1,6}#)/y
/** A number after a dot of a product ("12 • 7 = 84"), with nothing after it that it could count. */
const FACTOR_AFTER = /^ ?\(\d|^ ?-?\d{1,9}(?:[.,]\d{1,9})?(?=$|\n|\^| ?[-+=*/•)?!.,;:])/
const MAX_FACTOR_LENGTH = 24
const MAX_JOURNEY_LENGTH = 60
/** A name, or a link. */
const STEP_BEFORE = new RegExp(`([${LETTERS}])[${LETTERS}]{1,18}\\]? $|(?<=[A-Za-z\\d/]\\)) $`)
const SHORT_STEP = /(?<!\p{L})(?:\p{Lu}{2,5}|\p{L}{1,3}) $/u
const STEP_AFTER = new RegExp(`^ \\[?([${LETTERS}])[${LETTERS}]`)
/** The number of a page in angle brackets, behind the one where what is cited begins: "BVerfGE 74, 358 <370 f.>". */
const BRACKETED = /(?<=\d )<\d{1,4}(?: ff?\.?)?>/y
const BRACKETED_BEFORE = /\d <\d{1,4}(?: ff?\.?)?$/
const MAX_BRACKETED_LENGTH = 12
/** "5! = 120", "n! =" */
const FACTORIAL = /(?<=\d|(?<![A-Za-z])[a-z])!(?= =(?!=))/y
const LINK_TARGET = /\]\([^\s)]{0,500}\)?/y

/** Makes the reader that says symbols by their names, or leaves them out where a listener would not want them. */
export function symbolReader(words: SymbolWords): Reader {
  const { always } = words
  const operators: Readonly<Record<string, string>> = {
    ...{ '+/-': always['±'], '+/–': always['±'], '&&': always['&'], '**': words.power },
    ...{ '<=': always['≤'], '>=': always['≥'], '->': always['→'], '=>': always['→'] },
    ...{ '!=': always['≠'], '!==': always['≠'], '==': always['='], '===': always['='] },
  }
  const names: Readonly<Record<string, Name>> = {
    '+': ({ text }, at) => (isBullet(text, at) ? '' : words.plus),
    '×': ({ text }, at) => (isBetweenSides(text, at) ? words.by : words.times),
    '•': ({ text, afterNumber }, at) => {
      if (afterNumber && FACTOR_AFTER.test(text.slice(at + 1, at + MAX_FACTOR_LENGTH))) return words.times
      return text[at - 1] === ' ' && text[at + 1] === ' ' ? ',' : ''
    },
    '|': ({ text }, at) => (text[at - 1] === ' ' && text[at + 1] === ' ' ? ',' : ''),
    '~': ({ text }, at) =>
      text[at - 1] !== '~' && /^ ?[$€£]?\d/.test(text.slice(at + 1, at + 4)) ? words.about : '',
    '→': ({ text }, at) => {
      if (isLineStart(text, at)) return ''
      const isJourney = words.journey?.test(textBefore(text, at, MAX_JOURNEY_LENGTH))
      return isStepOfPath(text, at) && !isJourney ? ',' : always['→']
    },
    '*': star,
    '\\': ({ text }, at) =>
      /[A-Za-z0-9:]\\[A-Za-z0-9]/.test(text.slice(at - 1, at + 2)) ? words.backslash : '',
    '<': (input, at) => {
      if (matchAt(BRACKETED, input.text, at)) return ','
      return isComparison(input, at) ? words.less : ''
    },
    '>': (input, at) => {
      if (isStepOfPath(input.text, at)) return ','
      if (closesBracket(input.text, at)) return input.text[at + 1] === ' ' ? ',' : ''
      return isComparison(input, at) ? words.greater : ''
    },
    '^': ({ text }, at) =>
      /[A-Za-z0-9)]\^[-–]?[A-Za-z0-9(]/.test(text.slice(at - 1, at + 3)) ? words.power : '',
    '/': (input, at) => slashName(input, at, words),
  }

  return (input, at) => {
    const { text } = input
    if (isWordStart(text, at)) {
      const emoticon = matchAt(EMOTICON, text, at)
      if (emoticon && !input.afterNumber) return reading(at, emoticon[0].length, '')
    }
    if (matchAt(FACTORIAL, text, at)) return reading(at, 1, words.factorial)
    const mark = formulaMarkAt(text, at)
    if (mark) return reading(at, mark.length, nameOf(mark.symbol))
    const target = matchAt(LINK_TARGET, text, at)
    if (target) return reading(at, target[0].length, '')
    if (/[^.,;:!?\-–—"']/.test(text[at]!)) {
      const ornament = matchAt(ORNAMENT, text, at)
      if (ornament) return reading(at, ornament[0].length, '')
    }
    const operator = matchAt(OPERATOR, text, at)?.[0]
    if (operator !== undefined) return reading(at, operator.length, operators[operator]!)
    const power = matchAt(POWER, text, at)
    if (power && NO_BASE_BEFORE.test(text[at - 1] ?? ' ')) return reading(at, 1, '')
    if (power) return readPower(text, at, power[0], power[1]!)
    const symbol = text[at]!
    if (Object.hasOwn(names, symbol)) return reading(at, 1, names[symbol]!(input, at))
    return Object.hasOwn(always, symbol) ? reading(at, 1, always[symbol]!) : undefined
  }

  function nameOf(symbol: string): string {
    return symbol === '×' ? words.times : (always[symbol] ?? '')
  }

  /** "x squared"; silent after a word, where it is a note's number. */
  function readPower(text: string, at: number, match: string, exponent: string): Reading {
    if (isWordStart(text, at) && /[A-Z]/.test(text[at + match.length] ?? ' ')) return reading(at, 1, '') // "¹⁴C"
    const isNote = text[at - 1] === '[' || WORD_BEFORE.test(textBefore(text, at, 4)) // "[^1]", "word¹"
    if (isNote) return reading(at, match.length, '')
    if (exponent === '2') return reading(at, match.length, words.squared)
    if (exponent === '3') return reading(at, match.length, words.cubed)
    return reading(at, 1, words.power)
  }

  function star({ text, afterNumber }: ReaderInput, at: number): string {
    if (afterNumber) return isDigitNext(text, at) ? words.times : ''
    if (matchAt(SHORT_CODE, text, at)) return words.star
    const isKey = matchAt(STAR_KEY, text, at) && words.pressing.has(wordBefore(text, at).toLowerCase())
    return isKey ? words.star : ''
  }
}

/** Whether "×" is between the sides of something ("4×6", "8\" × 11\""), not before a power of ten ("3×10^8"). */
function isBetweenSides(text: string, at: number): boolean {
  if (text[at + 1] === ' ') return /["'] $/.test(textBefore(text, at, 2))
  return !text.startsWith('10^', at + 1)
}

function isBullet(text: string, at: number): boolean {
  return isLineStart(text, at) && text[at + 1] === ' '
}

function isDigitNext(text: string, at: number): boolean {
  return /^ ?[-$€£]?\.?\d/.test(text.slice(at + 1, at + 5))
}

/**
 * Between the names of menus and pages, one of them with a capital ("Settings > Network"). An arrow between codes or days is
 * "to" ("JFK → LAX", "Mon → Fri").
 */
function isStepOfPath(text: string, at: number): boolean {
  const words = textBefore(text, at, 20)
  if (text[at] === '→' && SHORT_STEP.test(words)) return false
  const before = STEP_BEFORE.exec(words)
  const after = STEP_AFTER.exec(text.slice(at + 1, at + 5))?.[1]
  return before !== null && after !== undefined && /\p{Lu}/u.test((before[1] ?? '') + after)
}

/** Whether a ">" is the end of a number in angle brackets. */
function closesBracket(text: string, at: number): boolean {
  return BRACKETED_BEFORE.test(textBefore(text, at, MAX_BRACKETED_LENGTH))
}

/** Between numbers, before one, or with spaces on both sides; at the start of a line ">" and a space quote. */
function isComparison({ text, afterNumber }: ReaderInput, at: number): boolean {
  if (text[at] === '>' && isLineStart(text, at) && !/^[$€£¥]?\d/.test(text.slice(at + 1, at + 3)))
    return false
  if (LETTER.test(text[at - 1] ?? ' ') && /^[.,!?]?$/.test(text.slice(at + 1, at + 3))) return false // "at 5 pm>"
  return afterNumber || isDigitNext(text, at) || (text[at - 1] === ' ' && text[at + 1] === ' ')
}
