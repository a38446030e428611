import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { UNCONFIGURED } from '../support/environment.ts'
import { type Service, startService } from '../support/service.ts'

const SCRIPT = join(import.meta.dir, '../../src/cli/probe.ts')

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

async function probe(env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, SCRIPT], {
    env: { ...process.env, ...UNCONFIGURED, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

const portOf = (url: string) => new URL(url).port

test('the health check of the container agrees with a server that is ready', async () => {
  const { code, out } = await probe({ PORT: portOf(service.url), HOST: '0.0.0.0' })
  expect(JSON.parse(out)).toMatchObject({ status: 'ready' })
  expect(code).toBe(0)
})

test('it asks a server at an address of IPv6', async () => {
  using server = Bun.serve({ hostname: '::1', port: 0, fetch: () => Response.json({ status: 'ready' }) })
  const { code, out } = await probe({ PORT: `${server.port}`, HOST: '::1' })
  expect(JSON.parse(out)).toEqual({ status: 'ready' })
  expect(code).toBe(0)
})

test('it asks without a proxy, which would ask its own machine', async () => {
  const HTTP_PROXY = 'http://127.0.0.1:1'
  const { code } = await probe({ PORT: portOf(service.url), HOST: '127.0.0.1', HTTP_PROXY, NO_PROXY: '' })
  expect(code).toBe(0)
})

test('it fails where nothing listens', async () => {
  const { code, err } = await probe({ PORT: '1', HOST: '127.0.0.1' })
  expect(err).toStartWith('purr: no response: ')
  expect(code).toBe(1)
})

test('it says which setting is wrong', async () => {
  const { code, err } = await probe({ PORT: 'x' })
  expect(err).toBe('purr: PORT is "x": set it to a whole number from 0 to 65535\n')
  expect(code).toBe(1)
})
