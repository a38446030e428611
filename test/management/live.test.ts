import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hashKey } from '../../src/accounts/api-key.ts'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import type { Engine } from '../../src/engines/shared/engine.ts'
import { OrganizationNames } from '../../src/management/live/organization-names.ts'
import { SNAPSHOT } from '../../src/management/live/snapshot.ts'
import { managementKeys } from '../../src/storage/schema.ts'
import { RunningTurns } from '../../src/tts/running-turns.ts'
import { TwilioLine } from '../bridges/calls/lines.ts'
import { eventually } from '../support/eventually.ts'
import { LiveView } from '../support/live-view.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const TEXT = 'A text that nobody but its listener may see.'

/** Speaks two seconds. It waits before each one until it may go on. */
class SteppedEngine implements Engine {
  first = Promise.resolve()
  second = Promise.resolve()

  async *speak(): ReturnType<Engine['speak']> {
    for (const each of ['first', 'second'] as const) {
      await this[each]
      yield { pcm: new Float32Array(22_050).fill(0.1), words: [], isLast: each === 'second' }
    }
  }

  async close(): Promise<void> {}
}

const engine = new SteppedEngine()
const running = new RunningTurns(0)
let service: Service
let member: Member
let operator: string
beforeAll(async () => {
  service = await startService({ engine, running })
  member = await service.member(100_000)
  operator = (await createManagementKey(service.storage.db, null, 'operator'))!.key
})
afterAll(() => service.close())

const views: LiveView[] = []
afterEach(() => Promise.all(views.splice(0).map((view) => view.close())))

async function watch(key = operator): Promise<LiveView> {
  const view = await LiveView.open(service.url, { authorization: `Bearer ${key}` })
  views.push(view)
  return view
}

const speak = (transcript = TEXT, key = member.key) =>
  post(`${service.url}/tts/bytes`, key, {
    ...goodRequest,
    transcript,
    output_format: { ...goodRequest.output_format, container: 'raw' },
  })

describe('the live view', () => {
  test('shows a turn from its start to its end, without its text', async () => {
    const view = await watch()
    const first = Promise.withResolvers<void>()
    engine.first = first.promise
    const answer = speak()
    const { turns, process: shown } = await view.until(
      ({ turns }) => turns.list[0]?.organization.name != null,
    )
    expect(turns).toMatchObject({ running: 1, more: 0 })
    expect(turns.list[0]).toMatchObject({
      organization: { id: member.organizationId, name: expect.any(String) },
      voice: 'Kathleen',
      model: 'gepard-1.0',
      transport: 'bytes',
      state: 'waiting',
      made_seconds: 0,
      sent_seconds: 0,
      first_audio_ms: null,
    })
    expect(shown).toMatchObject({ id: service.turns.processId, uptime_seconds: expect.any(Number) })
    first.resolve()
    await (await answer).arrayBuffer()
    const after = await view.until(({ turns }) => turns.running === 0 && turns.last_minute > 0)
    expect(after.turns.list).toEqual([])
    expect(after.first_audio.p50_ms).toBeGreaterThan(0)
    expect(view.received).not.toContain(TEXT.slice(0, 12))
    expect(view.received).not.toContain(member.key)
  })

  test('tells how much of a turn was made and sent', async () => {
    const view = await watch()
    const second = Promise.withResolvers<void>()
    engine.second = second.promise
    const answer = await speak()
    const { turns } = await view.until(({ turns }) => turns.list[0]?.sent_seconds === 1)
    expect(turns.list[0]).toMatchObject({ state: 'speaking', made_seconds: 1, late_chunks: 0 })
    expect(turns.list[0]!.first_audio_ms).toBeGreaterThan(0)
    second.resolve()
    await answer.arrayBuffer()
    await view.until(({ turns }) => turns.running === 0)
  })

  test('shows what is refused, as it happens', async () => {
    const view = await watch()
    const { refusals } = (await view.next())!
    const poor = await service.member(0)
    expect((await speak(TEXT, poor.key)).status).toBe(402)
    expect((await speak('')).status).toBe(400)
    const seen = await view.until(({ refusals: { list } }) => list.length === refusals.list.length + 2)
    const [first, second] = seen.refusals.list.slice(-2)
    expect(first).toMatchObject({
      code: 'payment_required',
      where: 'bytes',
      organization: { id: poor.organizationId },
    })
    expect(second).toMatchObject({ code: 'missing_transcript', where: 'POST /tts/bytes' })
    expect(second!.number).toBe(first!.number + 1)
    expect(seen.refusals.last_minute).toMatchObject({ payment_required: 1, missing_transcript: 1 })
  })

  test('shows a call that is refused at its start', async () => {
    const view = await watch()
    const before = (await view.next())!.refusals.list.length
    const wrong = { api_key: 'sk_purr_wrong' }
    const right: Record<string, string> = { api_key: member.key, language: 'english' }
    for (const parameters of [wrong, right]) {
      const line = await TwilioLine.connect(service.url, { parameters })
      await line.until(() => line.closed !== undefined)
    }
    const { refusals } = await view.until(({ refusals: { list } }) => list.length === before + 2)
    expect(refusals.list.slice(-2)).toMatchObject([
      { code: 'unauthorized', where: 'call', organization: null },
      { code: 'invalid_language', where: 'call', organization: { id: member.organizationId } },
    ])
  })

  test('tells of the process, its workers, the database and the settlements', async () => {
    const view = await watch()
    await view.next()
    const snapshot = await view.until(({ process: { of }, turns }) => of !== null && turns.today !== null)
    expect(snapshot.process.of).toBeGreaterThanOrEqual(1)
    expect(snapshot.memory.rss_bytes).toBeGreaterThan(snapshot.memory.heap_bytes)
    expect(snapshot.requests).toBeGreaterThanOrEqual(1)
    expect(snapshot.models[0]).toMatchObject({ id: 'gepard-1.0', health: 'ready', capacity: null })
    expect(snapshot.settlements).toBe(0)
    const measured = await view.until(({ event_loop }) => event_loop.p99_ms !== null)
    expect(measured.event_loop.lag_ms).toBeGreaterThanOrEqual(0)
  })

  test('has at most 200 turns, and says how many more there are', async () => {
    const states = Array.from({ length: 230 }, (_, at) => ({
      id: crypto.randomUUID(),
      organizationId: member.organizationId,
      transport: 'websocket' as const,
      phase: 'speaking' as const,
      model: 'gepard-1.0',
      voice: 'Kathleen',
      seconds: at,
      firstAudio: 0.02,
      made: 2,
      sent: 1,
      late: 0,
    }))
    const ends = states.map((state) => running.begin(() => state))
    const view = await watch()
    const { turns } = await view.until(({ turns }) => turns.running === 230)
    for (const end of ends) end()
    expect(turns).toMatchObject({ running: 230, more: 30 })
    expect(turns.list.map(({ id }) => id)).toEqual(states.slice(0, 200).map(({ id }) => id))
  })

  test('is as documented', async () => {
    const view = await watch()
    const snapshot = (await view.next())!
    expect(Object.keys(snapshot).toSorted()).toEqual(Object.keys(SNAPSHOT.properties).toSorted())
  })

  test('is shared by all who watch, of whom there are 20 at most', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => watch()))
    await expect(watch()).rejects.toThrow('Too many watch this server already.')
    await all[0]!.close()
    await eventually(() =>
      watch().then(
        () => true,
        () => false,
      ),
    )
    const [one, other] = await Promise.all([all[1]!.next(), all[2]!.next()])
    expect(one!.at).toBe(other!.at)
  })
})

describe('only the operator', () => {
  test('may watch', async () => {
    const owner = (await createManagementKey(service.storage.db, member.organizationId, 'owner'))!.key
    await expect(watch(owner)).rejects.toThrow('not_granted')
    await expect(watch(member.key)).rejects.toThrow('unauthorized')
    expect((await fetch(`${service.url}/management/live`)).status).toBe(401)
  })

  test('may watch, until the key is revoked', async () => {
    const { db } = service.storage
    const key = (await createManagementKey(db, null, 'soon revoked'))!.key
    const view = await watch(key)
    expect(await view.next()).toBeDefined()
    await db
      .update(managementKeys)
      .set({ revokedAt: new Date() })
      .where(eq(managementKeys.hash, hashKey(key)))
    while ((await view.next()) !== undefined);
  })
})

test('a server that stops does not wait for those who watch', async () => {
  const other = await startService({ engine })
  const key = (await createManagementKey(other.storage.db, null, 'operator'))!.key
  const view = await LiveView.open(other.url, { authorization: `Bearer ${key}` })
  await view.next()
  other.live.leave()
  while ((await view.next()) !== undefined);
  await other.close()
})

test('the name of an organization is shown for all its turns, also while it is looked up again', async () => {
  const names = new OrganizationNames(service.storage.db)
  expect(names.of(member.organizationId)).toBeNull()
  await names.lookUp()
  const later = spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
  const shown = [1, 2].map(() => names.of(member.organizationId))
  later.mockRestore()
  expect(shown).toEqual([expect.any(String), expect.any(String)])
})
