/** What a language knows of the ends of sentences and clauses. */
export interface SegmentationRules {
  /** Whether a word with a full stop is one that need not end a sentence ("Dr.", "J.", "U.S."). */
  readonly isAbbreviation: (word: string) => boolean
  /**
   * Whether the full stop that a word ends with ends the sentence.
   *
   * @param word the word with its full stop, without quotes and brackets around it
   * @param next the next word, with whatever stands around it; '' at the end of the text
   * @param before the word before
   */
  readonly fullStopEndsSentence: (word: string, next: string, before: string) => boolean
  /** Words, in small letters, that begin a clause: before them, a stretch that is too long is best split. */
  readonly conjunctions: ReadonlySet<string>
  /** Words, in small letters, that begin a phrase within a clause: before them, it can be split too. */
  readonly phraseOpeners: ReadonlySet<string>
  /** Words, in small letters, whose conjunction joins words instead: "between Monday and Friday". */
  readonly pairOpeners: ReadonlySet<string>
  /** Words, in small letters, after which a dash with spaces around it may begin the end of a range: "Mo - Fr". */
  readonly rangeOpeners?: ReadonlySet<string>
}

/** What may end after a word of the transcript. */
export type Boundary = 'sentence' | 'clause' | 'none'

const CLOSER = '["\'”’»“‘«)\\]}*_~`」』）】》]'
/** Quotes, brackets and markdown that may follow a mark; a German quote closes as an English one opens. In linear time. */
const CLOSERS = new RegExp(`(?<!${CLOSER})${CLOSER}+$`, 'u')
/** The numbers of sources after a mark: "It was built in 1889.[1][2]" */
const CITATIONS = /(?<=[.!?…"”’)*_])(?:\[\^?\d{1,3}(?:[,–-]\d{1,3})?\]){1,6}$/
const OPENING_MARKS = /^["'“‘«„‚»([{*_~`#]+/u
/** A number that the line before may announce. That of an item of a list has fewer digits. */
const CODE = /^\d[\d-]{3}/u
/** A number, or a code that begins with letters: "V-2024-118", "AB12". */
const NUMBER_OR_CODE = /^(?:[+\d]|\p{Lu}{1,4}[-/]?\d)/u
/** A closing mark that is no markdown. */
const QUOTE = /[^*_~`]/u
/** A term before a minus: "2x", "(x", "b²". */
const VARIABLE = /^[(|]?\d{0,6}(?:[b-z]|[a-z]?(?:[²³]|\^[a-z\d]{1,2}))$/u
const DASHES = /^[-‐‑–—]+$/u
const LOWER_CASE = /^\p{Ll}/u
const UPPER_CASE = /^\p{Lu}/u
const LETTER_OR_BRACKET = /^[\p{L}(]/u
/** What opens an item of a list: "1.", "a.", "B.", "II." */
const ITEM = /^(?:\d{1,3}|[a-zA-D]|[IVX]{1,4})\.$/

/** The first item of a list within a line that is counted in letters: "Choose: a. yes b. no". */
const FIRST_ITEM = /^[Aa]\.$/

/** CJK marks, which stand without a space after them. */
export const WIDE_MARKS = '。！？、，；：'
const WIDE_ENDS = '。！？'
/** Marks of Arabic, Urdu, the scripts of India, Armenian and Ethiopic, which stand as those of ASCII do. */
const OTHER_ENDS = '؟۔।॥։።፧'
const OTHER_CLAUSES = '،؛፣፤፥'

/**
 * What ends between two words of the transcript.
 *
 * @param word with everything attached to it
 * @param opensItem the word is the first of its line, or counts on in a list within it: "1." is then the number of an item
 * @param newlines line ends between the two words
 * @param next the next word, or as much as is known of it; at least its first character
 * @param before the word before
 */
export function boundaryBetween(
  rules: SegmentationRules,
  word: string,
  opensItem: boolean,
  newlines: number,
  next: string,
  before: string,
): Boundary {
  const bare = withoutClosers(word)
  if (newlines > 0 && bare.endsWith(':') && CODE.test(next.replace(OPENING_MARKS, ''))) return 'none'
  if (newlines > 1 || (newlines === 1 && !LOWER_CASE.test(next))) return 'sentence'
  const quoted = QUOTE.test(word.slice(bare.length))
  const mark = bare.at(-1) ?? ''
  if (mark === '') return 'none'
  if (WIDE_ENDS.includes(mark) || OTHER_ENDS.includes(mark)) return 'sentence'
  if (mark === '!' && next.startsWith('=')) return 'none' // "5! = 120"
  if (mark === '?' || mark === '!') return LOWER_CASE.test(next) ? 'clause' : 'sentence'
  if (mark === '…' || bare.endsWith('..')) return LOWER_CASE.test(next) ? 'clause' : 'sentence'
  if (mark === '.') {
    if (opensItem && ITEM.test(bare)) return 'none'
    const abbreviation = bare.replace(OPENING_MARKS, '')
    // What follows the bracket says that an abbreviation in it ends no sentence: "(D-N.Y.) and".
    if (quoted && LOWER_CASE.test(next)) return rules.isAbbreviation(abbreviation) ? 'none' : 'clause'
    return rules.fullStopEndsSentence(abbreviation, next, before) ? 'sentence' : 'none'
  }
  // Before a digit, a comma or dash is likely to be inside a date or a telephone number; a dash also before an amount ("€ 10 -
  // € 15"), between two dates ("Jan. 5 – Feb. 10"), after the variable of a term ("b - c") and before what is subtracted in
  // brackets ("7 - (-2)"). What is before a colon says how the number is read ("your code: 482190").
  if (mark === ',') return /^\d/.test(next) || isDayOfList(rules, bare, next) ? 'none' : 'clause'
  if (DASHES.test(bare)) {
    const mayBeDate = UPPER_CASE.test(next) || isDay(rules, next)
    const isAfterNumber = /\d\.?$/.test(before) && (mayBeDate || next.startsWith('('))
    const isTerm = /\d$/.test(before) && /^[xy](?![\p{L}'’])/u.test(next) // "10 - x"
    const isInside = /^[\d$€£]/.test(next) || isAfterNumber || isTerm
    return isInside || VARIABLE.test(before) ? 'none' : 'clause'
  }
  if (mark === ':')
    return FIRST_ITEM.test(next) || NUMBER_OR_CODE.test(next.replace(OPENING_MARKS, '')) ? 'none' : 'clause'
  return `;—${OTHER_CLAUSES}${WIDE_MARKS}`.includes(mark) ? 'clause' : 'none'
}

/** A word without the quotes, brackets, markdown and numbers of sources that follow its mark. */
function withoutClosers(word: string): string {
  return word.replace(CITATIONS, '').replace(CLOSERS, '')
}

/** Whether what ends with a comma is the abbreviation of a day before another one, which is written alike ("Di, Do und Sa"). */
function isDayOfList({ rangeOpeners }: SegmentationRules, bare: string, next: string): boolean {
  const name = /^(\p{L}\p{Ll})\.?,$/u.exec(bare.replace(OPENING_MARKS, ''))?.[1]
  if (name === undefined || UPPER_CASE.test(name) !== UPPER_CASE.test(next)) return false
  return rangeOpeners?.has(name.toLowerCase()) === true
}

/** Whether a word is the abbreviation of a day ("do."). */
function isDay({ rangeOpeners }: SegmentationRules, word: string): boolean {
  return /^\p{L}{2}\.?$/u.test(word) && rangeOpeners?.has(word.slice(0, 2).toLowerCase()) === true
}

/** Whether the boundary after a word is only known once the whole next word is. */
export function dependsOnWholeNextWord(
  { isAbbreviation, rangeOpeners }: SegmentationRules,
  word: string,
  newlines: number,
  nextStart: string,
): boolean {
  const bare = withoutClosers(word).replace(OPENING_MARKS, '')
  if (bare.endsWith(':'))
    return (
      OPENING_MARKS.test(nextStart) ||
      /^[\p{Lu}a]/u.test(nextStart) ||
      (newlines > 0 && /^\d/.test(nextStart))
    )
  if (DASHES.test(bare)) {
    const next = rangeOpeners === undefined ? /[xy]/ : LOWER_CASE
    return newlines === 0 && next.test(nextStart)
  }
  return newlines === 0 && bare.endsWith('.') && LETTER_OR_BRACKET.test(nextStart) && isAbbreviation(bare)
}

/**
 * Whether a word at the end of what has come so far may be read otherwise with what comes next: it is unfinished, or
 * a number, an amount or an abbreviation, which can belong to the word after it.
 *
 * @param word with the whitespace after it, if there is some
 */
export function mayChange({ isAbbreviation }: SegmentationRules, word: string): boolean {
  const bare = withoutClosers(word.trimEnd()).replace(OPENING_MARKS, '')
  if (/^\p{Sc}|\d[.,:]?$/u.test(bare) || (bare.endsWith('.') && isAbbreviation(bare))) return true
  const marks = `.,;:!?…${WIDE_MARKS}${OTHER_ENDS}${OTHER_CLAUSES}`
  return !/\s$/.test(word) && !marks.includes(bare.at(-1) ?? ' ')
}

/** Whether a word is a dash that may stand in a range, by the word before it. */
export function joinsRange({ rangeOpeners }: SegmentationRules, word: string, before: string): boolean {
  if (rangeOpeners === undefined || !DASHES.test(word)) return false
  return rangeOpeners.has(before.replace(OPENING_MARKS, '').replace(/\.$/, '').toLowerCase())
}

/** Whether a word, in small letters, begins a clause, or a phrase within one. */
export function opensPhrase({ conjunctions, phraseOpeners }: SegmentationRules, word: string): boolean {
  return conjunctions.has(word) || phraseOpeners.has(word)
}
