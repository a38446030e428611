import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { renew } from '../../src/accounts/heartbeat.ts'
import { removeOldUsage } from '../../src/retention/old-usage.ts'
import { rows, type Storage } from '../../src/storage/database.ts'
import { USAGE_DAYS } from '../../src/storage/usage-days.ts'
import { addUsage } from '../../src/usage/add-usage.ts'
import { databases } from '../support/databases.ts'
import { createMember } from '../support/member.ts'

const NOW = Date.UTC(2026, 5, 15, 13)
const DAY = 86_400_000

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await open()
  })
  afterAll(() => storage.close())

  test('minutes, hours and days of usage are kept for as long as is said, in both tables', async () => {
    const { db } = storage
    const { organizationId, keyId } = await createMember(db, 0)
    const processId = crypto.randomUUID()
    await renew(db, processId)
    const spoken = { turns: 1, characters: 1, audioSeconds: 1, turnSeconds: 1, firstAudio: [1], errors: {} }
    // Three rows of each age: just kept, just too old, and long gone.
    const ages = Object.values(USAGE_DAYS).flatMap((days) => [days - 0.5, days + 1.5, days + 5])
    for (const [index, age] of ages.entries())
      await addUsage(db, processId, {
        number: index + 1,
        usage: [
          { organizationId, keyId, minute: NOW - age * DAY, voiceId: 'voice', modelId: 'model', ...spoken },
        ],
        peaks: [],
      })
    const removed = await removeOldUsage(db, NOW, 0)
    const kept: Record<string, number> = {}
    for (const table of ['usage', 'usage_totals'])
      for (const { period, start } of await rows<{ period: keyof typeof USAGE_DAYS; start: number }>(
        db,
        sql`SELECT period, extract(epoch FROM start)::float8 * 1000 AS start FROM ${sql.identifier(table)}`,
      )) {
        kept[period] = (kept[period] ?? 0) + 1
        expect((NOW - start) / DAY).toBeLessThanOrEqual(USAGE_DAYS[period])
      }
    const younger = (days: number) => 2 * ages.filter((age) => age < days).length
    expect(kept).toEqual({
      minute: younger(USAGE_DAYS.minute),
      hour: younger(USAGE_DAYS.hour),
      day: younger(USAGE_DAYS.day),
    })
    expect(removed).toBe(2 * 3 * ages.length - kept.minute! - kept.hour! - kept.day!)
    expect(await removeOldUsage(db, NOW, 0)).toBe(0)
  })
})
