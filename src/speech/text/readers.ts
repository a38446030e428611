import { readAbbreviation } from './abbreviations.ts'
import { readAddress } from './addresses.ts'
import { readCurrency } from './currency.ts'
import { readDash } from './dashes.ts'
import { readDayMonth, readMonthDay, readNumericDate } from './dates.ts'
import { readDigitRun } from './digit-runs.ts'
import { readEmoji } from './emoji.ts'
import { readFraction } from './fractions.ts'
import { readHex } from './hex.ts'
import { readWord } from './letters.ts'
import { cardinal } from './number-words.ts'
import { readPunctuation } from './punctuation.ts'
import { readQuantity } from './quantities.ts'
import { isLineStart, matchAt, type Passage, type Reader, type Reading, reading } from './reading.ts'
import { readRoman } from './roman.ts'
import { readSymbol } from './symbols.ts'
import { readTelephone } from './telephone.ts'
import { readTime } from './times.ts'

/** Whether an address may begin here: it has a letter after a full stop, an @ or a protocol soon. */
const MAYBE_ADDRESS = /[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,64}(?:@|:\/\/|(?<=\.)[A-Za-z0-9])/y
const BULLET = /(?:[-*+•–]|(\d{1,3})[.)])(?= )/y
const HEADING = /#{1,6}(?= )/y

const NUMBER_READERS: readonly Reader[] = [
  readHex,
  readNumericDate,
  readDigitRun,
  readTelephone,
  readTime,
  readDayMonth,
  readCurrency,
  readFraction,
  readQuantity,
]
const LETTER_READERS: readonly Reader[] = [readMonthDay, readCurrency, readAbbreviation, readRoman, readWord]
const SIGN_READERS: readonly Reader[] = [readHex, readSymbol, readDash, readPunctuation, readEmoji]
const OPENING_READERS: readonly Reader[] = [readTelephone, readCurrency]

/** Reads what begins at a position; every reading is at least one code unit long. */
export function readAt(passage: Passage, at: number): Reading {
  const { text } = passage
  const first = text[at]!
  if (first === ' ') return reading(at, 1, '')
  const line = isLineStart(text, at) ? readLineStart(passage, at) : undefined
  return line ?? readersFor(text, at, first)(passage, at) ?? reading(at, 1, '')
}

function readersFor(text: string, at: number, first: string): Reader {
  if (/[A-Za-z0-9_]/.test(first)) {
    const isNumber = /\d/.test(first)
    const startsWord = !/[A-Za-z0-9@.]/.test(text[at - 1] ?? ' ')
    if (startsWord && matchAt(MAYBE_ADDRESS, text, at)) return isNumber ? NUMBER_OR_ADDRESS : WORD_OR_ADDRESS
    return isNumber ? NUMBER : WORD
  }
  if (/[-+($€£¥₹₩₽₿₪]/.test(first) && /^.{0,3}\d/.test(text.slice(at + 1, at + 5))) return OPENING
  return first === '.' && /^\d/.test(text[at + 1] ?? '') && !/\d/.test(text[at - 1] ?? '')
    ? readQuantity
    : SIGN
}

/** The first of some readers that can read it. */
function firstOf(readers: readonly Reader[]): Reader {
  return (passage, at) => {
    for (const read of readers) {
      const result = read(passage, at)
      if (result) return result
    }
    return undefined
  }
}

const NUMBER = firstOf(NUMBER_READERS)
const NUMBER_OR_ADDRESS = firstOf([readAddress, ...NUMBER_READERS])
const WORD = firstOf(LETTER_READERS)
const WORD_OR_ADDRESS = firstOf([readAddress, ...LETTER_READERS])
const SIGN = firstOf(SIGN_READERS)
const OPENING = firstOf([...OPENING_READERS, ...SIGN_READERS])

/** The numbers and bullets of lists, and the marks of headings. */
function readLineStart({ text, locale }: Passage, at: number): Reading | undefined {
  const heading = matchAt(HEADING, text, at)
  if (heading) return reading(at, heading[0].length, '')
  const bullet = matchAt(BULLET, text, at)
  if (!bullet) return undefined
  const number = bullet[1] === undefined ? '' : `${cardinal(bullet[1], locale)} ,`
  return reading(at, bullet[0].length, number)
}
