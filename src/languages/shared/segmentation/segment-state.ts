import {
  boundaryBetween,
  dependsOnWholeNextWord,
  joinsRange,
  opensPhrase,
  type SegmentationRules,
  WIDE_MARKS,
} from './boundary.ts'

/** The first segment of a turn ends at the first clause with this many words or code units: the first audio waits for it. */
const FIRST_WORDS = 2
const FIRST_LENGTH = 10
/** Later segments end at a clause only when they are this long: a longer stretch has the better melody. */
const GOOD_LENGTH = 80
/** No segment is longer (UTF-16 code units, whitespace around it aside). */
const MAX_LENGTH = 220
/** A segment that is too long is split at the last clause, phrase or space that leaves so much before it. */
const MIN_SPLIT = 30
/** Characters of the next word that are enough to decide about the boundary before it. */
const ENOUGH_OF_WORD = 12

/** Closes what a CJK mark ends. */
const AFTER_WIDE_MARK = '」』）】》”’'
/** The number or the letter of an item of a list within a line: "1. Yes 2. No", "Choose: 1. Yes 2. No", "Choose: a. yes b. no". */
const ITEM_NUMBER = /^(?:(\d{1,2})|([A-Da-d]))\.$/
const WHITESPACE = /\s/
const DIGIT = /\d/
const LETTER = /[\p{L}\uD800-\uDBFF]/u
const HAS_CONTENT = /[\p{L}\p{N}\p{S}]/u
/** The first code unit of most emoji; the rest of the dingbats and symbols are single units. */
const EMOJI_START = /^[\uD83C-\uD83E\u2600-\u27BF]/

/**
 * What has been read of a segment. Positions are code units from its start, -1 for none; methods that return a number
 * return where the segment is to be cut, or -1.
 */
export class SegmentState {
  readonly #rules: SegmentationRules
  #contentStart = -1
  #wordStart = -1
  #wordEnd = 0
  #word = '' // the last whole word
  #before = '' // the one before it
  #wordOpensItem = true // as the first word of a line, or the next number of a list within one
  #opensLine = true // whether the word that is being read is the first one of its line
  #items = 0 // that have begun of a list within the line
  #newlines = 0 // since the last word
  #words = 0
  #undecided = -1 // a boundary that the word now being read will decide
  #isOver = false // the sentence has ended; only emoji may still join it
  #clauseEnd = -1
  #phrase = -1
  #earlierPhrase = -1 // the one before it
  #space = -1

  constructor(rules: SegmentationRules) {
    this.#rules = rules
  }

  get isBegun(): boolean {
    return this.#contentStart >= 0
  }

  /** Reads one code unit. */
  read(text: string, at: number, isFirst: boolean): number {
    const unit = text[at]!
    if (WHITESPACE.test(unit)) {
      const cut = this.endWord(text, at, isFirst)
      if (unit === '\n') this.#newlines++
      return cut
    }
    if (this.#wordStart >= 0 && endsInside(text, at)) {
      const cut = this.endWord(text, at, isFirst)
      if (cut >= 0) return cut
    }
    if (this.#wordStart < 0) {
      const cut = this.#beginWord(at, unit, isFirst)
      if (cut >= 0) return cut
    }
    if (this.#undecided >= 0 && at - this.#wordStart >= ENOUGH_OF_WORD) {
      const cut = this.#decide(text.slice(this.#wordStart, at), isFirst)
      if (cut >= 0) return cut
    }
    return at - this.#contentStart >= MAX_LENGTH ? this.#split(text, at) : -1
  }

  /** Ends the word that is being read, if there is one. */
  endWord(text: string, at: number, isFirst: boolean): number {
    if (this.#wordStart < 0) return -1
    const word = text.slice(this.#wordStart, at)
    const cut = this.#undecided >= 0 ? this.#decide(word, isFirst) : -1
    if (cut >= 0) return cut
    if (HAS_CONTENT.test(word)) this.#words++
    if (opensPhrase(this.#rules, word.toLowerCase())) {
      this.#earlierPhrase = this.#phrase
      this.#phrase = this.#wordStart
    }
    this.#before = this.#word
    this.#word = word
    this.#wordOpensItem = this.#opensLine || this.#opensNextItem()
    if (this.#opensLine && word === '1.') this.#items = 1
    this.#wordEnd = at
    this.#wordStart = -1
    this.#newlines = 0
    return -1
  }

  /** Whether the last word is the number or the letter of the next item of a list that a colon announced or that opens the line. */
  #opensNextItem(): boolean {
    const [, digits, letter] = ITEM_NUMBER.exec(this.#word) ?? []
    const number = letter === undefined ? Number(digits) : 'abcd'.indexOf(letter.toLowerCase()) + 1
    if (number !== this.#items + 1 || this.#before.endsWith(':') !== (number === 1)) return false
    this.#items++
    return true
  }

  #beginWord(at: number, unit: string, isFirst: boolean): number {
    let cut = -1
    // What is before a number may say how it is read ("ending in 4821"): no phrase ends there.
    if (DIGIT.test(unit) && opensPhrase(this.#rules, this.#word.toLowerCase()))
      this.#phrase = this.#earlierPhrase
    if (!this.isBegun) this.#contentStart = at
    else if (dependsOnWholeNextWord(this.#rules, this.#word, this.#newlines, unit)) this.#undecided = at
    else cut = this.#judgeBoundary(at, unit, isFirst)
    this.#opensLine = this.#contentStart === at || this.#newlines > 0
    if (this.#opensLine) this.#items = 0
    this.#wordStart = at
    return cut
  }

  #decide(next: string, isFirst: boolean): number {
    const boundary = this.#undecided
    this.#undecided = -1
    return this.#judgeBoundary(boundary, next, isFirst)
  }

  /** Decides about the boundary before a word. */
  #judgeBoundary(at: number, next: string, isFirst: boolean): number {
    const isEmoji = this.#newlines === 0 && EMOJI_START.test(next)
    if (this.#isOver) return isEmoji ? -1 : at
    this.#space = at
    if (this.#words === 0) return -1
    const boundary = boundaryBetween(
      this.#rules,
      this.#word,
      this.#wordOpensItem,
      this.#newlines,
      next,
      this.#before,
    )
    if (boundary === 'none' || joinsRange(this.#rules, this.#word, this.#before)) return -1
    if (boundary === 'clause') {
      this.#clauseEnd = at
      return this.#isLongEnough(isFirst) ? at : -1
    }
    this.#isOver = isEmoji
    return isEmoji ? -1 : at
  }

  #isLongEnough(isFirst: boolean): boolean {
    const length = this.#wordEnd - this.#contentStart
    return isFirst ? this.#words >= FIRST_WORDS || length >= FIRST_LENGTH : length >= GOOD_LENGTH
  }

  #split(text: string, at: number): number {
    for (const candidate of [this.#clauseEnd, this.#phrase, this.#space]) {
      if (candidate - this.#contentStart >= MIN_SPLIT) return candidate
    }
    return isHighSurrogate(text, at - 1) ? at - 1 : at
  }
}

/** Whether a word ends before a position although no whitespace stands there: after CJK marks and em dashes. */
function endsInside(text: string, at: number): boolean {
  const before = text[at - 1]!
  const unit = text[at]!
  if (before === '—') return LETTER.test(unit)
  if (before < '、' && !AFTER_WIDE_MARK.includes(before)) return false // all wide marks lie above
  if (WIDE_MARKS.includes(unit) || AFTER_WIDE_MARK.includes(unit)) return false
  return WIDE_MARKS.includes(AFTER_WIDE_MARK.includes(before) ? (text[at - 2] ?? ' ') : before)
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800
}
