import type { Said } from './reading.ts'

/** From this many digits on they are said in groups: what is shorter is said in one breath. */
export const FEWEST_IN_GROUPS = 6

const GROUP = 3

/** Whether a pause comes after a digit, by its place among so many: after every third, but never before the last. */
export function endsGroup(index: number, count: number): boolean {
  return index % GROUP === GROUP - 1 && index < count - 2
}

/** A code digit by digit, in groups when it is long: "four eight two , one nine zero". */
export function codeWords(digits: string, digitName: (digit: string) => string): string {
  const isGrouped = digits.length >= FEWEST_IN_GROUPS
  const words = Array.from(digits, (digit, index) => {
    return digitName(digit) + (isGrouped && endsGroup(index, digits.length) ? ' ,' : '')
  })
  return words.join(' ')
}

/**
 * A number as it is written in groups, a plus among them, with a pause between the groups.
 *
 * @param at where the number begins in the text
 */
export function groupsSaid(number: string, at: number, digitByDigit: (digits: string) => string): Said[] {
  const said: Said[] = []
  for (const { 0: group, index } of number.matchAll(/\+|\d+/g)) {
    if (said.length > 0 && said.at(-1)!.words !== 'plus') said.push({ at: at + index - 1, words: ',' })
    said.push({ at: at + index, words: group === '+' ? 'plus' : digitByDigit(group) })
  }
  return said
}
