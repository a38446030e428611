/** The exit code of a program that writes to a pipe whose reader has gone: 128 and the number of SIGPIPE. */
const READER_GONE = 141

/**
 * Prints a result, as JSON for programs or in words for people.
 *
 * @throws Error as {@link writeResult}
 */
export async function print(
  result: unknown,
  asJson: boolean | undefined,
  inWords: () => string,
): Promise<void> {
  await writeResult(`${asJson ? JSON.stringify(result, null, 2) : inWords()}\n`)
}

/**
 * Writes a result to standard output. Whoever reads it there and has enough, as `head` does, is no failure to speak of: then
 * only the exit code says so.
 *
 * @throws Error that says why it cannot be written, such as a full disk
 */
export async function writeResult(result: string | Uint8Array): Promise<void> {
  const cause = await new Promise<Error | null | undefined>((resolve) => {
    process.stdout.write(result, resolve)
  })
  if (!cause) return
  if ((cause as { code?: string }).code !== 'EPIPE')
    throw new Error(`the result cannot be written to standard output: ${cause.message}`, { cause })
  process.exitCode = READER_GONE
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
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => Bun.stringWidth(line[column]!))))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat(widths[column]! - Bun.stringWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
