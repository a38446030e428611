import { describe, expect, test } from 'bun:test'
import { type FaultKind, ServerFault } from '../../../src/engines/remote/server-fault.ts'
import { Servers } from '../../../src/engines/remote/servers.ts'
import { healthCheckByGet, Watch } from '../../../src/engines/remote/watch.ts'
import { eventually } from '../../support/eventually.ts'
import { opened } from './openai/spoken.ts'
import { standIn } from './openai/stand-ins.ts'

const [A, B] = ['http://a', 'http://b']

/** Servers with a watch that finds those alive that are in a set. */
function watched(urls: readonly string[]) {
  const clock = { now: 0 }
  const alive = new Set(urls)
  const checks: string[] = []
  const servers = new Servers(urls, { maxStreams: 1, now: () => clock.now })
  const watch = new Watch(servers, async (url) => {
    checks.push(url)
    return alive.has(url)
  })
  const fail = (times: number, kind: FaultKind = 'failed') => {
    for (let i = 0; i < times; i++) servers.request(false).failed(new ServerFault(kind, 'no'))
  }
  return { clock, alive, checks, servers, watch, fail }
}

describe('a watch', () => {
  test('finds those that are away before anybody speaks, and asks no others again', async () => {
    const { servers, watch, alive, checks } = watched([A, B])
    alive.delete(B)
    await watch.begin()
    expect(servers.health()).toBe('degraded')
    expect(servers.request(false).url).toBe(A)
    await watch.again()
    expect(checks).toEqual([A, B, B])
    servers.close()
  })

  test('has one that answers again tried by the next request, and reports that it may work', async () => {
    const { servers, watch, alive, clock, fail } = watched([A])
    alive.clear()
    for (let opening = 0; opening < 5; opening++) {
      fail(opening === 0 ? 3 : 1)
      clock.now += 500 * 2 ** opening
    }
    fail(1) // now its pause is 16 s
    await watch.again()
    expect(servers.health()).toBe('unavailable')
    expect(() => servers.request(false)).toThrow('no server answers')
    alive.add(A)
    await watch.again()
    expect(servers.health()).toBe('degraded')
    const probe = servers.request(false)
    expect(() => servers.request(false)).toThrow('no server answers')
    probe.began()
    expect(servers.health()).toBe('ready')
  })

  test('does not take an answer for speech: one that fails to speak is not available', async () => {
    const { servers, watch, fail } = watched([A])
    fail(3)
    await watch.again()
    fail(1)
    expect(servers.health()).toBe('unavailable')
  })

  test.each(['unauthorized', 'unpaid'] as const)('does not have one tried that is %s', async (kind) => {
    const { servers, watch, fail } = watched([A])
    fail(3, kind)
    await watch.again()
    expect(servers.health()).toBe('unavailable')
    expect(() => servers.request(false)).toThrow('no server answers')
  })

  test('leaves one alone that speaks although it does not answer', async () => {
    const { servers, watch, alive } = watched([A])
    alive.clear()
    const request = servers.request(false)
    await watch.begin()
    request.began()
    expect(servers.health()).toBe('ready')
    servers.close()
  })

  test('checks closed servers no more, and what it still hears counts for nothing', async () => {
    const servers = new Servers([A], { maxStreams: 1 })
    const watch = new Watch(servers, async (_, signal) => {
      servers.close()
      return !signal.aborted
    })
    await watch.begin()
    expect(servers.health()).toBe('ready')
  })
})

test.each([
  [200, true],
  [302, true],
  [401, true],
  [404, true],
  [500, false],
  [503, false],
])('a server that answers %i is alive: %p', async (status, isAlive) => {
  const paths: string[] = []
  await using server = {
    at: Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url, headers }) => {
        paths.push(`${new URL(url).pathname} ${headers.get('authorization')}`)
        return new Response('', { status, headers: { location: '/' } })
      },
    }),
    async [Symbol.asyncDispose]() {
      await this.at.stop(true)
    },
  }
  const check = healthCheckByGet('/models', { authorization: 'Bearer key' })
  expect(await check(`${server.at.url.href}v1`, new AbortController().signal)).toBe(isAlive)
  expect(paths).toEqual(['/v1/models Bearer key'])
})

test('a model whose server is away when it is opened is unavailable, without a turn', async () => {
  const server = standIn(() => new Response())
  await server[Symbol.asyncDispose]()
  const { engine, health, servers } = await opened({ urls: [server.url], model: 'kokoro' })
  await eventually(() => health() === 'unavailable')
  expect(servers!()[0]).toMatchObject({ requests: 0, failures: 0, state: 'open' })
  await engine.close()
})
