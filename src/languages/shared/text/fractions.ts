/** A whole number and a fraction: "3 1/2". */
export const MIXED = /(\d{1,6}) (\d{1,3})\/(\d{1,4})(?![\d/])/y
export const FRACTION = /(\d{1,6})\/(\d{1,6})(?![\d/])/y
/** A rating, with a comma in its decimals: "4,5/5". */
export const RATING = /(\d{1,3}),(\d{1,2})\/(\d{1,3})(?![\d/])/y
/** A season or a school year: "2023/24", "2019/2020", "1848/49". */
export const SEASON = /((?:1[89]|20)\d\d)\/((?:19|20)?\d\d)(?![\d/])/y

/** Denominators above twelve that fractions have. */
const LARGE = new Set([15, 16, 20, 25, 32, 50, 64, 100, 1000])

/** Whether fractions that people say have this denominator. */
export function isUsualDenominator(denominator: number): boolean {
  return denominator <= 12 || LARGE.has(denominator)
}

/** Whether a pair of numbers is the two shares of a whole ("70/30"), between which nothing is said. */
export function isSplit(first: string, second: string): boolean {
  return (
    Number(first) + Number(second) === 100 &&
    Number(first) >= 50 &&
    Number(second) % 5 === 0 &&
    Number(second) > 0
  )
}

/**
 * Whether a pair of numbers is a common fraction. Others are more likely scores, page numbers or blood pressures, and above
 * twelve neighbours are a pair ("iPhone 14/15"), and so is what could be shortened ("BahnCard 25/50"), unless it is a small share.
 */
export function isCommonFraction(above: string, below: string): boolean {
  const numerator = Number(above)
  const denominator = Number(below)
  if (numerator === 0 || numerator >= denominator || !isUsualDenominator(denominator)) return false
  if (denominator <= 12) return denominator !== 11
  if (denominator - numerator === 1) return false
  return isInLowestTerms(numerator, denominator) || numerator * 10 < denominator
}

/** Whether a fraction cannot be shortened: its numbers have no divisor in common. */
function isInLowestTerms(numerator: number, denominator: number): boolean {
  return numerator === 0 ? denominator === 1 : isInLowestTerms(denominator % numerator, numerator)
}
