import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')

/** Bundles the package, as the build of the dashboard does with its own. */
const BUILD = `
await Bun.build({ entrypoints: [import.meta.dir + '/web.ts'] })
console.log('dashboard')
`

/** A checkout with one package, which lies beside it: nothing is downloaded. */
let checkout: string
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'purr-prepare-'))
  await cp(join(ROOT, 'src/prepare.ts'), join(checkout, 'src/prepare.ts'))
  await write('wasm/build.ts', "console.log('core')")
  await write('src/dashboard/build.ts', BUILD)
  await write('src/dashboard/web.ts', "import 'tool'")
  await write('tool/package.json', JSON.stringify({ name: 'tool', version: '1.0.0' }))
  await write('tool/index.js', '')
  await write('package.json', JSON.stringify({ dependencies: { tool: 'file:./tool' } }))
  expect(bun('install', '--lockfile-only').exitCode).toBe(0)
})
afterAll(() => rm(checkout, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(checkout, path, '..'), { recursive: true })
  await Bun.write(join(checkout, path), text)
}

function bun(...args: string[]): { exitCode: number; out: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...args], { cwd: checkout })
  return { exitCode, out: `${stdout}${stderr}` }
}

const INSTALLS = /bun install/
const hasPackage = () => Bun.file(join(checkout, 'node_modules/tool/package.json')).exists()

// One story: each step builds on the one before.
test('a start installs the packages once, and again when they are gone or others are wanted', async () => {
  const { exitCode, out } = bun('src/prepare.ts')
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: expect.stringMatching(INSTALLS) })
  expect(await hasPackage()).toBe(true)

  expect(bun('src/prepare.ts')).toEqual({ exitCode: 0, out: 'core\ndashboard\n' })

  await rm(join(checkout, 'node_modules'), { recursive: true })
  expect(bun('src/prepare.ts').out).toMatch(INSTALLS)
  expect(await hasPackage()).toBe(true)

  await write('package.json', JSON.stringify({ dependencies: { tool: 'file:./tool' }, version: '1.0.1' }))
  expect(bun('src/prepare.ts').out).toMatch(INSTALLS)
  expect(bun('src/prepare.ts').out).not.toMatch(INSTALLS)
})

test('packages that cannot be installed end the start, and are tried again at the next', async () => {
  await write('package.json', JSON.stringify({ dependencies: { tool: 'file:./missing' } }))
  for (const _ of [1, 2]) {
    const { exitCode, out } = bun('src/prepare.ts')
    expect(exitCode).not.toBe(0)
    expect(out).toMatch(INSTALLS)
    expect(out).not.toContain('core')
  }
})
