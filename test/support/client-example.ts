import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const CLIENTS = readFileSync(join(import.meta.dir, '../../src/docs/clients.md'), 'utf8')

/**
 * The first code example in a section of the client documentation, as it is printed there.
 *
 * @param heading the heading of the section, without `#`
 * @throws if there is no such example
 */
export function exampleOf(heading: string, language: string): string {
  const [, section = ''] = CLIENTS.split(`\n## ${heading}\n`)
  const [, code] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(section.split('\n## ')[0]!) ?? []
  if (code === undefined)
    throw new Error(`the section "${heading}" of clients.md has no example in ${language}`)
  return code
}

/**
 * Replaces a part of an example.
 *
 * @throws if the example does not contain it
 */
export function changed(example: string, from: string, to: string): string {
  if (!example.includes(from)) throw new Error(`the example has no ${from}`)
  return example.replaceAll(from, to)
}
