const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 }

/** A Roman numeral below 100, or nothing, as a regular expression's source. */
export const ROMAN_NUMERAL = '(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})'

/** The value of a numeral that `ROMAN_NUMERAL` matched. */
export function romanValue(numeral: string): number {
  let total = 0
  for (let i = 0; i < numeral.length; i++) {
    const value = VALUES[numeral[i]!]!
    total += value < (VALUES[numeral[i + 1]!] ?? 0) ? -value : value
  }
  return total
}
