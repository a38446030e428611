import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { keyPrefix } from '../../src/accounts/api-key.ts'
import type { Engine } from '../../src/engines/shared/engine.ts'
import { drain } from '../../src/http/drain.ts'
import { RunningTurns } from '../../src/tts/running-turns.ts'
import { books } from '../support/books.ts'
import { Connection, head } from '../support/connection.ts'
import { eventually } from '../support/eventually.ts'
import { GatedEngine } from '../support/gated-engine.ts'
import { holdSettlements } from '../support/held-settlement.ts'
import { Line } from '../support/line.ts'
import { type Heard, listen } from '../support/listener.ts'
import { goodRequest } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 }
const TEXT = 'It goes on. '

/** Speaks without end, as fast as its listener takes it, or stops in the midst. */
class EndlessEngine implements Engine {
  isStuck = false
  spoken = Promise.withResolvers<void>()
  #stretches = 0

  async *speak(...[, , { signal }]: Parameters<Engine['speak']>): ReturnType<Engine['speak']> {
    while (!signal.aborted) {
      yield { pcm: new Float32Array(22_050).fill(0.1), words: [], isLast: false }
      this.#stretches++
      this.spoken.resolve()
      if (this.isStuck && !signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
    }
  }

  /** Resolves when it has spoken, and its listener has taken nothing for a while. */
  async still(): Promise<void> {
    await this.spoken.promise
    for (let before = 0; before !== this.#stretches; await Bun.sleep(300)) before = this.#stretches
  }

  async close(): Promise<void> {}
}

let engine: EndlessEngine
let running: RunningTurns
let service: Service
let member: Member
beforeEach(async () => {
  engine = new EndlessEngine()
  running = new RunningTurns(0)
  service = await startService({ engine, running })
  member = await service.member(1000)
})
afterEach(() => service.close())

async function expectRefunded(): Promise<void> {
  await running.ended()
  expect(await books(service.storage.db, member.organizationId)).toMatchObject({
    balance: 1000,
    refunded: TEXT.length,
    confirmed: 0,
    open: 0,
  })
}

test('a server that stops lets turns end that have begun, and speaks what waits for them', async () => {
  const gated = new GatedEngine()
  const turns = new RunningTurns(3_600_000)
  const patient = await startService({ engine: gated, running: turns })
  const payer = await patient.member(1000)
  const client = await SpeechClient.connect(patient.url, payer.key)
  gated.shut()
  const say = (context_id: string) =>
    client.send({ ...goodRequest, output_format: RAW, transcript: TEXT, context_id })
  for (const context_id of ['one', 'two', 'two']) say(context_id)
  const request = listen('sse', { url: patient.url, key: payer.key }, [TEXT])
  const now = () => books(patient.storage.db, payer.organizationId)
  await eventually(async () => (await now()).open === 3 * TEXT.length)

  turns.leave()
  patient.sockets.leave()
  const drained = drain(patient.server)
  gated.open()
  await Promise.all([drained, client.until(() => client.closed)])
  expect(await request).toMatchObject({ isComplete: true })
  for (const [id, ends] of Object.entries({ one: 1, two: 2 }))
    expect(
      client
        .of(id)
        .filter(({ done }) => done)
        .map(({ type }) => type),
    ).toEqual(Array(ends).fill('done'))
  expect(client.closed!.code).toBe(1001)
  expect(await now()).toMatchObject({ confirmed: 4 * TEXT.length, refunded: 0, open: 0 })
  await patient.close()
})

describe('a turn that is still spoken when the server waits no longer is told so, and refunded', () => {
  const STOPPING = { isComplete: false, error: 'service_stopping' }
  const BROKEN_OFF = { isComplete: false, error: undefined }
  test.each<['sse' | 'websocket' | 'raw' | 'wav', Partial<Heard>]>([
    ['sse', STOPPING],
    ['websocket', STOPPING],
    ['raw', BROKEN_OFF],
    ['wav', STOPPING],
  ])('over %s', async (transport, told) => {
    engine.isStuck = true
    const heard = listen(transport, { url: service.url, key: member.key }, [TEXT])
    await engine.spoken.promise
    running.leave()
    expect(await heard).toMatchObject(told)
    await expectRefunded()
  })
})

describe('a turn over a WebSocket that has been spoken, and is being charged,', () => {
  test.each<[string, string, (own: Service, turns: RunningTurns, payer: Member) => void]>([
    [
      'the server waits no longer',
      'service_stopping',
      (own, turns) => {
        own.sockets.leave()
        turns.leave()
      },
    ],
    [
      'its key is revoked',
      'unauthorized',
      ({ turns }, _, { keyId, key }) => turns.keys.revoked({ id: keyId, prefix: keyPrefix(key)! }),
    ],
  ])('is done when %s; what waits for its end is not', async (_, code, end) => {
    const turns = new RunningTurns(0)
    const own = await startService({ running: turns })
    const payer = await own.member(1000)
    const settlement = holdSettlements(own.turns.settlements)
    const client = await SpeechClient.connect(own.url, payer.key)
    client.send({ ...goodRequest, output_format: RAW, transcript: TEXT, context_id: 'one' })
    await settlement.reached
    client.send({ ...goodRequest, output_format: RAW, transcript: TEXT, context_id: 'one' })
    client.send({ ...goodRequest, transcript: '', context_id: 'other' })
    await client.until(() => client.of('other').length > 0)
    end(own, turns, payer)
    await client.until(() => client.closed)
    const last = client.of('one').filter(({ type }) => type !== 'chunk' && type !== 'timestamps')
    expect(last).toMatchObject([{ type: 'done' }, { type: 'error', error_code: code }])
    settlement.goOn()
    await turns.ended()
    expect(await books(own.storage.db, payer.organizationId)).toMatchObject({
      confirmed: TEXT.length,
      open: 0,
    })
    await own.close()
  })
})

describe('a reader that takes nothing is cut off, and refunded', () => {
  test.each(['/tts/bytes', '/tts/sse'])('over POST %s', async (path) => {
    const body = JSON.stringify({ ...goodRequest, transcript: TEXT, output_format: RAW })
    const reader = new Connection(service.url)
    reader.pause()
    reader.send(head(path, member.key, body.length) + body)
    await engine.spoken.promise
    running.leave()
    await drain(service.server, { quiet: 0, last: 500 })
    await expectRefunded()
  })

  test('over a WebSocket', async () => {
    const line = await Line.to(service.url)
    const client = await SpeechClient.connect(line.url, member.key)
    await line.pause()
    client.send({ ...goodRequest, transcript: TEXT, output_format: RAW, context_id: 'one' })
    await engine.still()
    service.sockets.leave()
    running.leave()
    await expectRefunded()
    await eventually(() => service.sockets.size === 0)
    client.close()
    await line.close()
  })
})

test('a turn that begins when the server waits no longer is refused', async () => {
  const stopping = new Promise((resolve) => running.stopping.addEventListener('abort', resolve))
  running.leave()
  await stopping
  for (const transport of ['wav', 'raw', 'sse'] as const)
    expect(await listen(transport, { url: service.url, key: member.key }, [TEXT])).toMatchObject({
      audio: 0,
      error: 'service_stopping',
    })
  await running.ended()
  expect(await service.balance(member)).toBe(1000)
})
