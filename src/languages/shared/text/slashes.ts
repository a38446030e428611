import { LETTERS, type ReaderInput, textBefore } from './reading.ts'

/** What a language says for "/". */
export interface SlashWords {
  /** By its name, also between a number and a word. */
  readonly slash: string
  /** Between two words, which no path is of ("Berlin/Hamburg"); left out where it is said by its name. */
  readonly slashOfWords?: string
  /** Between a count and what it is for ("2x/day"). */
  readonly per: string
  /** Between a mark and the best one ("4.5/5"). */
  readonly outOf: string
  /** With the name of a division, which it has between two numbers with spaces around it. */
  readonly always: { readonly '÷': string }
  /** What is said for it between words that are no names, by up to 8 characters on both sides. */
  readonly slashBetween: (around: string) => string | undefined
}

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
/** A temperature, which no number is divided by: "Gas Mark 6 / 200C". */
const TEMPERATURE_AFTER = /^ \d{1,3} ?°?[CF](?![A-Za-z])/
const MAX_NEIGHBOUR_LENGTH = 8
/** A path, by its first mark or by two slashes among small letters. */
const PATH = /^[~./]|^[a-z\d_.-]{1,40}(?:\/[a-z\d_.-]{1,40}){2}/
/** Two capitals, each maybe with its number: "A/B-Test", "K/D", "A1/A2". */
const LETTER_BEFORE = /(?:^|[\s"'(-])\p{Lu}\d{0,2}$/u
const LETTER_AFTER = /^\p{Lu}\d{0,2}(?![\p{L}\d/])/u
/** A part of a house, behind its number: "10 A/B". */
const HOUSE_BEFORE = /\d \p{Lu}$/u
const TEXT_BEFORE_SLASH = /\S{0,40}$/
const TEXT_AFTER_SLASH = /^\S{0,40}/
const MAX_PATH_LENGTH = 40

/** What is said for the slash at a position; '' when it is silent. */
export function slashName({ text, afterNumber }: ReaderInput, at: number, words: SlashWords): string {
  const before = textBefore(text, at, MAX_NEIGHBOUR_LENGTH)
  const around = before + text.slice(at, at + MAX_NEIGHBOUR_LENGTH)
  const between = words.slashBetween(around)
  if (between !== undefined) return between
  const next = text.slice(at + 1, at + 4)
  const isYear = YEAR_BEFORE.test(before)
  const isCount = (afterNumber && !isYear) || COUNT_BEFORE.test(textBefore(text, at, 3))
  if (isCount && LETTER.test(next[0] ?? ' ')) return words.per
  if (afterNumber && before.endsWith(' ') && TEMPERATURE_AFTER.test(around.slice(before.length + 1)))
    return ','
  const isDividend = (afterNumber && /[\d)] $/.test(before)) || TERM_BEFORE.test(before)
  if (isDividend && /^ \d/.test(next)) return words.always['÷']
  const isMark = DECIMALS_BEFORE.test(before) || GROUPED_BEFORE.test(before)
  if (isMark && /^\d/.test(next)) return words.outOf
  const last = text[at - 1] ?? ' '
  const dividesAmounts = /^[$€£¥]/.test(next) || (/[^\d\s)]/.test(last) && /^\d/.test(next))
  if (afterNumber && dividesAmounts) return ','
  if (last === ' ' && next[0] === ' ' && at > 1) return ','
  if (isBetweenCapitals(text, at)) return ''
  if (LETTER_OR_DIGIT.test(next[0] ?? ' ') && (LETTER_OR_DIGIT.test(last) || /[\s~.]/.test(last)))
    return isBetweenWords(text, at) ? (words.slashOfWords ?? words.slash) : words.slash
  return text.length === 1 ? words.slash : ''
}

/** Whether a slash is between two capitals, maybe with their numbers, and not behind the number of a house. */
function isBetweenCapitals(text: string, at: number): boolean {
  return (
    LETTER_BEFORE.test(textBefore(text, at, MAX_NEIGHBOUR_LENGTH)) &&
    LETTER_AFTER.test(text.slice(at + 1, at + MAX_NEIGHBOUR_LENGTH)) &&
    !HOUSE_BEFORE.test(textBefore(text, at, 3))
  )
}

/** Whether a slash is between two words, abbreviations among them, and not in a path ("src/text/words"). */
function isBetweenWords(text: string, at: number): boolean {
  const before = TEXT_BEFORE_SLASH.exec(textBefore(text, at, MAX_PATH_LENGTH))![0]
  const after = TEXT_AFTER_SLASH.exec(text.slice(at + 1, at + MAX_PATH_LENGTH))![0]
  return /\p{L}{2}$/u.test(before) && /^\p{L}{2}/u.test(after) && !PATH.test(`${before}/${after}`)
}
