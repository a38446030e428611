import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Caller } from '../../src/accounts/authorize.ts'
import { deregister, renew } from '../../src/accounts/heartbeat.ts'
import { deleteOrganization } from '../../src/retention/delete-organization.ts'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import { silentLog } from '../../src/telemetry/log.ts'
import { UsageRecorder } from '../../src/usage/recorder.ts'
import { TurnUsage } from '../../src/usage/turn-usage.ts'
import { databases } from '../support/databases.ts'
import { type Failure, failing } from '../support/failing-database.ts'
import { createMember } from '../support/member.ts'
import { seeded } from '../support/random.ts'

const log = silentLog()
/** A minute before an hour and a day end. */
const EVENING = Date.parse('2026-03-31T23:59:00Z')

describe.each(databases)('usage on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  let now = EVENING
  /** How far the clock was set. */
  let set = 0
  beforeAll(async () => {
    storage = await open()
    db = storage.db
  })
  afterAll(() => storage.close())

  /** The recorder of a process of its own. */
  async function recorderOn(through: Database, maxRows?: number): Promise<UsageRecorder> {
    const processId = crypto.randomUUID()
    await renew(db, processId)
    return new UsageRecorder({
      db: through,
      processId,
      log,
      now: () => now + set,
      elapsed: () => now,
      maxRows,
    })
  }

  /** A turn that takes some seconds. */
  function speak(recorder: UsageRecorder, caller: Caller, seconds = 1, error?: string): void {
    const turn = new TurnUsage(recorder, caller, 'gepard-1.0')
    turn.resolved('voice', 'gepard-1.0')
    turn.slotTaken()
    turn.begun(0.02)
    now += seconds * 1000
    turn.slotReleased()
    if (error === undefined) turn.captured(10)
    else turn.failed(error)
    turn.ended(2)
  }

  /** What the rows of an organization come to, by period. */
  const totals = ({ organizationId }: Caller) =>
    rows<Record<string, unknown>>(
      db,
      sql`
        SELECT period, count(DISTINCT start)::int AS periods, sum(turns)::int AS turns,
          sum(characters)::int AS characters, sum(audio_seconds) AS audio, round(sum(turn_seconds)) AS seconds,
          sum((SELECT sum(n) FROM unnest(first_audio) AS n))::int AS heard,
          coalesce(sum((SELECT sum(value::int) FROM jsonb_each_text(errors))), 0)::int AS errors
        FROM usage WHERE organization_id = ${organizationId} GROUP BY period ORDER BY period`,
    )

  const peaks = ({ organizationId }: Caller) =>
    rows<{ period: string; concurrent: number; refusals: Record<string, number> }>(
      db,
      sql`
        SELECT period, concurrent, refusals FROM usage_totals
        WHERE organization_id = ${organizationId} ORDER BY period, start`,
    )

  test('is in its minute, hour and day, and a turn over midnight is in each in which it was spoken', async () => {
    now = EVENING + 50_000
    const caller = await createMember(db, 0)
    const recorder = await recorderOn(db)
    speak(recorder, caller, 30) // ten seconds of today, twenty of tomorrow
    expect(await recorder.flush()).toBe(true)
    const found = await totals(caller)
    expect(found.map(({ period }) => period)).toEqual(['day', 'hour', 'minute'])
    for (const period of found)
      expect(period).toMatchObject({ periods: 2, turns: 1, characters: 10, audio: 2, heard: 1, errors: 0 })
    const days = await rows<{ seconds: number }>(
      db,
      sql`
        SELECT turn_seconds AS seconds FROM usage
        WHERE organization_id = ${caller.organizationId} AND period = 'day' ORDER BY start`,
    )
    expect(days.map(({ seconds }) => seconds)).toEqual([10, 20])
    expect((await peaks(caller)).map(({ concurrent }) => concurrent)).toEqual([1, 1, 1, 1, 1, 1])
    expect(recorder.waiting).toBe(0)
  })

  test('of several processes that flush at once adds up, and none locks another out', async () => {
    now = EVENING
    const callers = await Promise.all(Array.from({ length: 5 }, () => createMember(db, 0)))
    const recorders = [await recorderOn(db), await recorderOn(db), await recorderOn(db)]
    const random = seeded(4)
    const turns = new Map(callers.map((caller) => [caller, { turns: 0, errors: 0, refused: 0 }]))
    for (let round = 0; round < 20; round++) {
      for (const recorder of recorders)
        for (let turn = 0; turn < 10; turn++) {
          const caller = callers[Math.floor(random() * callers.length)]!
          const counted = turns.get(caller)!
          const fails = random() < 0.3
          speak(recorder, caller, random(), fails ? 'upstream_unavailable' : undefined)
          counted.turns++
          if (fails) counted.errors++
          if (random() < 0.2) {
            recorder.refused(caller, 'requestsPerMinute')
            counted.refused++
          }
        }
      expect(await Promise.all(recorders.map((recorder) => recorder.flush()))).toEqual([true, true, true])
    }
    expect(recorders.map(({ failures }) => failures)).toEqual([0, 0, 0])
    for (const [caller, { turns: count, errors, refused }] of turns) {
      for (const period of await totals(caller))
        expect(period).toMatchObject({
          turns: count,
          characters: 10 * (count - errors),
          audio: 2 * count,
          heard: count,
          errors: errors + refused,
        })
      for (const period of ['minute', 'hour', 'day']) {
        const found = (await peaks(caller)).filter((each) => each.period === period)
        const sum = found.reduce((all, { refusals }) => all + (refusals.requestsPerMinute ?? 0), 0)
        expect(sum).toBe(refused)
      }
    }
  })

  test('is added once, whichever statement or answer is lost', async () => {
    now = EVENING
    const caller = await createMember(db, 0)
    const random = seeded(9)
    let failure: Failure = 'never'
    const recorder = await recorderOn(failing(db, () => failure))
    for (let turn = 1; turn <= 30; turn++) {
      speak(recorder, caller)
      failure = (['before', 'after', 'never'] as const)[Math.floor(random() * 3)]!
      expect(await recorder.flush()).toBe(failure === 'never')
    }
    failure = 'never'
    expect(await recorder.flush()).toBe(true)
    for (const period of await totals(caller)) expect(period).toMatchObject({ turns: 30, characters: 300 })
    expect(recorder.failures).toBeGreaterThan(5)
    expect(recorder.waiting).toBe(0)
  })

  test('of a process that is not registered waits until it is', async () => {
    const caller = await createMember(db, 0)
    const processId = crypto.randomUUID()
    const recorder = new UsageRecorder({ db, processId, log, now: () => now })
    await renew(db, processId)
    await deregister(db, processId) // as another process does with one that is cut off for a day
    speak(recorder, caller)
    expect(await recorder.flush()).toBe(false)
    expect(await totals(caller)).toEqual([])
    await renew(db, processId)
    expect(await recorder.flush()).toBe(true)
    expect((await totals(caller))[0]).toMatchObject({ turns: 1 })
  })

  test('is kept while the database is away, up to a bound; the rest is dropped and counted', async () => {
    now = EVENING
    const callers = await Promise.all(Array.from({ length: 6 }, () => createMember(db, 0)))
    let failure: Failure = 'before'
    const recorder = await recorderOn(
      failing(db, () => failure),
      8,
    )
    for (let minute = 0; minute < 3; minute++) {
      for (const caller of callers.slice(0, 4)) speak(recorder, caller, 0)
      await recorder.flush()
      expect(recorder.waiting).toBeLessThanOrEqual(16) // those on their way, and as many as are kept
    }
    expect(recorder.dropped).toBe(0) // the same rows
    for (const caller of callers) speak(recorder, caller, 0)
    expect(recorder.dropped).toBeGreaterThan(0)
    failure = 'never'
    expect(await recorder.flush()).toBe(true)
    for (const caller of callers.slice(0, 4))
      for (const period of await totals(caller)) expect(period).toMatchObject({ turns: 4 })
    expect(await totals(callers[5]!)).toEqual([])
  })

  test('of an organization that was deleted is left out, and that of others is added', async () => {
    now = EVENING
    const [gone, stays] = [await createMember(db, 0), await createMember(db, 0)]
    const recorder = await recorderOn(db)
    speak(recorder, gone)
    expect(await recorder.flush()).toBe(true)
    for (const caller of [gone, stays]) speak(recorder, caller)
    await deleteOrganization(db, gone.organizationId, true, undefined)
    expect(await recorder.flush()).toBe(true)
    expect(await totals(gone)).toEqual([])
    expect((await totals(stays))[0]).toMatchObject({ turns: 1 })
  })

  test.each([
    ['to the right year', -EVENING, 0],
    ['ahead by an hour', 0, 3_600_000],
    ['back by a day', 0, -86_400_000],
  ])('of a turn while the clock is set %s is counted, as long as it was', async (_, before, after) => {
    now = EVENING
    set = before
    const caller = await createMember(db, 0)
    const recorder = await recorderOn(db)
    const turn = new TurnUsage(recorder, caller, 'gepard-1.0')
    turn.slotTaken()
    now += 2000
    set = after
    turn.ended(2)
    set = 0
    expect(recorder.waiting).toBeLessThan(5)
    expect(await recorder.flush()).toBe(true)
    for (const period of await totals(caller)) expect(period).toMatchObject({ turns: 1, seconds: 2 })
  })

  test('knows the most turns at once, also those that go on for minutes', async () => {
    now = EVENING - 3_600_000
    const caller = await createMember(db, 0)
    const recorder = await recorderOn(db)
    const turns = Array.from({ length: 3 }, () => new TurnUsage(recorder, caller, 'gepard-1.0'))
    turns[0]!.slotTaken()
    turns[1]!.slotTaken()
    now += 60_000 // two go on
    await recorder.flush()
    turns[0]!.ended(1)
    turns[2]!.slotTaken()
    now += 60_000
    await recorder.flush()
    now += 60_000
    for (const turn of turns.slice(1)) turn.ended(1)
    await recorder.flush()
    const minutes = (await peaks(caller)).filter(({ period }) => period === 'minute')
    expect(minutes.map(({ concurrent }) => concurrent)).toEqual([2, 2, 2, 2])
    const [day] = await totals(caller)
    expect(day).toMatchObject({ turns: 3, seconds: 60 + 180 + 120 })
  })
})
