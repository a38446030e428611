import { expect, test } from 'bun:test'
import { streamFrom } from '../../../src/engines/remote/remote-stream.ts'
import { ServerFault } from '../../../src/engines/remote/server-fault.ts'
import { type ServerRequest, Servers } from '../../../src/engines/remote/servers.ts'

const URL = 'http://a'
const FAILED = new ServerFault('failed', 'it broke off')

/** A server whose circuit is half-open, and the request that tries it. The clock stands still: only what is reported counts. */
function probed(): { servers: Servers; probe: ServerRequest } {
  const clock = { now: 0 }
  const servers = new Servers([URL], { maxStreams: 1, now: () => clock.now })
  for (let i = 0; i < 3; i++) servers.request(true).failed(FAILED)
  clock.now = 500
  return { servers, probe: servers.request(true) }
}

/** A server that has failed some times in a row: three open its circuit. */
function failing(times: number): Servers {
  const servers = new Servers([URL], { maxStreams: 1, now: () => 0 })
  for (let i = 0; i < times; i++) servers.request(true).failed(FAILED)
  return servers
}

interface SegmentOptions {
  readonly signal?: AbortSignal
  /** Milliseconds. */
  readonly firstAudio?: number
  /** How often the server fails before it answers. */
  readonly failures?: number
}

/** A further segment of a turn: what has become of it. */
function segment(
  servers: Servers,
  { signal = new AbortController().signal, firstAudio = 60_000, failures = 0 }: SegmentOptions = {},
) {
  const now = { state: 'waits', asked: 0 }
  const deadlines = { firstAudio, idle: 60_000 }
  const pieces = streamFrom(servers, { signal, isOpening: false, deadlines, secrets: () => [] }, () => {
    now.state = 'asked'
    const fails = now.asked++ < failures
    return (async function* () {
      if (fails) throw FAILED
      yield 'audio'
    })()
  })
  const ended = pieces.next().catch((error: unknown) => {
    if (now.state === 'waits') now.state = 'given up'
    return error
  })
  return { now, ended }
}

/** Lets everything go on that waits for no timer. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test.each<[string, (probe: ServerRequest) => void]>([
  ['began to answer', (probe) => probe.began()],
  ['was given up', (probe) => probe.dropped()],
])('a segment that waits for the probe of a server goes on as soon as that %s', async (_, tell) => {
  const { servers, probe } = probed()
  const { now } = segment(servers)
  await Bun.sleep(0)
  expect(now.state).toBe('waits')
  tell(probe)
  await settled()
  expect(now.state).toBe('asked')
})

test('a segment that waits for a probe which fails waits for the next one', async () => {
  const { servers, probe } = probed()
  const { now } = segment(servers)
  await Bun.sleep(0)
  probe.failed(FAILED)
  await settled()
  expect(now.state).toBe('waits')
  servers.healthChecked(URL, true) // which ends the pause
  await settled()
  expect(now.state).toBe('asked')
})

test('of the segments that find the circuit open, one tries the server, and the others wait for what it hears', async () => {
  const servers = failing(3)
  const segments = [segment(servers), segment(servers), segment(servers)]
  const states = () => segments.map(({ now }) => now.state)
  await settled()
  expect(states()).toEqual(['waits', 'waits', 'waits'])
  servers.healthChecked(URL, true)
  await Promise.all(segments.map(({ ended }) => ended))
  expect(states()).toEqual(['asked', 'asked', 'asked'])
  expect(servers.states()[0]).toMatchObject({ requests: 6, failures: 3, state: 'closed' })
})

test('a segment whose failure opens the circuit is tried again when it lets a request through', async () => {
  const servers = failing(2)
  const { now, ended } = segment(servers, { failures: 1 })
  await settled()
  expect(servers.states()[0]).toMatchObject({ requests: 3, failures: 3, state: 'open' })
  servers.healthChecked(URL, true)
  expect(await ended).toEqual({ done: false, value: 'audio' })
  expect(now.asked).toBe(2)
})

test('a segment waits for an open circuit up to the deadline of its first audio', async () => {
  const { now, ended } = segment(failing(3), { firstAudio: 1 })
  expect(String(await ended)).toContain('no server answers')
  expect(now.state).toBe('given up')
})

test('a segment that waits for a probe waits on while a health check reports nothing new, and ends with its turn', async () => {
  const { servers } = probed()
  const turn = new AbortController()
  const { now, ended } = segment(servers, { signal: turn.signal })
  servers.healthChecked(URL, true)
  await Bun.sleep(0)
  expect(now.state).toBe('waits') // the probe is still out
  turn.abort()
  await ended
  expect(now.state).toBe('given up')
})
