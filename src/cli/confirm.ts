import { createInterface } from 'node:readline/promises'

/**
 * Asks the user at the terminal to type a name, for what cannot be undone. Anything else is a no.
 *
 * @param question what will happen, and what to type
 * @param otherwise as for {@link confirm}
 * @throws Error without a terminal
 */
export async function confirmByName(question: string, name: string, otherwise: string): Promise<boolean> {
  return (await ask(`${question}: `, otherwise)) === name
}

/**
 * Asks the user at the terminal. Anything but "y" or "yes" is a no.
 *
 * @param question a sentence that ends with a question mark
 * @param otherwise what the error says where there is no terminal to ask at
 * @throws Error without a terminal
 */
export async function confirm(question: string, otherwise: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `, otherwise))
}

async function ask(question: string, otherwise: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(otherwise)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}
