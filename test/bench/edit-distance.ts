/** The least number of substitutions, insertions and deletions between two sequences (Levenshtein, 1966). */
export function editDistance(from: readonly string[], to: readonly string[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, item] of from.entries()) {
    const next = [index + 1]
    for (const [column, other] of to.entries()) {
      next.push(Math.min(row[column + 1]! + 1, next[column]! + 1, row[column]! + (item === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)!
}
