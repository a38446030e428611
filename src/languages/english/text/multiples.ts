import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import { isResultAsked } from './sums.ts'
import { isLength, unitAt } from './units.ts'

/** How often something is done, after the number of times ("3x daily", "2x/week", "3 x a day"). */
const HOW_OFTEN =
  /[xX×](?= ?\/ ?[a-z]| (?:hourly|daily|nightly|weekly|monthly|yearly|(?:an?|per|each|every) (?:hour|day|night|week|month|year))(?![a-z]))/y
/** What somebody has been or won so often: "a 14x All-Star", "5x world champion". */
const WON =
  /[xX×](?= (?:[A-Za-z]{2,12}[ -]){0,2}(?:[Cc]hampions?|[Ww]inners?|MVPs?|Star|Stars|[Mm]edall?ists?|Olympians?|[Nn]ominees?)(?![A-Za-z]))/y
/** How many times one figure of a company is another: "a P/E of 18.4x", "2.1x EBITDA". */
const MULTIPLE =
  /(?<=\d\.\d{1,2})[xX](?=$|[;,)]|\.(?!\d)| (?:EBITDA|earnings|sales|revenues?|book|forward)(?![a-z]))/y
const ANOTHER_NUMBER = /[xX×] ?(?=(\d[\d.,]{0,9}))/y
/** "200 mg x 2", "225 lbs x 5" */
const DOSE_BEFORE = /(?:m?c?g|m[lL]|lbs?) ?$/
/** A side with its letter or its name: `24"W x 36"H`, "1.5m wide x 2m high". */
const SIDE_BEFORE = /\d(?:["'] ?[WHDL]| ?(?:["']|[cm]?m|in|ft)\.? (?:wide|long|deep|high|tall)) $/
const MAX_SIDE_LENGTH = 14
const PRICE = /[xX×](?= ?[$€£¥₹]\d)/y
/** A sum in brackets, after its factor: "2(3 + 5)". */
const SUM = /(?<=\d)\((?=\d{1,4} ?[-+] ?\d{1,4}\))/y
/** The start of a Canadian postcode: "M3N 1X1". */
const POSTCODE_BEFORE = /(?<![A-Z\d])[A-Z]\d[A-Z] ?\d$/
/** What is ordered, after how many of it, if one of something is among it: "1x pad thai, 2x spring rolls". */
const ORDERED =
  /[xX×](?= (?!(?:speed|zoom|magnification|leverage|playback|power|optical|more|faster|and|or|to|is|was|in|for|the|as|per|an?)(?![a-z]))[A-Za-z]{2})/y
const ONE_OF = /(?<![\d.,])1[xX] [A-Za-z]{2}/
const MAX_ORDER_LENGTH = 120
/** The price of what is ordered: "2x Bagels @ $1.99", "1 × Large Latte ($5.25)". */
const PRICED_AFTER = /^[xX×] [A-Za-z][A-Za-z' -]{1,40} (?:@ ?|\()[$€£]\d/
const MAX_PRICED_LENGTH = 50

/** The other sides of something, with their unit, and no result after it: "210 × 297 mm". */
const SIDES_AFTER =
  /^×(?: ?\d{1,5}(?:\.\d{1,3})? ?[×x]){0,2} ?\d{1,5}(?:\.\d{1,3})? ?(?:[cm]m|ft|px|in(?:ches)?|feet)(?![A-Za-z\d^/]| ?=)/
const MAX_SIDES_LENGTH = 40

/** How long something is done ("twice daily x 7 days"). */
const HOW_LONG =
  /[xX] ?(?=\d{1,3} ?(?:h|hrs?|hours?|days?|wks?|weeks?|mos?|months?|yrs?|years?)(?![A-Za-z]))/y

/** How many of something, after its name: "latte x2", "repeat x3", "squats x 15"; "x86" and "x64" are names. */
const SO_MANY =
  /(?<=[A-Za-z)] )x(?=(?!86|64|32)\d{1,2}(?![\w:%-]|\.\d))|(?<=[a-z]{3}s )x (?=\d{1,2}(?![\w:%]|\.\d))/y

/**
 * Reads the "x" or "×" after a number: "by" between the sides of something ("4x4"), "times" before an amount ("2 x 500 mg") and
 * before how often ("3x daily"), and after a name ("latte x2"). Before how long it is "for" ("3x daily x 7 days"), and silent in an order ("1x pad thai").
 */
export const readMultiple: Reader = ({ text, afterNumber }, at) => {
  if ((afterNumber || text[at - 1] === ' ') && matchAt(PRICE, text, at)) return reading(at, 1, 'times')
  if (afterNumber && matchAt(SUM, text, at)) return reading(at, 1, 'times')
  if (
    !afterNumber &&
    SIDE_BEFORE.test(textBefore(text, at, MAX_SIDE_LENGTH)) &&
    matchAt(ANOTHER_NUMBER, text, at)
  )
    return reading(at, 1, 'by')
  if (!afterNumber && matchAt(SO_MANY, text, at) && !matchAt(HOW_LONG, text, at))
    return reading(at, 1, 'times')
  if (!afterNumber)
    return text[at - 1] === ' ' && matchAt(HOW_LONG, text, at) ? reading(at, 1, 'for') : undefined
  const isDose = DOSE_BEFORE.test(textBefore(text, at, 5))
  if (isDose && matchAt(HOW_LONG, text, at)) return reading(at, 1, 'for') // "40 mg x3 days"
  if (matchAt(WON, text, at)) return reading(at, 1, 'time') // "a five time champion"
  if (matchAt(MULTIPLE, text, at)) return reading(at, 1, 'times')
  if (matchAt(HOW_OFTEN, text, at)) return reading(at, 1, isOne(text, at) ? 'time' : 'times')
  if (matchAt(ORDERED, text, at) && isOrder(text, at)) return reading(at, 1, '')
  const another = matchAt(ANOTHER_NUMBER, text, at)
  if (!another || POSTCODE_BEFORE.test(textBefore(text, at, 6))) return undefined
  if (text.startsWith('10^', at + another[0].length)) return reading(at, 1, 'times')
  const end = at + another[0].length + another[1]!.length
  const unit = unitAt(text, end, false)
  if (/^s(?![A-Za-z0-9])/.test(text.slice(end, end + 2))) return reading(at, 1, 'by') // "2x4s"
  const isProduct = unit ? !isLength(unit.words) : /^ ?=/.test(text.slice(end, end + 2)) || isFactor(text, at)
  if (isProduct || isDose) return reading(at, 1, 'times')
  if (text[at] === '×' && !SIDES_AFTER.test(text.slice(at, at + MAX_SIDES_LENGTH))) return undefined
  return reading(at, 1, 'by')
}

/** Whether the price or one of something is nearby, so that the "x" after a number stands for a piece. */
function isOrder(text: string, at: number): boolean {
  return (
    PRICED_AFTER.test(text.slice(at, at + MAX_PRICED_LENGTH)) ||
    ONE_OF.test(text.slice(Math.max(0, at - MAX_ORDER_LENGTH), at + MAX_ORDER_LENGTH))
  )
}

/** Whether the number before is the first of a product that is asked for: "What is 7x8?" */
function isFactor(text: string, at: number): boolean {
  const [number] = /\d{0,6} ?$/.exec(textBefore(text, at, 7))!
  return isResultAsked(text, at - number.length)
}

function isOne(text: string, at: number): boolean {
  return /(?<![\d.,-])1 ?$/.test(textBefore(text, at, 3))
}
