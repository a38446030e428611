import { afterAll, beforeAll, expect, test } from 'bun:test'
import { appendFile, cp, mkdir, mkdtemp, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

/** A checkout of what the audio core needs, not built. */
let checkout: string

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'purr-'))
  await mkdir(join(checkout, 'wasm'))
  await cp(join(ROOT, 'wasm/build.ts'), join(checkout, 'wasm/build.ts'))
  await cp(join(ROOT, 'wasm/assembly'), join(checkout, 'wasm/assembly'), { recursive: true })
  for (const part of ['src/audio', 'src/system'])
    await cp(join(ROOT, part), join(checkout, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
})

afterAll(() => rm(checkout, { recursive: true }))

function bun(...args: string[]): { exitCode: number; stdout: string; stderr: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...args], { cwd: checkout })
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() }
}

test('a core that is not built says how to build it', () => {
  const { exitCode, stderr } = bun('src/audio/encoder.ts')
  expect(exitCode).not.toBe(0)
  expect(stderr).toMatch(/run "npx -y bun@\S+ run build:wasm"/)
})

test('is built once, and again when a source changed', async () => {
  const built = { exitCode: 0, stdout: 'built wasm/build/audio.wasm\n', stderr: '' }
  const nothingToDo = { ...built, stdout: '' }
  expect(bun('wasm/build.ts')).toEqual(built)
  expect(bun('wasm/build.ts')).toEqual(nothingToDo)
  expect(bun('src/audio/encoder.ts').exitCode).toBe(0)

  // One of an older release has an older date.
  const source = join(checkout, 'wasm/assembly/g711.ts')
  await appendFile(source, '// changed\n')
  await utimes(source, 1e9, 1e9)
  expect(bun('wasm/build.ts')).toEqual(built)
  expect(bun('wasm/build.ts')).toEqual(nothingToDo)
}, 60_000)

test('a source that does not compile is an error', async () => {
  await Bun.write(join(checkout, 'wasm/assembly/index.ts'), 'export function half(): i32 { return missing }')
  const { exitCode, stderr } = bun('wasm/build.ts')
  expect(exitCode).not.toBe(0)
  expect(stderr).toContain("Cannot find name 'missing'")
}, 60_000)
