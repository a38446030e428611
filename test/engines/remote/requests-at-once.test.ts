import { expect, test } from 'bun:test'
import { join } from 'node:path'

const script = join(import.meta.dir, 'fixtures/requests-at-once.ts')

/** Bun has 256 at once without the variable: `streamsOf` counts on it. */
test('a process makes as many requests at once as it was told at its start', async () => {
  const env = { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' }
  const child = Bun.spawn([process.execPath, script, '600'], { env, stdout: 'pipe' })
  expect(await new Response(child.stdout).text()).toBe('600\n')
}, 60_000)
