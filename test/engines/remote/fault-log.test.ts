import { expect, test } from 'bun:test'
import { FaultLog } from '../../../src/engines/remote/fault-log.ts'
import { ServersFailed } from '../../../src/engines/shared/engine.ts'
import { createLog } from '../../../src/telemetry/log.ts'
import { failureOf, opened, speak } from './openai/spoken.ts'
import { standIn } from './openai/stand-ins.ts'

const [A, B] = ['http://a', 'http://b']

test('of each server one line a second is written, which says how many were left out', () => {
  const lines: Record<string, unknown>[] = []
  const clock = { now: 0 }
  const log = createLog({ write: (line) => lines.push(JSON.parse(line)) })
  const faults = new FaultLog(log, 'far', () => clock.now)
  for (const now of [0, 10, 999, 1000, 1999, 2000, 5000]) {
    clock.now = now
    faults.write(new ServersFailed(A, 'it broke off'), 'the turn ends')
  }
  faults.write(new ServersFailed(B, 'it is away'), 'it is tried again')
  const written = lines.map(({ server, leftOut }) => [server, leftOut])
  expect(written).toEqual([
    [A, undefined],
    [A, 2],
    [A, 1],
    [A, undefined],
    [B, undefined],
  ])
})

test('a server that is away is told of in one line, with its model and without a stack', async () => {
  const server = standIn(() => new Response())
  await server[Symbol.asyncDispose]()
  const logged: string[] = []
  const { engine } = await opened({ urls: [server.url], model: 'kokoro' }, {}, logged)
  await failureOf(speak(engine))
  await engine.close()
  const told = logged.map((line) => JSON.parse(line)).filter(({ fault }) => fault !== undefined)
  expect(told).toHaveLength(1)
  const [{ time, ...line }] = told
  expect(time).toBeString()
  expect(line).toEqual({
    level: 40,
    model: 'far',
    server: server.url,
    fault: expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/v1 failed: ECONNREFUSED\b(?!.*ECONNREFUSED)/),
    next: 'it is tried again',
    msg: 'a server of a remote engine failed',
  })
})

test.each([
  [401, /api_key_env/],
  [402, /credits/],
  [404, /urls.*\/v1/],
])('an answer with %d is told with what to do', async (status, advice) => {
  await using server = standIn(() => new Response('no', { status }))
  const logged: string[] = []
  const { engine } = await opened({ urls: [server.url], model: 'kokoro' }, {}, logged)
  await failureOf(speak(engine))
  await engine.close()
  const told = logged.map((line) => JSON.parse(line)).filter(({ fault }) => fault !== undefined)
  expect(told).toMatchObject([
    { fault: `${server.url} answered ${status}: no`, advice: expect.stringMatching(advice) },
  ])
})
