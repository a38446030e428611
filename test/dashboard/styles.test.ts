import { expect, test } from 'bun:test'
import { join } from 'node:path'

const WEB = join(import.meta.dir, '../../src/dashboard/web')

// The styles of all pages are loaded into one document, and stay there. A rule belongs to the first class of its selector.

test('each class belongs to one style sheet, so that no page changes what another looks like', async () => {
  const sheets = await namesIn(/^[^.@]*\.([\w-]+)/)
  expect(sheets.get('card')).toEqual(['ui/card.css'])
  expect(shared(sheets)).toEqual([])
})

test('each animation belongs to one style sheet', async () => {
  const sheets = await namesIn(/^@keyframes ([\w-]+)/)
  expect(sheets.size).toBeGreaterThan(0)
  expect(shared(sheets)).toEqual([])
})

test('a page has rules for its own classes only, not for elements', async () => {
  const loose = (await rules()).filter(
    ({ sheet, rule }) => sheet.startsWith('pages/') && !/^(\.|@|from$|to$|\d+%$)/.test(rule),
  )
  expect(loose).toEqual([])
})

/** The names that rules begin with, each with the style sheets that it is in. */
async function namesIn(beginning: RegExp): Promise<Map<string, string[]>> {
  const sheets = new Map<string, string[]>()
  for (const { sheet, rule } of await rules()) {
    const name = beginning.exec(rule)?.[1]
    if (name === undefined) continue
    const known = sheets.get(name) ?? []
    if (!known.includes(sheet)) sheets.set(name, [...known, sheet])
  }
  return sheets
}

function shared(sheets: ReadonlyMap<string, readonly string[]>): [name: string, sheets: readonly string[]][] {
  return [...sheets].filter(([, { length }]) => length > 1)
}

/** What stands before each opening brace, selectors of one rule each for itself. */
async function rules(): Promise<{ readonly sheet: string; readonly rule: string }[]> {
  const found: { sheet: string; rule: string }[] = []
  for (const sheet of new Bun.Glob('**/*.css').scanSync(WEB)) {
    const text = (await Bun.file(join(WEB, sheet)).text()).replaceAll(/\/\*.*?\*\//gs, '')
    for (const [, head] of text.matchAll(/([^{};]+)\{/g))
      for (const rule of head!.split(/,(?![^(]*\))/)) found.push({ sheet, rule: rule.trim() })
  }
  return found
}
