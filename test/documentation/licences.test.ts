import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'

const ROOT = join(import.meta.dir, '../..')
const SECTION = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n## Licence\n')[1]!

/** Licences that ask for no more than their own text and the authors' names. */
const PERMISSIVE = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense']

/**
 * Packages with machine code, which may hold more than their licence field says: every one was looked into. What was
 * found under another licence is here, by the name that the section has to have.
 */
const MACHINE_CODE: readonly [name: RegExp, holds?: string][] = [
  [/^@electric-sql\/pglite$/],
  [/^@huggingface\/transformers$/],
  [/^@img\/sharp-libvips-/, 'libvips'],
  [/^@img\/sharp-/],
  [/^@wasm-audio-decoders\//],
  [/^assemblyscript$/],
  [/^binaryen$/],
  [/^libopus-wasm$/],
  [/^long$/],
  [/^mpg123-decoder$/, 'libmpg123'],
  [/^onnxruntime-(node|web)$/, 'Eigen'],
  [/^opus-decoder$/],
  [/^wasm-media-encoders$/, 'LAME'],
]

interface Package {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** What Purr needs to run, directly or not, by folder; packages of other platforms are not installed. */
function production(): Map<string, Package> {
  const found = new Map<string, Package>()
  const visit = (folder: string, { dependencies, optionalDependencies }: Package) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = resolved(name, folder)
      if (at === undefined || found.has(at)) continue
      const it = packageIn(at)
      found.set(at, it)
      visit(at, it)
    }
  }
  visit(ROOT, packageIn(ROOT))
  return found
}

function packageIn(folder: string): Package {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The folder that a name stands for in a package: the nearest one in a `node_modules` above. */
function resolved(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  return from === ROOT ? undefined : resolved(name, dirname(from))
}

/** True for a package with native or WebAssembly code, be it in a file of its own or within a script. */
function hasMachineCode(folder: string): boolean {
  return [...new Glob('**/*').scanSync(folder)].some((file) => {
    if (file.startsWith('node_modules/')) return false
    if (/\.(node|wasm|so|dylib|dll)(\.\d+)*$/.test(file)) return true
    return /\.[cm]?js$/.test(file) && readFileSync(join(folder, file)).includes('WebAssembly.')
  })
}

const packages = production()

test('every package under a licence that asks for more is named with it, in its version', () => {
  const others = [...packages.values()].filter(({ license }) => !isPermissive(license))
  expect(others.map(({ name }) => name)).toContain('codec-parser')
  for (const { name, version, license } of others) expect(rowOf(name, version)).toContain(license!)
})

test('so is every package with machine code that holds something under such a licence', () => {
  for (const [folder, { name, version }] of packages) {
    if (!hasMachineCode(folder)) continue
    const known = MACHINE_CODE.find(([pattern]) => pattern.test(name))
    if (known === undefined)
      throw new Error(`${name} has machine code: find out what is in it, and add it here`)
    if (known[1] !== undefined) expect(rowOf(name, version)).toContain(known[1])
  }
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
