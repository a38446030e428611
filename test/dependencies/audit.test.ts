import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dependencies } from '../../package.json'

const SCRIPT = join(import.meta.dir, 'audit.ts')
const GRAVE = 'GHSA-aaaa-bbbb-cccc'
const MILD = 'GHSA-dddd-eeee-ffff'
const DAY = 86_400_000
const day = (from: number) => new Date(Date.now() + from * DAY).toISOString().slice(0, 10)

const advisory = (id: string, severity: string) => ({
  ...{ id: 1, url: `https://github.com/advisories/${id}`, title: 'Speaks too much', severity },
  ...{ vulnerable_versions: '<99', cwe: [], cvss: { score: 0, vectorString: null } },
})

/** The registry's part of the protocol: it is sent the packages with their versions, and answers with advisories. */
let answer: () => Response
let asked: Record<string, string[]>
const registry = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: {
    '/-/npm/v1/security/advisories/bulk': {
      async POST(request) {
        asked = JSON.parse(new TextDecoder().decode(Bun.gunzipSync(await request.arrayBuffer())))
        return answer()
      },
    },
  },
  fetch: () => new Response(null, { status: 404 }),
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-audit-'))
})
afterAll(async () => {
  await registry.stop(true)
  await rm(folder, { recursive: true })
})

async function audit(exceptions: object[] = []): Promise<{ exitCode: number; said: string }> {
  const file = join(folder, 'exceptions.json')
  await Bun.write(file, JSON.stringify(exceptions))
  const env = { ...process.env, BUN_CONFIG_REGISTRY: registry.url.href }
  const child = Bun.spawn([process.execPath, SCRIPT, file], { env, stdout: 'pipe', stderr: 'pipe' })
  const said = (await child.stdout.text()) + (await child.stderr.text())
  return { exitCode: await child.exited, said }
}

test('a package under a severe advisory fails the audit, with its name, the advisory and its page', async () => {
  answer = () => Response.json({ elysia: [advisory(GRAVE, 'critical')], pino: [advisory(MILD, 'moderate')] })
  const { exitCode, said } = await audit()
  expect({ exitCode, said }).toEqual({
    exitCode: 1,
    said: expect.stringContaining('audit: critical: elysia'),
  })
  expect(said).toContain(`https://github.com/advisories/${GRAVE}`)
  expect(said).not.toContain(MILD)
  for (const [name, version] of Object.entries(dependencies)) expect(asked[name]).toContain(version)
})

test('an advisory that is not severe, or none, does not', async () => {
  answer = () => Response.json({ pino: [advisory(MILD, 'moderate')] })
  expect(await audit()).toMatchObject({
    exitCode: 0,
    said: expect.stringContaining('audit: 1 advisories, 0'),
  })
  answer = () => Response.json({})
  expect(await audit()).toMatchObject({ exitCode: 0, said: expect.stringContaining('audit: 0 advisories') })
})

test('an exception holds until its day', async () => {
  answer = () => Response.json({ elysia: [advisory(GRAVE, 'high')] })
  const exception = { advisory: GRAVE, reason: 'Purr does not call it.' }
  expect(await audit([{ ...exception, until: day(1) }])).toMatchObject({ exitCode: 0 })
  const over = await audit([{ ...exception, until: day(-2) }])
  expect(over).toMatchObject({ exitCode: 1, said: expect.stringContaining(`ended on ${day(-2)}`) })
  const other = await audit([{ ...exception, advisory: MILD, until: day(1) }])
  expect(other.exitCode).toBe(1)
  expect((await audit([exception])).said).toContain('each exception needs')
})

test.each([404, 405, 501])(
  'a registry that has no advisories (%d): nothing is audited, and that is said',
  async (status) => {
    answer = () => new Response('', { status })
    expect(await audit()).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('the registry gives no advisories: not audited'),
    })
  },
)

test.each([
  ['fails', () => new Response('', { status: 500 })],
  ['lets nobody in', () => new Response('', { status: 401 })],
  ['answers with something else', () => new Response('<html>')],
])('a registry that %s is told from one that knows an advisory', async (_, given) => {
  answer = given
  expect(await audit()).toMatchObject({
    exitCode: 2,
    said: expect.stringContaining('no advisories could be fetched'),
  })
})
