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
  wordBefore,
} from './reading.ts'

/** What is said for a symbol; '' when it is silent. */
type Name = (input: ReaderInput, at: number) => string

/** What a language says for symbols; the rest of their names are in `always`. */
export interface SymbolWords extends NumberSignWords {
  /** The names of symbols that are said wherever they stand. */
  readonly always: Readonly<Record<string, string>>
  readonly and: string
  readonly plus: string
  readonly times: string
  /** Between the sides of something ("3 × 4 m"). */
  readonly by: string
  readonly dividedBy: string
  readonly equals: string
  readonly notEqual: string
  readonly less: string
  readonly lessOrEqual: string
  readonly greater: string
  readonly greaterOrEqual: string
  readonly power: string
  readonly factorial: string
  readonly squared: string
  readonly cubed: string
  /** An arrow. */
  readonly to: string
  /** What ends before a place from which somebody travels, where the arrow after it is "to": "Your flight is Boston → Chicago". */
  readonly journey?: RegExp
  readonly about: string
  readonly backslash: string
  /** The key "*" of a telephone, and the words before it or the number that is dialled with it: "press *", "dial *67". */
  readonly star: string
  readonly pressing: ReadonlySet<string>
  /** "/" by its name, between a number and a word, and between a number and its best. */
  readonly slash: string
  /** "/" between two words, which no path is of ("Berlin/Hamburg"); left out where it is said by its name. */
  readonly slashOfWords?: string
  readonly per: string
  readonly outOf: string
  /** What is said for a slash between words that are no names, by up to 8 characters on both sides. */
  readonly slashBetween: (around: string) => string | undefined
}

/** Three and more of one symbol are a line or an ornament. */
const ORNAMENT = /([^A-Za-z0-9\s])\1{2,}/y
const EMOTICON = /(?:[:;=][-^']?[)(DPpO|\\/\]]+|<3+(?!\d))(?=[\s.,!?]|$)/y
/** "x**2" and "x ** 2" are powers, which two stars of markdown never stand like. */
const OPERATOR =
  /\+\/[-–](?= ?[$€£¥]?\.?\d)|[<>]=|!==?|={2,3}(?!=)|[-=]>|&&(?!&)|(?<=[\d)]|(?<![A-Za-z])[A-Za-z])\*\*(?=\d|[A-Za-z](?![A-Za-z]))|(?<=(?:[\d)]|(?<![A-Za-z])[A-Za-z]) )\*\*(?= (?:\d|[A-Za-z](?![A-Za-z])))/y
const POWER = /\^([-–]?\d{1,4})/y
const WORD_BEFORE = new RegExp(`(?<!(?<![${LETTERS}])(?:sin|cos|tan|cot|sec|csc|log))(?<=[${LETTERS}]{3})$`)
/** A letter, that of a unit among them ("8,500/μl"). */
const LETTER = new RegExp(`[${LETTERS}μ]`)
const LETTER_OR_DIGIT = new RegExp(`[${LETTERS}0-9]`)
/** The end of "2x", before a slash ("2x/day"). */
const COUNT_BEFORE = /\d ?x$/
/** A year before a slash ("end of 2026/start of 2027"). */
const YEAR_BEFORE = /(?<![\d.,]|[$€£] ?)(?:19\d|20[1-5])\d$/
/** The end of a decimal number before a slash ("4.5/5"), not of an address ("10.0.0.0/24"). */
const DECIMALS_BEFORE = /(?<!\.\d{1,4})\.\d{1,4}$/
/** The end of a number with a comma between its groups, before its best ("1,240/2,000"). */
const GROUPED_BEFORE = /\d,\d{3}$/
/** The end of a term in brackets, before a slash: "(b + 4) / 2". */
const TERM_BEFORE = /[-+*/] ?[a-z\d.]{1,4}\) $/
const STAR_KEY = /\*(?=\d{0,6}(?:[ #"').,;:!?]|$))/y
/** What is dialled with both keys, whatever is said before it: "*21#". */
const SHORT_CODE = /\*(?=\d{1,6}#)/y
const MAX_NEIGHBOUR_LENGTH = 8
/** A number after a dot of a product ("12 • 7 = 84"), with nothing after it that it could count. */
const FACTOR_AFTER = /^ ?\(\d|^ ?-?\d{1,9}(?:[.,]\d{1,9})?(?=$|\n|\^| ?[-+=*/•)?!.,;:])/
const MAX_FACTOR_LENGTH = 24
const MAX_JOURNEY_LENGTH = 60
/** A path, by its first mark or by two slashes among small letters. */
const PATH = /^[~./]|^[a-z\d_.-]{1,40}(?:\/[a-z\d_.-]{1,40}){2}/
const TEXT_BEFORE_SLASH = /\S{0,40}$/
const TEXT_AFTER_SLASH = /^\S{0,40}/
const MAX_PATH_LENGTH = 40
/** A name, or a link. */
const STEP_BEFORE = new RegExp(`([${LETTERS}])[${LETTERS}]{1,18} $|(?<=[A-Za-z\\d/]\\)) $`)
const SHORT_STEP = /(?<!\p{L})(?:\p{Lu}{2,5}|\p{L}{1,3}) $/u
const STEP_AFTER = new RegExp(`^ ([${LETTERS}])[${LETTERS}]`)
/** "5! = 120", "n! =" */
const FACTORIAL = /(?<=\d|(?<![A-Za-z])[a-z])!(?= =(?!=))/y
/** What a formula of LaTeX begins with, and no amount of money: "x^2", "\\frac", "2x + 3", "12 + 5". */
const FORMULA = '(?:[a-z\\\\]|[A-Z](?![A-Za-z])|\\d{1,4}(?:\\.\\d{1,4})?(?:[a-z](?![a-z])| ?[+*=^\\\\]))'
/** Around a formula of LaTeX in a line ("$x^2$"). */
const FORMULA_START = new RegExp(`\\$(?=${FORMULA}(?:[^$\\n]{0,60}[^$\\s/,-])?\\$(?![\\w{]))`, 'y')
/** Around one that is set on a line of its own: "$$x^2$$". */
const DISPLAY = /\$\$(?!\$)/y
const FORMULA_END = new RegExp(`(?<=(?<![\\w$])\\$${FORMULA}(?:[^$\\n]{0,60}[^$\\s/,-])?)\\$(?![\\w{])`, 'y')
/** The symbols that commands of LaTeX stand for; those that say how a formula is set stand for none. */
const COMMANDS: Readonly<Record<string, string>> = {
  ...{ times: '×', cdot: '×', pm: '±', div: '÷', sqrt: '√', infty: '∞', circ: '°' },
  ...{ le: '≤', leq: '≤', ge: '≥', geq: '≥', ne: '≠', neq: '≠', approx: '≈', to: '→', rightarrow: '→' },
  ...{ frac: '', dfrac: '', tfrac: '', left: '', right: '', text: '', mathrm: '', mathbf: '', boxed: '' },
  ...{ quad: '', qquad: '', displaystyle: '', '(': '', ')': '', '[': '', ']': '', ',': '', ';': '', '!': '' },
}
const COMMAND = /\^?\\([a-z]{2,12}(?![a-z])|[()[\],;!])/y
/** Between the parts of a fraction: "\frac{1}{2}". */
const FRACTION_LINE = /(?<=frac\{[^{}]{1,40})\}\{/y
const LINK_TARGET = /\]\([^\s)]{0,500}\)?/y

/** Whether the dollar sign at a position begins a formula of LaTeX, so that the number after it is no amount. */
export function beginsFormula(text: string, at: number): boolean {
  return matchAt(FORMULA_START, text, at) !== null
}

/** Whether the dollar sign at a position ends a formula of LaTeX, so that the number before it is no amount. */
export function endsFormula(text: string, at: number): boolean {
  return matchAt(FORMULA_END, text, at) !== null
}

/** Makes the reader that says symbols by their names, or leaves them out where a listener would not want them. */
export function symbolReader(words: SymbolWords): Reader {
  const plusOrMinus = words.always['±']!
  const operators: Readonly<Record<string, string>> = {
    ...{ '+/-': plusOrMinus, '+/–': plusOrMinus, '&&': words.and, '**': words.power },
    ...{ '<=': words.lessOrEqual, '>=': words.greaterOrEqual, '->': words.to, '=>': words.to },
    ...{ '!=': words.notEqual, '!==': words.notEqual, '==': words.equals, '===': words.equals },
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
      const isJourney = words.journey?.test(text.slice(Math.max(0, at - MAX_JOURNEY_LENGTH), at))
      return isStepOfPath(text, at) && !isJourney ? ',' : words.to
    },
    '*': star,
    '\\': ({ text }, at) =>
      /[A-Za-z0-9:]\\[A-Za-z0-9]/.test(text.slice(at - 1, at + 2)) ? words.backslash : '',
    '<': (input, at) => (isComparison(input, at) ? words.less : ''),
    '>': (input, at) => {
      if (isStepOfPath(input.text, at)) return ','
      return isComparison(input, at) ? words.greater : ''
    },
    '^': ({ text }, at) =>
      /[A-Za-z0-9)]\^[-–]?[A-Za-z0-9(]/.test(text.slice(at - 1, at + 3)) ? words.power : '',
    '/': slash,
  }

  return (input, at) => {
    const { text } = input
    if (isWordStart(text, at)) {
      const emoticon = matchAt(EMOTICON, text, at)
      if (emoticon && !input.afterNumber) return reading(at, emoticon[0].length, '')
    }
    if (matchAt(FACTORIAL, text, at)) return reading(at, 1, words.factorial)
    if (matchAt(DISPLAY, text, at)) return reading(at, 2, '')
    if (matchAt(FORMULA_START, text, at) || matchAt(FORMULA_END, text, at)) return reading(at, 1, '')
    const command = COMMANDS[matchAt(COMMAND, text, at)?.[1] ?? ' ']
    if (command !== undefined) return reading(at, matchAt(COMMAND, text, at)![0].length, nameOf(command))
    if (matchAt(FRACTION_LINE, text, at)) return reading(at, 2, words.dividedBy)
    const target = matchAt(LINK_TARGET, text, at)
    if (target) return reading(at, target[0].length, '')
    if (/[^.,;:!?\-–—"']/.test(text[at]!)) {
      const ornament = matchAt(ORNAMENT, text, at)
      if (ornament) return reading(at, ornament[0].length, '')
    }
    const operator = matchAt(OPERATOR, text, at)?.[0]
    if (operator !== undefined) return reading(at, operator.length, operators[operator]!)
    const power = matchAt(POWER, text, at)
    if (power) return readPower(text, at, power[0], power[1]!)
    const symbol = text[at]!
    if (Object.hasOwn(names, symbol)) return reading(at, 1, names[symbol]!(input, at))
    return Object.hasOwn(words.always, symbol) ? reading(at, 1, words.always[symbol]!) : undefined
  }

  function nameOf(symbol: string): string {
    return symbol === '×' ? words.times : (words.always[symbol] ?? '')
  }

  /** "x squared"; silent after a word, where it is a note's number. */
  function readPower(text: string, at: number, match: string, exponent: string): Reading {
    const isNote = text[at - 1] === '[' || WORD_BEFORE.test(text.slice(Math.max(0, at - 4), at)) // "[^1]", "word¹"
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

  function slash({ text, afterNumber }: ReaderInput, at: number): string {
    const before = text.slice(Math.max(0, at - MAX_NEIGHBOUR_LENGTH), at)
    const around = before + text.slice(at, at + MAX_NEIGHBOUR_LENGTH)
    const between = words.slashBetween(around)
    if (between !== undefined) return between
    const next = text.slice(at + 1, at + 4)
    const isYear = YEAR_BEFORE.test(before)
    const isCount = (afterNumber && !isYear) || COUNT_BEFORE.test(text.slice(Math.max(0, at - 3), at))
    if (isCount && LETTER.test(next[0] ?? ' ')) return words.per
    const isDividend = (afterNumber && /[\d)] $/.test(before)) || TERM_BEFORE.test(before)
    if (isDividend && /^ \d/.test(next)) return words.dividedBy
    const isMark = DECIMALS_BEFORE.test(before) || GROUPED_BEFORE.test(before)
    if (isMark && /^\d/.test(next)) return words.outOf
    const last = text[at - 1] ?? ' '
    const dividesAmounts = /^[$€£¥]/.test(next) || (/[^\d\s)]/.test(last) && /^\d/.test(next))
    if (afterNumber && dividesAmounts) return ','
    if (last === ' ' && next[0] === ' ' && at > 1) return ','
    if (LETTER_OR_DIGIT.test(next[0] ?? ' ') && (LETTER_OR_DIGIT.test(last) || /[\s~.]/.test(last)))
      return isBetweenWords(text, at) ? (words.slashOfWords ?? words.slash) : words.slash
    return text.length === 1 ? words.slash : ''
  }
}

/** Whether "×" is between the sides of something ("4×6", "8\" × 11\""), not before a power of ten ("3×10^8"). */
function isBetweenSides(text: string, at: number): boolean {
  if (text[at + 1] === ' ') return /["'] $/.test(text.slice(Math.max(0, at - 2), at))
  return !text.startsWith('10^', at + 1)
}

/** Whether a slash is between two words, abbreviations among them, and not in a path ("src/text/words"). */
function isBetweenWords(text: string, at: number): boolean {
  const before = TEXT_BEFORE_SLASH.exec(text.slice(Math.max(0, at - MAX_PATH_LENGTH), at))![0]
  const after = TEXT_AFTER_SLASH.exec(text.slice(at + 1, at + MAX_PATH_LENGTH))![0]
  return /\p{L}{2}$/u.test(before) && /^\p{L}{2}/u.test(after) && !PATH.test(`${before}/${after}`)
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
  const words = text.slice(Math.max(0, at - 20), at)
  if (text[at] === '→' && SHORT_STEP.test(words)) return false
  const before = STEP_BEFORE.exec(words)
  const after = STEP_AFTER.exec(text.slice(at + 1, at + 4))?.[1]
  return before !== null && after !== undefined && /\p{Lu}/u.test((before[1] ?? '') + after)
}

/** Between numbers, before one, or with spaces on both sides; at the start of a line ">" and a space quote. */
function isComparison({ text, afterNumber }: ReaderInput, at: number): boolean {
  if (text[at] === '>' && isLineStart(text, at) && !/^[$€£¥]?\d/.test(text.slice(at + 1, at + 3)))
    return false
  return afterNumber || isDigitNext(text, at) || (text[at - 1] === ' ' && text[at + 1] === ' ')
}
