import { matchAt, type Reader, reading, textBefore } from '../../shared/text/reading.ts'
import { wordList } from '../../shared/text/word-list.ts'
import { isUnmistakable, STOP, UNIT_SYMBOL, unitName } from './units.ts'

/** An amount of money and what it may already be for, or a pace: "$20", "5 EUR", "$20/user", "8:30". */
const PRICE_BEFORE =
  /(?:(?:[$€£¥₹]|\bRs\.?) ?\d[\d.,]{0,12}(?:[-–][$€£¥₹]?\d[\d.,]{0,6})?(?:bn|[kKMB])?|\d ?(?:[€£¥¢]|USD|EUR|GBP|cents?)|\d:\d\d)(?:(?: ?\/ ?| per )[a-z]{1,12}\.?)? ?$/
/** Something that is counted, and what it may already be for: "100 requests", "2x", "5 GB/user". */
const COUNT_BEFORE = /\d[kKM]?\+? ?[A-Za-z×]{1,12}\.?(?:\/[A-Za-z]{1,12})?$/
/** A number that is counted alone ("2/wk"). */
const NUMBER_BEFORE = /(?<![\d.,/:-])\d{1,4}$/
/** A count that is a word ("once/day"). */
const HOW_OFTEN_BEFORE = /\b(?:once|twice|times|one|two|three)$/
/** A rate of interest ("1.5%/mo"). */
const PERCENT_BEFORE = /\d ?%$/
const DRUG_BEFORE = /\d ?(?:mc?g|g|units?|IU|mEq|mmol|tab(?:let)?s?|cap(?:sule)?s?|puffs?|doses?|drops?)$/
/** So much of a drug: "3 g of acetaminophen/day". */
const OF_DRUG_BEFORE = /\d ?(?:mc?g|g|m[lL]) (?:of )?[a-z]{4,16}$/
/** What is paid, and its name: "$75 late fee/day", "14.5% tax/night". */
const FEE_BEFORE = /(?:[$€£]\d[\d.,]{0,9}|\d ?%)(?: [a-z]{2,10}){1,2}$/
/** A count of cells: "7.4 x 10^9/L". */
const POWER_BEFORE = /10\^-?\d{1,2}$/
const MAX_BEFORE_LENGTH = 36

const DIVISOR = new RegExp(`\\/ ?([a-z]{5,8}|${UNIT_SYMBOL})${STOP}(?![A-Za-z0-9^'&@_])`, 'y')
/** The volume or the time for so much of a drug: "5 mL" of "10 mg/5 mL", "24 hrs" of "4 g/24 hrs". */
const PER_SO_MUCH = /\/(?=\d[\d.]{0,4} ?(?:[mcd]?[lL]|h|hrs?|hours?)(?![A-Za-z]))/y

/** Of how much something else is: "90 mL/min/1.73 m²", "8 L/100 km", "5 g/100 g". */
const PER_MEASURE = /\/(?=1\.73 ?m|100 ?(?:km|g|m[lL])(?![A-Za-z]))/y
/** How many are sold for an amount: "2/$35". */
const FOR_AMOUNT = /\/(?=[$€£]\d)/y
const FEW_BEFORE = /(?<![\d.,/$€£-])\d{1,2}$/
const UNIT_BEFORE = /\d ?[A-Za-z]{1,3}(?:\/min)?$/

/** What prices are for, by symbols that are units only here. */
const GOODS: Readonly<Record<string, string>> = {
  ...{ pp: 'person', pc: 'piece', ct: 'count', pk: 'pack', d: 'day', nt: 'night', msg: 'message' },
}

/** What something is counted for: "2x/day", "1 coupon/customer". */
const SHARES =
  wordList(`second minute hour day night week month quarter year person guest room user customer account mile
  gallon serving dose nostril eye ear set team page class student employee seat session visit trip meal`)

/**
 * Reads the slash of a rate and what follows it: "$12/hr" is "twelve dollars per hour", "$5/ea" "five dollars each",
 * "100 requests/s" "one hundred requests per second", "once/day" "once per day", "10 mg/5 mL" "ten milligrams per five
 * milliliters".
 */
export const readRate: Reader = ({ text }, at) => {
  if (text[at] !== '/') return undefined
  const before = textBefore(text, at, MAX_BEFORE_LENGTH)
  const isDrug = DRUG_BEFORE.test(before)
  if (isDrug && matchAt(PER_SO_MUCH, text, at)) return reading(at, 1, 'per')
  if (UNIT_BEFORE.test(before) && matchAt(PER_MEASURE, text, at)) return reading(at, 1, 'per')
  if (FEW_BEFORE.test(before) && matchAt(FOR_AMOUNT, text, at)) return reading(at, 1, 'for')
  const isPrice = PRICE_BEFORE.test(before)
  if (isPrice && /\d/.test(text[at + 1] ?? ' ')) return reading(at, 1, 'per') // "$2.50/1M tokens"
  const match = matchAt(DIVISOR, text, at)
  if (!match) return undefined
  const [whole, divisor] = match
  if (isPrice && /^ea(?:ch)?$/.test(divisor!)) return reading(at, whole.length, 'each')
  const isCount = [
    COUNT_BEFORE,
    NUMBER_BEFORE,
    HOW_OFTEN_BEFORE,
    PERCENT_BEFORE,
    FEE_BEFORE,
    OF_DRUG_BEFORE,
  ].some((cue) => cue.test(before))
  const unit = unitName(divisor!)
  const name = unit ?? GOODS[divisor!] ?? divisor!
  const isShare = (isPrice || isCount) && SHARES.has(name)
  const isUnit = unit !== undefined && (isDrug || POWER_BEFORE.test(before) || isUnmistakable(divisor!))
  if (isShare || isUnit || (isPrice && name !== divisor)) {
    const said = [
      { at, words: 'per' },
      { at: at + whole.indexOf(divisor!), words: name },
    ]
    return { end: at + whole.length, said }
  }
  return isPrice && /^[a-z]/.test(divisor!) ? reading(at, 1, 'per') : undefined
}
