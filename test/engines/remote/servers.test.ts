import { describe, expect, test } from 'bun:test'
import { ServerFault } from '../../../src/engines/remote/server-fault.ts'
import { Servers } from '../../../src/engines/remote/servers.ts'
import { EngineFailure, EngineFull } from '../../../src/engines/shared/engine.ts'

const [A, B, C] = ['http://a', 'http://b', 'http://c']
const FAILED = new ServerFault('failed', 'it broke off')

function serversAt(urls: readonly string[], maxStreams = Number.POSITIVE_INFINITY) {
  const clock = { now: 0 }
  const changes: string[] = []
  const onChange = (url: string, state: string) => changes.push(`${url} ${state}`)
  return { clock, changes, servers: new Servers(urls, { maxStreams, now: () => clock.now, onChange }) }
}

describe('the servers of a remote engine', () => {
  test('the one with the fewest requests gets the next', () => {
    const { servers } = serversAt([A, B, C])
    const requests = [servers.request(true), servers.request(true), servers.request(true)]
    expect(requests.map(({ url }) => url)).toEqual([A, B, C])
    requests[1]!.succeeded()
    expect(servers.request(true).url).toBe(B)
    requests[2]!.dropped()
    requests[0]!.failed(FAILED)
    expect(servers.states().map(({ outstanding }) => outstanding)).toEqual([0, 1, 0])
  })

  test('idle ones take turns', () => {
    const { servers } = serversAt([A, B, C])
    const urls = Array.from({ length: 6 }, () => {
      const request = servers.request(true)
      request.succeeded()
      return request.url
    })
    expect(urls).toEqual([A, B, C, A, B, C])
  })

  test('one that fails gets no requests until its pause is over, then one at a time', () => {
    const { servers, clock, changes } = serversAt([A, B])
    for (let i = 0; i < 3; i++) {
      const request = servers.request(true)
      if (request.url === A) request.failed(FAILED)
      else request.succeeded()
      const second = servers.request(true)
      if (second.url === A) second.failed(FAILED)
      else second.succeeded()
    }
    expect(servers.health()).toBe('degraded')
    expect(changes).toEqual([`${A} open`])
    expect(Array.from({ length: 4 }, () => servers.request(true).url)).toEqual([B, B, B, B])
    clock.now = 500
    const probe = servers.request(true)
    expect(probe.url).toBe(A)
    expect(servers.request(true).url).toBe(B)
    probe.began()
    expect(servers.health()).toBe('ready')
    expect(changes).toEqual([`${A} open`, `${A} closed`])
  })

  test('without one that works, requests fail at once', () => {
    const { servers } = serversAt([A])
    for (let i = 0; i < 3; i++) servers.request(true).failed(FAILED)
    expect(servers.health()).toBe('unavailable')
    expect(() => servers.request(true)).toThrow(EngineFailure)
    expect(() => servers.request(true)).not.toThrow(EngineFull)
  })

  test('a turn is refused when all are full, but not its further segments', () => {
    const { servers } = serversAt([A, B], 1)
    expect(servers.streams).toBe(2)
    for (let i = 0; i < 4; i++) servers.request(true)
    expect(() => servers.request(true)).toThrow(EngineFull)
    expect(servers.request(false).url).toBe(A)
  })

  test('a second try goes to another server, to the same one only if it may work there', () => {
    const { servers } = serversAt([A, B])
    const request = servers.request(true)
    request.failed(FAILED)
    expect(servers.retry(request, FAILED)!.url).toBe(B)
    const { servers: single } = serversAt([A])
    const lonely = single.request(true)
    for (const kind of ['busy', 'unavailable', 'unauthorized', 'unpaid', 'refused'] as const) {
      expect(single.retry(lonely, new ServerFault(kind, 'no'))).toBeUndefined()
    }
    expect(single.retry(lonely, FAILED)!.url).toBe(A)
    expect(servers.retry(request, new ServerFault('refused', 'no'))).toBeUndefined()
  })

  test('a second try goes to a server that works before it goes to one that is to be probed', () => {
    const { servers, clock } = serversAt([A, B, C])
    for (let i = 0; i < 9; i++) {
      const request = servers.request(true)
      if (request.url === A) request.failed(FAILED)
      else request.succeeded()
    }
    clock.now = 500
    expect(servers.states()[0]!.state).toBe('half-open')
    servers.request(true).dropped() // the probe, which leaves it half-open
    const [request, other] = [servers.request(true), servers.request(true)]
    expect([request.url, other.url].toSorted()).toEqual([B, C])
    request.failed(FAILED)
    expect(servers.retry(request, FAILED)!.url).toBe(other.url)
  })

  test('all is counted', () => {
    const { servers, clock } = serversAt([A, B])
    const request = servers.request(true)
    clock.now = 250
    request.failed(FAILED)
    const second = servers.retry(request, FAILED)!
    clock.now = 500
    second.began()
    second.began()
    clock.now = 900
    second.succeeded()
    second.dropped()
    servers.request(true).failed(new ServerFault('busy', 'later'))
    const firstAudio = { count: 0, seconds: 0 }
    const states = servers.states().map(({ firstAudio: { count, sum }, ...state }) => ({
      ...state,
      firstAudio: { count, seconds: sum },
    }))
    expect(states).toEqual([
      {
        url: A,
        state: 'closed',
        outstanding: 0,
        requests: 2,
        failures: 1,
        refusals: 1,
        retries: 0,
        firstAudio,
      },
      {
        url: B,
        state: 'closed',
        outstanding: 0,
        requests: 1,
        failures: 0,
        refusals: 0,
        retries: 1,
        firstAudio: { count: 1, seconds: 0.25 },
      },
    ])
  })
})
