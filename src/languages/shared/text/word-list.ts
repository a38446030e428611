/** The words of a list that is written with spaces between. */
export function wordList(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** The source of a regular expression for one of such a list, whose words may be regular expressions themselves. */
export function anyOf(list: string): string {
  return [...wordList(list)].join('|')
}
