import { matchAt, numberReading, type Reader, type Verbalization } from './reading.ts'

/** The least number of digits that are said in groups: fewer are said in one breath. */
export const MIN_GROUPED_DIGITS = 6

/**
 * The source of a regular expression for what may stand between the words that announce a code and its digits: a colon, the end
 * of a line, a number sign, and the brackets, the quotes or the markdown around it ("your code is **482190**").
 */
export const BEFORE_CODE = ':?[ \\n]?[("“„«‘\'*_`]{0,3}#? ?'

/**
 * The source of a regular expression for a dash or a slash with spaces around it in a telephone number ("+49 (0)30 / 12 34 -
 * 56"). After a dash, a short number belongs to it only at its end: others begin something else ("030 123456 - 24 hours").
 */
export const WIDE_GAP =
  ' / (?=[1-9]\\d\\d|[1-9]\\d[ -]\\d|[1-9] \\d\\d[ -]\\d)| [-–] (?=[1-9]\\d\\d|[1-9]\\d \\d\\d |[1-9] \\d{3} \\d{3}|\\d{1,2}(?:[,;!?)]|\\.(?!\\d)|$))'

const GROUP = 3

/** Whether a pause comes after a digit, by its place among this many: after every third, but never before the last. */
function endsGroup(index: number, count: number): boolean {
  return index % GROUP === GROUP - 1 && index < count - 2
}

/** A code digit by digit, in groups when it is long: "four eight two , one nine zero". */
export function codeWords(digits: string, digitName: (digit: string) => string): string {
  const isGrouped = digits.length >= MIN_GROUPED_DIGITS
  const words = Array.from(digits, (digit, index) => {
    return digitName(digit) + (isGrouped && endsGroup(index, digits.length) ? ' ,' : '')
  })
  return words.join(' ')
}

/**
 * A number as it is written in groups, a plus among them, with a pause between the groups.
 *
 * @param at where the number begins in the text
 * @param plus the word for a plus; left out where none can stand
 */
export function groupsSaid(
  number: string,
  at: number,
  digitByDigit: (digits: string) => string,
  plus = '',
): Verbalization[] {
  const said: Verbalization[] = []
  for (const { 0: group, index } of number.matchAll(/\+|\d+/g)) {
    if (said.length > 0 && said.at(-1)!.words !== plus) said.push({ at: at + index - 1, words: ',' })
    said.push({ at: at + index, words: group === '+' ? plus : digitByDigit(group) })
  }
  return said
}

/** An item of a list that is nothing but digits, no year and no round number. */
const LONE_ITEM = /^(?:[-*+•–]|\d{1,3}[.)]) (?!(?:1\d|20)\d\d(?!\d)|\d{2,10}00(?!\d))\d{4,12}[.,;]?$/

/** Whether a segment is a code in a list ("- 482190"): the words that announce it stand before the list. */
export function isLoneItem(text: string): boolean {
  return LONE_ITEM.test(text)
}

/** The letters and digits of an announced code before more of its digits: "Kundennummer K-482-9910". */
const START_OF_CODE = /(?<![A-Za-z])[A-Z]{1,4}[- /](?:\d{1,8}[- /]){0,3}$/

/**
 * Whether what is before a number is the start of an announced code, to which it belongs; a year in it is one.
 *
 * @param cue ends with what announces a code
 */
export function goesOnCode(before: string, whole: string, cue: RegExp): boolean {
  const isYear = /^(?:19|20)\d\d$/.test(whole)
  return (
    whole.length > 2 && !isYear && START_OF_CODE.test(before) && cue.test(before.replace(START_OF_CODE, ''))
  )
}

/**
 * Single digits with spaces between, and dashes between groups of them; one that begins something else ("6.5", "6th") is not
 * taken, and neither is a subtraction.
 */
const RUN = /(?=(?:\d [-–/] ){0,2}\d \d)\d(?:(?: [-–/])? \d(?![A-Za-z0-9%]|[.,:/-]\d| ?=))+/y

/**
 * Makes the reader of digits that are dictated one by one: "4 8 2 1 9 0" is "four eight two, one nine zero". Where dashes group
 * them ("0 6 - 1 2 3 4"), the pauses are there.
 */
export const digitRunReader =
  (digitName: (digit: string) => string): Reader =>
  ({ text }, at) => {
    const run = matchAt(RUN, text, at)?.[0] ?? ''
    if (run.replace(/\D/g, '').length < MIN_GROUPED_DIGITS) return undefined
    const said: Verbalization[] = []
    for (const { 0: group, index: start } of run.matchAll(/\d(?: \d)*/g)) {
      if (start > 0) said.push({ at: at + start - 2, words: ',' })
      const count = (group.length + 1) / 2
      for (let index = 0; index < count; index++) {
        const place = at + start + 2 * index
        said.push({ at: place, words: digitName(text[place]!) })
        if (count >= MIN_GROUPED_DIGITS && endsGroup(index, count)) said.push({ at: place, words: ',' })
      }
    }
    return { end: at + run.length, said, isNumber: true }
  }

/** Single digits that hyphens join, which are nothing but a code: "7-3-9-1". */
const DICTATED = /\d(?:-\d){3,11}(?![A-Za-z0-9]|[.,:/%-]\d)/y
/** The same with spaces around the dashes. After nothing that announces them, hyphens are minuses. */
const SPACED_DICTATED = /\d(?: [-–] \d){3,11}(?![A-Za-z0-9%]|[.,:/-]\d| [-–=])/y
/** Three of them are said in one breath: "9-1-1". */
const SHORT_DICTATED = /(?<!\d[-.,:/]?)\d-\d-\d(?![A-Za-z0-9%]|[.,:/%-]\d| ?=)/y
/**
 * Digits in groups, but no amounts: "482 913", "4 711 082", "1234-5678", "302-8829301", "21/815/08150", "85.07.30-033.61",
 * "32-4711/2025", "13/234567-24".
 */
const GROUPS =
  /(?:\d{1,4}-\d{2,6}\/\d{2,4}|\d{2,8}(?:[ -]\d{1,8}){0,6}[ -]\d{2,8}|\d(?:[ -]\d{2,6}){2,7}|\d{2,4}\/\d{3,6}(?:-\d{2})?|\d{1,6}(?:[./]\d{1,6}){2,4}(?:-\d{1,6}(?:\.\d{1,6})?)?)(?![A-Za-z0-9]|[.,:/%-]\d)(?! ?(?:[€$£¥%]|euro|dollar|eur\b))/iy
/** Two numbers with a letter behind them, which are no range if the second is smaller or if they are announced: "4401-77B". */
const WITH_LETTER = /(\d{3,6})-(\d{1,4})([A-Z])(?![A-Za-z\d-])/y
const MIN_CODE_DIGITS = 5

function isCodeWithLetter([, first, second]: RegExpExecArray, isAnnounced: boolean): boolean {
  return isAnnounced || (first!.length > 3 && Number(second) < Number(first))
}

/**
 * Makes the reader of codes that are written in groups, digit by digit with a pause between the groups.
 *
 * @param isAnnounced whether the words before a position say that a code follows ("your code is 482 913")
 */
export const groupedCodeReader =
  (isAnnounced: (text: string, at: number) => boolean, digitByDigit: (digits: string) => string): Reader =>
  ({ text }, at) => {
    const short = matchAt(SHORT_DICTATED, text, at)?.[0]
    if (short !== undefined) return numberReading(at, short.length, digitByDigit(short.replaceAll('-', '')))
    const lettered = matchAt(WITH_LETTER, text, at)
    if (lettered && isCodeWithLetter(lettered, isAnnounced(text, at))) {
      const [whole, first, second, letter] = lettered
      const said = groupsSaid(`${first}-${second}`, at, digitByDigit)
      return { end: at + whole.length, said: [...said, { at, words: letter! }], isNumber: true }
    }
    const spaced = matchAt(SPACED_DICTATED, text, at)?.[0]
    const isCode =
      spaced !== undefined && (spaced.includes('–') || text.endsWith(': ', at) || isAnnounced(text, at))
    const dictated = isCode ? spaced : matchAt(DICTATED, text, at)?.[0]
    const code = dictated ?? matchAt(GROUPS, text, at)?.[0]
    if (code === undefined) return undefined
    const isLong = code.replace(/\D/g, '').length >= MIN_CODE_DIGITS
    if (dictated === undefined && !(isLong && isAnnounced(text, at))) return undefined
    return { end: at + code.length, said: groupsSaid(code, at, digitByDigit), isNumber: true }
  }
