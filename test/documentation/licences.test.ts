import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { DATA, partsOf, productionPackages } from '../../src/deployment/parts.ts'

const ROOT = join(import.meta.dir, '../..')
const SECTION = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n## Licence\n')[1]!

/** Licences that ask for no more than their own text and the authors' names. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Unicode-3.0',
  'Unlicense',
]
/** Licences that a package may have that is unmodified, named, and can be replaced. */
const REPLACEABLE = /^(OFL-1\.1|LGPL-(2\.0|2\.1|3\.0)-(only|or-later)|MPL-(1\.1|2\.0))$/

/** True for a package with native or WebAssembly code, be it in a file of its own or within a script. */
function hasMachineCode(folder: string): boolean {
  return [...new Glob('**/*').scanSync(folder)].some((file) => {
    if (file.startsWith('node_modules/')) return false
    if (/\.(node|wasm|so|dylib|dll)(\.\d+)*$/.test(file)) return true
    return /\.[cm]?js$/.test(file) && readFileSync(join(folder, file)).includes('WebAssembly.')
  })
}

const packages = productionPackages(ROOT)

test('every package under a licence that asks for more is named with it, in its version', () => {
  const others = [...packages.values()].filter(({ license }) => !isPermissive(license))
  expect(others.map(({ name }) => name)).toContain('codec-parser')
  for (const { name, version, license } of others) expect(rowOf(name, version)).toContain(license!)
})

test('so is every package with machine code that holds something under such a licence', () => {
  for (const [folder, { name, version }] of packages) {
    if (!hasMachineCode(folder)) continue
    const parts = partsOf(name)
    if (parts === undefined)
      throw new Error(`${name} has machine code: find out what is in it, and add it to parts.ts`)
    const other = parts.find(({ license }) => !isPermissive(license))
    if (other !== undefined) expect(rowOf(name, version)).toContain(other.name)
  }
})

test('all else can be replaced, and nothing is under the GPL', () => {
  const licences = [...packages.values()].flatMap(({ name, license }) => [
    [name, license],
    ...(partsOf(name) ?? []).map((part) => [part.name, part.license]),
  ])
  const others = licences.filter(([, license]) => !isPermissive(license))
  expect(others.length).toBeGreaterThan(5)
  expect(others.filter(([, license]) => !REPLACEABLE.test(license ?? ''))).toEqual([])
})

test('the models and data are under permissive licences', () => {
  expect(DATA.filter(({ license }) => !isPermissive(license))).toEqual([])
})

/** True for a licence, or a choice with one, that is permissive. */
function isPermissive(license = ''): boolean {
  return license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((each) => PERMISSIVE.includes(each))
}

/** The row of the section that names a package in its version. */
function rowOf(name: string, version: string): string {
  const named = name.startsWith('@img/sharp-libvips-') ? '@img/sharp-libvips-…' : name
  const row = SECTION.split('\n').find(
    (line) => line.startsWith('| ') && line.includes(`\`${named}\` ${version}`),
  )
  if (row === undefined)
    throw new Error(`the section Licence of README.md does not name \`${named}\` ${version}`)
  return row
}
