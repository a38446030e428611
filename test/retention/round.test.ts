import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { renew } from '../../src/accounts/heartbeat.ts'
import { Retention } from '../../src/retention/retention.ts'
import { rows, type Storage } from '../../src/storage/database.ts'
import { invitations, people, sessions, signInAttempts, verifications } from '../../src/storage/schema.ts'
import { USAGE_DAYS } from '../../src/storage/usage-days.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { addUsage } from '../../src/usage/add-usage.ts'
import { databases } from '../support/databases.ts'
import { createMember } from '../support/member.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await open()
  })
  afterAll(() => storage.close())

  test('a round removes what has expired and old usage, and leaves everything else', async () => {
    const { db } = storage
    const { organizationId, keyId } = await createMember(db, 0)
    const [person] = await db
      .insert(people)
      .values({ name: 'Ada', email: 'ada@example.com' })
      .returning({ userId: people.id })
    for (const [name, at] of [
      ['expired', new Date(Date.now() - HOUR)],
      ['good', new Date(Date.now() + HOUR)],
    ] as const) {
      const [id, expiresAt] = [Buffer.from(name), at]
      await db.insert(sessions).values({ token: name, expiresAt, ...person! })
      await db
        .insert(invitations)
        .values({ organizationId, email: name, role: 'member', hash: id, expiresAt })
      await db.insert(verifications).values({ identifier: name, value: '', expiresAt })
      await db.insert(signInAttempts).values({ id, fullAt: at })
    }
    const processId = crypto.randomUUID()
    await renew(db, processId)
    const spoken = { turns: 1, characters: 1, audioSeconds: 1, turnSeconds: 1, firstAudio: [1], errors: {} }
    for (const [number, age] of [USAGE_DAYS.day + 2, 0].entries()) {
      const minute = Date.now() - age * DAY
      const row = { organizationId, keyId, minute, voiceId: 'voice', modelId: 'model', ...spoken }
      await addUsage(db, processId, { number: number + 1, usage: [row], peaks: [] })
    }
    const log = createLog({ write: () => {} })
    const retention = new Retention({ db, processId, log, days: 400, removeOrphans: async () => {} })
    setSystemTime(Date.now() + 4 * 365 * DAY) // of this server: what is old is said by the database
    await retention.round()
    setSystemTime()
    expect(await db.select({ name: sessions.token }).from(sessions)).toEqual([{ name: 'good' }])
    expect(await db.select({ name: invitations.email }).from(invitations)).toEqual([{ name: 'good' }])
    expect(await db.select({ name: verifications.identifier }).from(verifications)).toEqual([
      { name: 'good' },
    ])
    const attempts = await db.select({ id: signInAttempts.id }).from(signInAttempts)
    expect(attempts.map(({ id }) => Buffer.from(id).toString())).toEqual(['good'])
    const kept = sql`count(*)::int AS kept, bool_and(start > now() - interval '2 days') AS "isRecent"`
    for (const table of [sql`usage`, sql`usage_totals`])
      expect(await rows(db, sql`SELECT ${kept} FROM ${table}`)).toEqual([{ kept: 3, isRecent: true }])
  })
})
