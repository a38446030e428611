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
  test('the one with the fewest calls gets the next', () => {
    const { servers } = serversAt([A, B, C])
    const calls = [servers.call(true), servers.call(true), servers.call(true)]
    expect(calls.map(({ url }) => url)).toEqual([A, B, C])
    calls[1]!.succeeded()
    expect(servers.call(true).url).toBe(B)
    calls[2]!.dropped()
    calls[0]!.failed(FAILED)
    expect(servers.states().map(({ outstanding }) => outstanding)).toEqual([0, 1, 0])
  })

  test('idle ones take turns', () => {
    const { servers } = serversAt([A, B, C])
    const urls = Array.from({ length: 6 }, () => {
      const call = servers.call(true)
      call.succeeded()
      return call.url
    })
    expect(urls).toEqual([A, B, C, A, B, C])
  })

  test('one that fails gets no calls until its pause is over, then one at a time', () => {
    const { servers, clock, changes } = serversAt([A, B])
    for (let i = 0; i < 3; i++) {
      const call = servers.call(true)
      if (call.url === A) call.failed(FAILED)
      else call.succeeded()
      const second = servers.call(true)
      if (second.url === A) second.failed(FAILED)
      else second.succeeded()
    }
    expect(servers.health()).toBe('degraded')
    expect(changes).toEqual([`${A} open`])
    expect(Array.from({ length: 4 }, () => servers.call(true).url)).toEqual([B, B, B, B])
    clock.now = 500
    const probe = servers.call(true)
    expect(probe.url).toBe(A)
    expect(servers.call(true).url).toBe(B)
    probe.began()
    expect(servers.health()).toBe('ready')
    expect(changes).toEqual([`${A} open`, `${A} closed`])
  })

  test('without one that works, calls fail at once', () => {
    const { servers } = serversAt([A])
    for (let i = 0; i < 3; i++) servers.call(true).failed(FAILED)
    expect(servers.health()).toBe('unavailable')
    expect(() => servers.call(true)).toThrow(EngineFailure)
    expect(() => servers.call(true)).not.toThrow(EngineFull)
  })

  test('a turn is refused when all are full, but not its further segments', () => {
    const { servers } = serversAt([A, B], 1)
    expect(servers.streams).toBe(2)
    for (let i = 0; i < 4; i++) servers.call(true)
    expect(() => servers.call(true)).toThrow(EngineFull)
    expect(servers.call(false).url).toBe(A)
  })

  test('a second try goes to another server, to the same one only if it may work there', () => {
    const { servers } = serversAt([A, B])
    const call = servers.call(true)
    call.failed(FAILED)
    expect(servers.retry(call, FAILED)!.url).toBe(B)
    const { servers: single } = serversAt([A])
    const lonely = single.call(true)
    for (const kind of ['busy', 'unavailable', 'unauthorized', 'unpaid', 'refused'] as const) {
      expect(single.retry(lonely, new ServerFault(kind, 'no'))).toBeUndefined()
    }
    expect(single.retry(lonely, FAILED)!.url).toBe(A)
    expect(servers.retry(call, new ServerFault('refused', 'no'))).toBeUndefined()
  })

  test('a second try goes to a server that works before it goes to one that is to be probed', () => {
    const { servers, clock } = serversAt([A, B, C])
    for (let i = 0; i < 9; i++) {
      const call = servers.call(true)
      if (call.url === A) call.failed(FAILED)
      else call.succeeded()
    }
    clock.now = 500
    expect(servers.states()[0]!.state).toBe('half-open')
    servers.call(true).dropped() // the probe, which leaves it half-open
    const [call, other] = [servers.call(true), servers.call(true)]
    expect([call.url, other.url].toSorted()).toEqual([B, C])
    call.failed(FAILED)
    expect(servers.retry(call, FAILED)!.url).toBe(other.url)
  })

  test('all is counted', () => {
    const { servers, clock } = serversAt([A, B])
    const call = servers.call(true)
    clock.now = 250
    call.failed(FAILED)
    const second = servers.retry(call, FAILED)!
    clock.now = 500
    second.began()
    second.began()
    clock.now = 900
    second.succeeded()
    second.dropped()
    servers.call(true).failed(new ServerFault('busy', 'later'))
    const firstAudio = { count: 0, seconds: 0 }
    const states = servers.states().map(({ firstAudio: { count, sum }, ...state }) => ({
      ...state,
      firstAudio: { count, seconds: sum },
    }))
    expect(states).toEqual([
      { url: A, state: 'closed', outstanding: 0, requests: 2, failures: 1, retries: 0, firstAudio },
      {
        url: B,
        state: 'closed',
        outstanding: 0,
        requests: 1,
        failures: 0,
        retries: 1,
        firstAudio: { count: 1, seconds: 0.25 },
      },
    ])
  })
})
