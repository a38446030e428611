/** What readers are given: the cleaned text of a segment, and what is known of it so far. */
export interface ReaderInput {
  /** ASCII, the language's letters, a few symbols and emoji; one space divides words, one line feed lines. */
  readonly text: string
  /** BCP-47 tag of the locale that it is read in. */
  readonly locale: string
  /** Whether there is anything to say but emoji. */
  readonly hasWords: boolean
  /** Whether what was said last is a number or an amount, with nothing after it yet. */
  afterNumber: boolean
  /** Whether the next word is the first of its sentence. */
  opensSentence: boolean
  /** Whether a double quote is open. */
  inQuote: boolean
}

/** What is said for a stretch of the text. */
export interface Verbalization {
  /** Position in the text: says to which written word this belongs. Never smaller than that of what is said before. */
  readonly at: number
  /** Words divided by spaces, pause marks among them. */
  readonly words: string
}

/** How a stretch of the text is read. */
export interface Reading {
  /** Position in the text after the stretch. */
  readonly end: number
  readonly said: readonly Verbalization[]
  readonly isNumber?: boolean
}

/** Reads what begins at a position, or gives undefined when it is not of its kind. */
export type Reader = (input: ReaderInput, at: number) => Reading | undefined

/** What a language says where a tag or a dictionary asks for it. Words are divided by spaces, pause marks among them. */
export interface SpokenForms {
  /** Takes a string of digits, without zeros before the number. */
  readonly cardinal: (digits: string, locale: string) => string
  readonly ordinal: (digits: string, locale: string) => string
  /** Digit by digit. */
  readonly digits: (digits: string) => string
  /** The names of letters. */
  readonly spell: (letters: string) => string
  /** The names of other characters, by the character; those without a name are silent. */
  readonly signs: Readonly<Record<string, string>>
  /** A respelling with the ending -s ("per's"). */
  readonly respelledS: (respelling: string) => string
  /** The IPA of a word with the ending -s, from that of the word. */
  readonly ipaS: (ipa: string) => string
}

/** How a language turns text into the words that are said. */
export interface TextFrontEnd {
  /** A written word in the small alphabet that the readers of the language know: see `ReaderInput.text`. */
  readonly clean: (word: string) => string
  /** Reads what begins at a position; every reading is at least one code unit long. */
  readonly read: (input: ReaderInput, at: number) => Reading
  readonly forms: SpokenForms
}

/** A language as it is written in one region. */
export interface TextLocale {
  /** BCP-47 tag, one of those that the language gives for regions ("en-GB"). */
  readonly tag: string
  readonly language: TextFrontEnd
}

/** Letters of the languages that are read, with their marks, for a class of a regular expression. */
export const LETTERS = 'A-Za-zÀ-ÖØ-öø-ɏẞ'

/** Matches a sticky regular expression at a position. */
export function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}

/** A reading that belongs to one written word, or has nothing to say. */
export function reading(at: number, length: number, words: string): Reading {
  return { end: at + length, said: words === '' ? [] : [{ at, words }] }
}

/** A reading of a number or an amount. */
export function numberReading(at: number, length: number, words: string): Reading {
  return { ...reading(at, length, words), isNumber: true }
}

/**
 * A number and what is said for the mark or the unit after it, where the stretch ends: "14 :" is "vierzehn", "zu".
 *
 * @param end the position after the stretch, whose last character says to which written word `mark` belongs
 */
export function markedNumberReading(at: number, end: number, words: string, mark: string): Reading {
  const said = [
    { at, words },
    { at: end - 1, words: mark },
  ]
  return { end, said, isNumber: true }
}

/**
 * The ends of a range and the word between them, each at its own place: "1.5. – 3.6." is "erster mai", "bis", "dritter juni".
 *
 * @param at where its first end begins
 * @param written its first end, and its dash with the spaces around it
 * @param words what is said for the first end, for the dash, and for the last end
 */
export function rangeSaid(
  at: number,
  [first, dash]: readonly [first: string, dash: string],
  [from, to, last]: readonly [from: string, to: string, last: string],
): Verbalization[] {
  const dashAt = at + first.length
  return [
    { at, words: from },
    { at: dashAt + dash.search(/[-–]/), words: to },
    { at: dashAt + dash.length, words: last },
  ]
}

/** No word of a language is longer; what looks around is bounded by it, so that reading takes linear time. */
const MAX_WORD_LENGTH = 40

/**
 * What is before a position, up to a number of characters: readers look back no further, so that reading takes linear time.
 */
export function textBefore(text: string, at: number, length: number): string {
  return text.slice(Math.max(0, at - length), at)
}

const WORD_BEFORE = new RegExp(`([${LETTERS}0-9']+)\\.? ?$`)
const WORD_AFTER = new RegExp(`^[ "'([]{0,2}([${LETTERS}0-9']+)`)
const WORD_CHARACTER = new RegExp(`[${LETTERS}0-9]`)

/** The letters and digits of the word before a position; '' when a mark or the start of the text stands before. */
export function wordBefore(text: string, at: number): string {
  return WORD_BEFORE.exec(textBefore(text, at, MAX_WORD_LENGTH))?.[1] ?? ''
}

/** The start of a line, with the mark of an item and of bold. */
const LINE_START = /(?:^|\n)(?:[-*•+–] )?[*_]{0,2}$/
const MAX_LINE_START = 5

/** Whether a position is at the start of a line, maybe in an item of a list or in bold ("- **Mo:** geschlossen"). */
export function opensLine(text: string, at: number): boolean {
  return LINE_START.test(textBefore(text, at, MAX_LINE_START))
}

/** The letters and digits of the word that begins at a position or one space after it, quotes left out. */
export function wordAfter(text: string, at: number): string {
  return WORD_AFTER.exec(text.slice(at, at + MAX_WORD_LENGTH))?.[1] ?? ''
}

/** The next word with the marks around it, as far as it matters. */
export function chunkAfter(text: string, at: number): string {
  return /^\s?(\S*)/.exec(text.slice(at, at + MAX_WORD_LENGTH))?.[1] ?? ''
}

/** Whether a word ends at a position. */
export function isWordEnd(text: string, at: number): boolean {
  return !WORD_CHARACTER.test(text[at] ?? ' ')
}

/** Whether a written word begins at a position, quotes and brackets aside. */
export function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s"'([{*_~`<>|]/.test(text[at - 1]!)
}

/** Whether a hyphen at a position joins two numbers ("5-10", "$5-$10"): it is no sign of the second one. */
export function joinsNumbers({ text, afterNumber }: ReaderInput, at: number): boolean {
  return afterNumber && text[at] === '-' && /\S/.test(text[at - 1] ?? ' ')
}

/** Whether a line begins at a position. */
export function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n'
}
