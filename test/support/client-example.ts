import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const CLIENTS = readFileSync(join(import.meta.dir, '../../src/docs/clients.md'), 'utf8')

/**
 * The first example of a client in the documentation, in a language, as it is printed there.
 *
 * @param heading the section's, without its marks
 * @throws when there is none
 */
export function exampleOf(heading: string, language: string): string {
  const [, section = ''] = CLIENTS.split(`\n## ${heading}\n`)
  const [, code] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section.split('\n## ')[0]!) ?? []
  if (code === undefined)
    throw new Error(`the section "${heading}" of clients.md has no example in ${language}`)
  return code
}

/**
 * An example with something else in the place of what it has.
 *
 * @throws when the example does not have it
 */
export function changed(example: string, from: string, to: string): string {
  if (!example.includes(from)) throw new Error(`the example has no ${from}`)
  return example.replaceAll(from, to)
}
