import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const speak = `
  const { EmbeddedEngine } = await import('${import.meta.dir}/../../../src/speech/engine/embedded.ts')
  await (await EmbeddedEngine.start({ size: 1 })).close()
  process.exit(0)`

test('the inference runtime leaves nothing in the home folder: its telemetry is off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purr-telemetry-'))
  const home = join(folder, 'home')
  await mkdir(home)
  // The runtime also keeps quiet where it believes to be tested: those variables must not be there.
  const { CI, ORT_DISABLE_TELEMETRY, XDG_CACHE_HOME, ...inherited } = process.env
  const env = { ...inherited, HOME: home, BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(folder, 'cache') }
  const child = Bun.spawn(['bun', '-e', speak], { env, cwd: folder, stderr: 'pipe' })
  expect(await child.exited, await new Response(child.stderr).text()).toBe(0)
  expect(await readdir(home, { recursive: true })).toEqual([])
  await rm(folder, { recursive: true })
})
