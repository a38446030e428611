import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { balanceOf } from '../../src/accounts/organizations.ts'
import { buy, CREDITS_PER_DOLLAR, purchaseWith } from '../../src/accounts/purchases.ts'
import { reverse } from '../../src/accounts/reversals.ts'
import { rows, type Storage } from '../../src/storage/database.ts'
import { databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { createMember } from '../support/member.ts'

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)('a dispute that is reported', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await databases.at(-1)!.open()
  })
  afterAll(() => storage.close())

  async function waiting(count: number): Promise<void> {
    const blocked = sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await eventually(async () => (await rows(storage.db, blocked)).length >= count)
  }

  test('as won with another amount while its start is being booked gives back what was taken, once', async () => {
    const { db } = storage
    const { organizationId } = await createMember(db, 0)
    await buy(db, organizationId, { cents: 1000, provider: 'stripe', reference: 'cs_1' })
    const { id } = (await purchaseWith(db, 'stripe', 'cs_1'))!
    const dispute = { provider: 'stripe', reference: 'dp_1' }
    const ends = await db.transaction(async (tx) => {
      await reverse(tx, id, { ...dispute, cents: 1000, isOver: false })
      const ends = [1, 2].map(() => reverse(db, id, { ...dispute, cents: 800, isOver: true }))
      await waiting(2)
      return { all: () => Promise.all(ends) }
    })
    expect((await ends.all()).sort()).toEqual([false, true])
    expect(await balanceOf(db, organizationId)).toBe(10 * CREDITS_PER_DOLLAR)
    expect(await verifyLedger(db)).toEqual([])
  })
})
