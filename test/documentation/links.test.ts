import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Glob } from 'bun'
import { Marked } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { blocksOf } from './blocks.ts'

const ROOT = join(import.meta.dir, '../..')
const FILES = ['*.md', '{src,test,wasm,models}/**/*.md']
  .flatMap((pattern) => [...new Glob(pattern).scanSync(ROOT)])
  .filter((file) => !file.includes('node_modules/'))
  .toSorted()

/** Where the links and pictures of a Markdown file lead, and the anchors of its headings as GitHub makes them. */
function read(file: string): { targets: string[]; anchors: string[] } {
  const targets: string[] = []
  const markdown = new Marked(gfmHeadingId(), {
    walkTokens: (token) => {
      if (token.type === 'link' || token.type === 'image') targets.push(token.href)
    },
  })
  markdown.parse(readFileSync(join(ROOT, file), 'utf8'), { async: false })
  return { targets, anchors: getHeadingList().map(({ id }) => id) }
}

describe('links', () => {
  test.each(FILES)('of %s lead to files and headings that exist', (file) => {
    const broken = read(file).targets.filter((target) => {
      if (/^https?:/.test(target)) return false
      const [path, anchor] = target.split('#')
      const to = path === '' ? file : join(dirname(file), path!)
      return !existsSync(join(ROOT, to)) || (anchor !== undefined && !read(to).anchors.includes(anchor))
    })
    expect(broken).toEqual([])
  })

  test('are found', () => {
    expect(read('README.md').targets).toContain('src/docs/api.md#cloning-a-voice')
    expect(read('src/docs/api.md').anchors).toContain('cloning-a-voice')
  })
})

/** The files of programs in this repository, by their names alone. */
const PROGRAMS = new Set(
  [...new Glob('{src,test,wasm,models}/**/*.{ts,py}').scanSync(ROOT)]
    .filter((file) => !file.includes('node_modules/'))
    .map((file) => basename(file)),
)

test.each(FILES)('every path and program that %s names exists', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => path!)
  const fromRoot = named(/`((?:src|test|wasm|models)\/[\w./-]+)`/g)
  const fromHere = named(/`(\.\.?\/[\w./-]+\.\w+)`/g).map((path) => join(dirname(file), path))
  expect([...fromRoot, ...fromHere].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(named(/`([\w.-]+\.(?:ts|py))`/g).filter((name) => !PROGRAMS.has(name))).toEqual([])
})

test('every section of the specification that the code refers to is a heading of its page', () => {
  const page = readFileSync(join(ROOT, 'src/docs/specification.md'), 'utf8')
  const sections = [...page.matchAll(/^##+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number!)
  const references: string[] = []
  for (const file of new Glob('{src,wasm,test,models}/**/*.{ts,md}').scanSync(ROOT)) {
    if (file.includes('node_modules/') || file.startsWith('src/docs/')) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, numbers] of text.matchAll(/\bspec ((?:\d+(?:\.\d+)*(?:, | to | and )?)+)/g))
      references.push(...numbers!.match(/\d+(\.\d+)*/g)!)
  }
  expect(references.length).toBeGreaterThan(20)
  expect([...new Set(references)].filter((number) => !sections.includes(number))).toEqual([])
})

test("README's example of a framework is the one on the clients' page", () => {
  const [example] = blocksOf(join(ROOT, 'README.md')).filter(({ language }) => language === 'py')
  expect(blocksOf(join(ROOT, 'src/docs/clients.md')).map(({ text }) => text)).toContain(example!.text)
})

test('README fits into 250 lines', () => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(250)
})
