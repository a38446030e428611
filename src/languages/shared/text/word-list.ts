/** The words of a list that is written with spaces between. */
export function wordList(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
