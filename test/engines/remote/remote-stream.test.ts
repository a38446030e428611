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

/** A further segment of a turn: what has become of it. */
function segment(servers: Servers, signal = new AbortController().signal) {
  const now = { state: 'waits' }
  const deadlines = { firstAudio: 60_000, idle: 60_000 }
  const pieces = streamFrom(servers, { signal, isOpening: false, deadlines, secrets: () => [] }, () => {
    now.state = 'asked'
    return (async function* () {
      yield 'audio'
    })()
  })
  const ended = pieces.next().catch(() => {
    if (now.state === 'waits') now.state = 'given up'
  })
  return { now, ended }
}

test.each<[string, (probe: ServerRequest) => void, string]>([
  ['began to answer', (probe) => probe.began(), 'asked'],
  ['was given up', (probe) => probe.dropped(), 'asked'],
  ['failed', (probe) => probe.failed(FAILED), 'given up'],
])('a segment that waits for the probe of a server goes on as soon as that %s', async (_, tell, state) => {
  const { servers, probe } = probed()
  const { now } = segment(servers)
  await Bun.sleep(0)
  expect(now.state).toBe('waits')
  tell(probe)
  await new Promise((resolve) => setImmediate(resolve)) // no timer has to pass
  expect(now.state).toBe(state)
})

test('a segment that waits for a probe waits on while a health check reports nothing new, and ends with its turn', async () => {
  const { servers } = probed()
  const turn = new AbortController()
  const { now, ended } = segment(servers, turn.signal)
  servers.healthChecked(URL, true)
  await Bun.sleep(0)
  expect(now.state).toBe('waits') // the probe is still out
  turn.abort()
  await ended
  expect(now.state).toBe('given up')
})
