import {
  LETTERS,
  matchAt,
  numberReading,
  type Passage,
  type Reader,
  type Reading,
  type Said,
} from '../reading.ts'
import { oneAt } from './adjectives.ts'
import { bareNumber, counted } from './bare-numbers.ts'
import { MAGNITUDE, scaledWords } from './currency.ts'
import {
  cardinal,
  decimal,
  digitByDigit,
  type Ending,
  ordinal,
  prefix,
  versionWords,
  year,
} from './number-words.ts'
import { unitAt } from './units.ts'

/** Four numbers as the Internet has them; "1.000.000.000" is none. */
const ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}(?<!\.000)(?!\.?\d)/y
const GROUPED =
  /\d{1,3}(?:\.\d{3}(?!\d))+(?!\.\d)|\d{1,3}(?:'\d{3}(?!\d))+|\d{1,3}(?: \d{3}(?!\d|[.:/]\d))+(?! ?\d)/y
const VERSION = /\d{1,6}(?:\.\d{1,6}){1,8}(?!\d)/y
const WHOLE = /\d+/y
const FRACTION = /,(\d+)(?![.,]\d)/y
const SHORT_MAGNITUDE = new RegExp(MAGNITUDE, 'y')
const THOUSAND = /[kK](?![A-Za-z0-9'&])/y
/** "90er", "1990er", "80ern" */
const DECADE = new RegExp(`er(n|s)?(?![${LETTERS}0-9])`, 'y')
/** Begin what makes one word with a number: "10-jährig", "4-mal", "3fach", "der 30-Jährige". */
const STEMS =
  'mal|fach|jährig|stündig|tägig|tägl|wöchig|monatig|minütig|sekündig|köpfig|teilig|stellig|stöckig|stufig|seitig|' +
  'türig|prozentig|gradig|zeilig|spaltig|sprachig|geschossig|sitzig|beinig|bändig|strahlig|silbig|dimensional|zöllig|' +
  'spurig|gängig|zylindrig|tausend|hundert'
const SUFFIX = new RegExp(`-?((?:${STEMS})[${LETTERS}]{0,12})`, 'iy')
/** "3te", "20ste" */
const ORDINAL_SUFFIX = new RegExp(`-?s?t(e[nrsm]?)(?![${LETTERS}0-9])`, 'y')
const PERCENT_SUFFIX = /-? ?%-?(ig(?:e[mnrs]?)?)(?![A-Za-z])/y
const TIMES = /[xX](?![A-Za-z0-9])/y
const INCHES = /"(?![A-Za-z0-9])/y

/** Reads numbers with what is attached to them: "3,14", "1.000", "90er", "50 %", "10-jährig", "1,5 Mio.", "5 km". */
export const readQuantity: Reader = (passage, at) => {
  const { text } = passage
  const address = matchAt(ADDRESS, text, at)
  if (address)
    return numberReading(at, address[0].length, address[0].split('.').map(digitByDigit).join(' punkt '))
  const grouped = matchAt(GROUPED, text, at)
  const version = grouped ? null : matchAt(VERSION, text, at)
  if (version) return withUnit(passage, at, at + version[0].length, versionWords(version[0]), undefined)
  const match = grouped ?? matchAt(WHOLE, text, at)
  if (!match) return undefined
  const whole = match[0].replace(/[.' ]/g, '')
  const fraction = matchAt(FRACTION, text, at + match[0].length)
  const end = at + match[0].length + (fraction?.[0].length ?? 0)
  if (fraction) {
    const value = decimal(whole, fraction[1]!)
    const suffix = matchAt(SUFFIX, text, end)
    if (suffix) return wordReading(at, end + suffix[0].length, joined(value, suffix[1]!))
    return withUnit(passage, at, end, value, undefined)
  }
  return withEnding(passage, at, end, whole) ?? withUnit(passage, at, end, undefined, whole, grouped !== null)
}

/** What makes one word with the number. */
function withEnding({ text }: Passage, at: number, end: number, whole: string): Reading | undefined {
  const decade = matchAt(DECADE, text, end)
  if (decade) {
    const number = /^[12]\d{3}$/.test(whole) ? year(whole) : prefix(whole)
    return numberReading(at, end + decade[0].length - at, `${number}${decade[0]}`)
  }
  const percent = matchAt(PERCENT_SUFFIX, text, end)
  if (percent) return wordReading(at, end + percent[0].length, `${prefix(whole)}prozent${percent[1]}`)
  const suffix = matchAt(SUFFIX, text, end)
  if (suffix) return wordReading(at, end + suffix[0].length, joined(prefix(whole), suffix[1]!))
  const nth = Number(whole) > 0 ? matchAt(ORDINAL_SUFFIX, text, end) : null
  if (nth) return wordReading(at, end + nth[0].length, ordinal(whole, nth[1] as Ending))
  const times = matchAt(TIMES, text, end)
  if (times) return wordReading(at, end + 1, `${prefix(whole)}mal`)
  return undefined
}

/** "zehnjährig", from the words of a number */
function joined(number: string, suffix: string): string {
  return number + suffix.toLowerCase()
}

/** A word that begins with a number, and is none. */
function wordReading(at: number, end: number, word: string): Reading {
  return { end, said: [{ at, words: word }] }
}

/**
 * A number with what follows it, if it is a magnitude or a unit.
 *
 * @param value what is said for the number, undefined for a whole one
 * @param whole its digits
 */
function withUnit(
  passage: Passage,
  at: number,
  end: number,
  value: string | undefined,
  whole: string | undefined,
  isGrouped = false,
): Reading {
  const { text } = passage
  const plain = () => value ?? (isGrouped ? cardinal(whole!) : counted(whole!))
  const magnitude = matchAt(SHORT_MAGNITUDE, text, end)
  if (magnitude) {
    const words = scaledWords(plain(), magnitude[1]!)
    const space = words.lastIndexOf(' ')
    const isApart = magnitude[0].startsWith(' ')
    const said: Said[] = isApart
      ? [
          { at, words: words.slice(0, space) },
          { at: end + 1, words: words.slice(space + 1) },
        ]
      : [{ at, words }]
    return { end: end + magnitude[0].length, said, isNumber: true }
  }
  const thousand =
    whole !== undefined && !/^[48]$/.test(whole) && whole.length < 7 && matchAt(THOUSAND, text, end)
  if (thousand) return numberReading(at, end + 1 - at, cardinal(`${whole}000`))
  const unit = unitAt(text, end)
  if (unit) {
    const number =
      whole === undefined ? value! : whole === '1' ? oneAt(passage.text, at, unit.gender) : plain()
    const said = [
      { at, words: number },
      { at: unit.at, words: whole === '1' ? unit.one : unit.many },
    ]
    return { end: unit.end, said, isNumber: true }
  }
  if (!passage.inQuote && matchAt(INCHES, text, end)) {
    return numberReading(at, end + 1 - at, `${value ?? prefix(whole!)} zoll`)
  }
  if (value !== undefined || isGrouped) return numberReading(at, end - at, plain())
  return numberReading(at, end - at, bareNumber(passage, at, end, whole!))
}
