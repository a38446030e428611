import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import packageJson from '../../package.json'
import { NOT_RUN } from '../../src/deployment/prune.ts'

const ROOT = join(import.meta.dir, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** What .dockerignore leaves out, and what of that it takes in again. */
const lines = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Whether a file reaches the build: the last line that concerns it decides. */
function isSent(file: string): boolean {
  let isIn = true
  for (const line of lines) {
    const takes = line.startsWith('!')
    const pattern = new Bun.Glob(`${takes ? line.slice(1) : line}`)
    const folders = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    if (folders.some((folder) => pattern.match(folder))) isIn = takes
  }
  return isIn
}

/** The programs that run in the image: the server, the command line and the health check. */
const PROGRAMS = ['src/main.ts', 'src/cli/main.ts', 'src/cli/probe.ts']
const transpiler = new Bun.Transpiler({ loader: 'ts' })

/** The files that the programs consist of, with those of workers and processes, and the packages that they import. */
function partsOf(programs: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const files = new Set(programs)
  const packages = new Set<string>()
  for (const file of files) {
    if (!file.endsWith('.ts')) continue
    const text = read(file)
    // A worker, a process or a module that is loaded later is named by its address.
    const addresses = [...text.matchAll(/'([\w./-]+\.(?:ts|bin|wasm))'/g)].map(([, path]) => path!)
    const imports = transpiler.scanImports(text).map(({ path }) => path)
    for (const path of [...imports, ...addresses]) {
      const target = relative(ROOT, join(ROOT, dirname(file), path))
      if (path.startsWith('.') || addresses.includes(path)) {
        if (existsSync(join(ROOT, target))) files.add(target)
      } else if (!/^(node|bun)(:|$)/.test(path)) packages.add(/^(@[^/]+\/)?[^/]+/.exec(path)![0])
    }
  }
  return { files, packages }
}

const { files, packages } = partsOf(PROGRAMS)

describe('the image', () => {
  test('has every file that its programs import', () => {
    expect(files.size).toBeGreaterThan(300)
    expect(files).toContain('src/engines/embedded/worker.ts')
    expect(files).toContain('src/storage/create-cluster.ts')
    // The audio core is compiled in the build.
    expect([...files].filter((file) => !isSent(file) && !file.startsWith('wasm/build/'))).toEqual([])
  })

  test('has every package that its programs import', () => {
    const missing = [...packages].filter(
      (name) => !(name in packageJson.dependencies) || NOT_RUN.includes(name),
    )
    expect(packages.size).toBeGreaterThan(15)
    expect(missing).toEqual([])
  })

  test.each([
    'src/docs/style.css',
    'src/storage/migrations/meta/_journal.json',
    'models/gepard-1.0/onnx/plan.onnx',
    'models/gepard-1.0/onnx/window.onnx',
    'models/gepard-1.0/letter-to-sound-de/onnx/model.onnx',
    'wasm/assembly/index.ts',
    'LICENSE',
  ])('has %s', (file) => {
    expect(existsSync(join(ROOT, file)) && isSent(file)).toBe(true)
  })

  test.each([
    '.env',
    '.git/config',
    'compose.yaml',
    'data/database/PG_VERSION',
    'node_modules/pino/package.json',
    'test/start.test.ts',
    'models/mine/config.json',
    'models/gepard-1.0/training/checkpoint.pt',
    'models/gepard-1.0/samples/grace.mp3',
    'src/deployment/README.md',
  ])('has no %s', (file) => {
    expect(isSent(file)).toBe(false)
  })
})
