import { createInterface } from 'node:readline/promises'

/**
 * Asks the user at the terminal. Anything but "y" or "yes" is a no.
 *
 * @param question a sentence that ends with a question mark
 * @param otherwise what the error says where there is no terminal to ask at
 * @throws Error without a terminal
 */
export async function confirm(question: string, otherwise: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error(otherwise)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
