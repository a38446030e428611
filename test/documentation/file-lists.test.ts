import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'

const SRC = join(import.meta.dir, '../../src')
const READMES = [...new Glob('**/README.md').scanSync(SRC)].toSorted()

/** The TypeScript files beside a README. */
function filesBeside(readme: string): string[] {
  return readdirSync(join(SRC, dirname(readme))).filter((name) => /\.tsx?$/.test(name))
}

/** The files that a README lists beside it, one or several at the start of an item or row; `*` stands for any characters. */
function listedIn(readme: string): string[] {
  const text = readFileSync(join(SRC, readme), 'utf8')
  const items = [...text.matchAll(/^(?:- |\| )`([\w*.-]+\.tsx?)`/gm)].map(([, name]) => name!)
  return items.filter((name) => matches(name, filesBeside(readme)))
}

function matches(pattern: string, names: readonly string[]): boolean {
  return names.some((name) => new Glob(pattern).match(name))
}

const WITH_LIST = READMES.filter((readme) => listedIn(readme).length > 0)

test.each(WITH_LIST)('src/%s, which lists files, names every file beside it', (readme) => {
  const text = readFileSync(join(SRC, readme), 'utf8')
  const named = [...text.matchAll(/([\w*.-]+\.tsx?)\b/g)].map(([, name]) => name!)
  expect(filesBeside(readme).filter((file) => !named.some((name) => matches(name, [file])))).toEqual([])
})

test('lists of files are found', () => {
  expect(WITH_LIST).toContain('http/README.md')
  expect(WITH_LIST).toContain('engines/onnx/pocket/README.md')
})
