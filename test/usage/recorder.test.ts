import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Caller } from '../../src/accounts/authorize.ts'
import { deregister, renew } from '../../src/accounts/heartbeat.ts'
import { deleteOrganization } from '../../src/retention/delete-organization.ts'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { UsageRecorder } from '../../src/usage/recorder.ts'
import { databases } from '../support/databases.ts'
import { failing } from '../support/failing-database.ts'
import { createMember } from '../support/member.ts'
import { seeded } from '../support/random.ts'

const log = createLog()
log.level = 'silent'
/** A minute before an hour and a day end. */
const EVENING = Date.parse('2026-03-31T23:59:00Z')

/** What the rows of an organization come to, by period. */
async function totals(db: Database, { organizationId }: Caller) {
  const found = await rows<Record<string, unknown>>(
    db,
    sql`
      SELECT period, count(DISTINCT start)::int AS periods, sum(turns)::int AS turns, sum(characters)::int AS characters,
        sum(audio_seconds) AS audio, sum(turn_seconds) AS seconds,
        sum((SELECT sum(n) FROM unnest(first_audio) AS n))::int AS heard,
        sum((SELECT sum(value::int) FROM jsonb_each_text(errors)))::int AS errors
      FROM usage WHERE organization_id = ${organizationId} GROUP BY period ORDER BY period`,
  )
  return found
}

async function peaks(db: Database, { organizationId }: Caller) {
  return rows<{ period: string; concurrent: number; refusals: object }>(
    db,
    sql`
      SELECT period, concurrent, refusals FROM usage_peaks
      WHERE organization_id = ${organizationId} ORDER BY period, start`,
  )
}

describe.each(databases)('usage on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  let now = EVENING
  const processId = crypto.randomUUID()
  const recorderOn = (through: Database, id = processId, maxRows?: number) =>
    new UsageRecorder({ db: through, processId: id, log, now: () => now, maxRows })
  beforeAll(async () => {
    storage = await open()
    db = storage.db
    await renew(db, processId)
  })
  afterAll(() => storage.close())

  /** A turn that takes some seconds. */
  const speak = (recorder: UsageRecorder, caller: Caller, seconds = 1, error?: string) => {
    const turn = recorder.turn(caller, 'gepard-1.0')
    turn.resolved('voice', 'gepard-1.0')
    turn.taken()
    turn.begun(0.02)
    now += seconds * 1000
    turn.rested()
    if (error === undefined) turn.captured(10)
    else turn.failed(error)
    turn.ended(2)
  }

  test('is in its minute, hour and day, and a turn over midnight is in each that it was spoken in', async () => {
    now = EVENING + 50_000
    const caller = await createMember(db, 0)
    const recorder = recorderOn(db)
    speak(recorder, caller, 30) // ten seconds of today, twenty of tomorrow
    expect(await recorder.flush()).toBe(true)
    const [day, hour, minute] = await totals(db, caller)
    for (const period of [day, hour, minute])
      expect(period).toMatchObject({ periods: 2, turns: 1, characters: 10, audio: 2, seconds: 30, heard: 1 })
    const parts = await rows<{ start: string; seconds: number }>(
      db,
      sql`SELECT turn_seconds AS seconds FROM usage WHERE organization_id = ${caller.organizationId} AND period = 'day' ORDER BY start`,
    )
    expect(parts.map(({ seconds }) => seconds)).toEqual([10, 20])
    expect((await peaks(db, caller)).map(({ concurrent }) => concurrent)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('of several flushes and processes adds up, in any order', async () => {
    now = EVENING
    const caller = await createMember(db, 0)
    const random = seeded(4)
    const other = crypto.randomUUID()
    await renew(db, other)
    const recorders = [recorderOn(db), recorderOn(db, other)].map((each) => each)
    // The first batches of this process were added by the test before.
    for (let flush = 0; flush < 12; flush++) {
      for (const recorder of recorders)
        for (let turn = 0; turn < 5; turn++) {
          speak(recorder, caller, random(), random() < 0.3 ? 'upstream_unavailable' : undefined)
          if (random() < 0.2) recorder.refused(caller, 'requestsPerMinute')
        }
      await Promise.all(recorders.map((recorder) => recorder.flush()))
    }
  })
})
