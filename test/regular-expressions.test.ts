import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parseFile } from '@swc/core'
import { Glob } from 'bun'
import { analyse } from 'scslre'

const SRC = join(import.meta.dir, '../src')

/**
 * Regular expressions that take more than linear time, and why that does no harm: the text they see is the operator's, or it
 * has a limit.
 */
const HARMLESS: Readonly<Record<string, string>> = {
  '/\\/+$/': 'an address that the operator or a hub gives',
  '/\\(.*?\\)|\\/.*$/g': 'build-emoji.ts: lines of a file of a package, at build time',
  '/([a-z_:][\\w:-]*)\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\\s"\'>]+?)(?=\\s|\\/?>))/gi':
    'a tag, at most 320 UTF-16 code units (MAX_TAG_LENGTH)',
  '/^\\s*\\+?(\\d{1,9}(?:\\.\\d{0,9})?|\\.\\d{1,9})\\s*(m?s)?\\s*$/i':
    'an attribute of a tag, less than 320 units',
  '/^\\s*([+-]?)(\\d{1,6}(?:\\.\\d{0,6})?|\\.\\d{1,6})\\s*(%?)\\s*$/':
    'an attribute of a tag, less than 320 units',
  "/[/.,;:!'*]+$/": 'a path in a text, at most 301 units',
  "/[.,;:!'*]*$/": 'an address in a text, at most 870 units',
  '/[.:-]+$/': 'a host in a text, at most 324 units',
  '/[\\d.]+$/': 'the address of a socket',
  '/<([^>]+)>;\\s*rel="?next"?/': 'a header of the hub that the operator downloads from, at most 16 KiB',
  '/^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$/gu': 'a word of a server that the operator has registered',
  '/^\\W*Licen[sc]e:\\s*(.+)$/im': 'the model card of a model that the operator adds',
}

/** The regular expressions that are written in a file. */
async function literalsOf(file: string): Promise<string[]> {
  const literals: string[] = []
  JSON.stringify(await parseFile(file, { syntax: 'typescript' }), (_, node) => {
    if (node?.type === 'RegExpLiteral') literals.push(`/${node.pattern}/${node.flags}`)
    return node
  })
  return literals
}

/** Whether a text exists for which it takes time that grows faster than the text. */
function isSuperLinear(literal: string): boolean {
  const end = literal.lastIndexOf('/')
  const { reports } = analyse(
    { source: literal.slice(1, end), flags: literal.slice(end + 1) },
    { reportTypes: { Move: true }, maxReports: 1 },
  )
  return reports.length > 0
}

test('regular expressions take linear time, or see only short texts', async () => {
  const files = [...new Glob('**/*.ts').scanSync({ cwd: SRC, absolute: true })]
  const literals = new Set((await Promise.all(files.map(literalsOf))).flat())
  expect(literals.size).toBeGreaterThan(400)
  const slow = [...literals].filter(isSuperLinear)
  expect(slow.toSorted()).toEqual(Object.keys(HARMLESS).toSorted())
})

test.each(['/a+b/', '/(a+)+b/', '/\\s*x?\\s*$/'])('%s would be found', (literal) => {
  expect(isSuperLinear(literal)).toBe(true)
})
