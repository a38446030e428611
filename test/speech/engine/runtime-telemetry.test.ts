import { expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const speak = `
  const { EmbeddedEngine } = await import('${import.meta.dir}/../../../src/speech/engine/embedded.ts')
  await (await EmbeddedEngine.start({ size: 1 })).close()
  process.exit(0)`

test('the inference runtime leaves nothing in the home folder: its telemetry is off', async () => {
  const home = await mkdtemp(join(tmpdir(), 'purr-home-'))
  // The runtime also keeps quiet where it believes to be tested: those variables must not be there.
  const { CI, ORT_DISABLE_TELEMETRY, ...env } = process.env
  const child = Bun.spawn(['bun', '-e', speak], {
    env: { ...env, HOME: home, XDG_CACHE_HOME: '' },
    stderr: 'pipe',
  })
  expect(await child.exited, await new Response(child.stderr).text()).toBe(0)
  expect(await readdir(home, { recursive: true })).toEqual([])
  await rm(home, { recursive: true })
})
