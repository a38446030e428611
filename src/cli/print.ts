/** Prints a result, as JSON for programs or in words for people. */
export function print(result: unknown, asJson: boolean | undefined, inWords: () => string): void {
  console.log(asJson ? JSON.stringify(result, null, 2) : inWords())
}

/** Says to a person how a command gets on. That goes to standard error: standard output is for the result. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`) // console.error would show it in red
}

/** Rows as a table, or a sentence if there are none. */
export function table(rows: readonly Record<string, string | number>[], none: string): string {
  const [first] = rows
  if (first === undefined) return none
  const titles = Object.keys(first)
  const lines = [titles, ...rows.map((row) => titles.map((title) => String(row[title])))]
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
