import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type Admission, admit, releaseSlots, renewSlots, type Slot } from '../../src/accounts/admission.ts'
import { authorizeRequest, authorizeRequestOfKeyId, type Caller } from '../../src/accounts/authorize.ts'
import { createKey, revokeKey } from '../../src/accounts/keys.ts'
import { createOrganization, findOrganization, setLimits, setTier } from '../../src/accounts/organizations.ts'
import { buy, purchase, purchaseWith } from '../../src/accounts/purchases.ts'
import { reverse } from '../../src/accounts/reversals.ts'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import { databases } from '../support/databases.ts'

async function member(db: Database, credits = 1_000_000): Promise<Caller & { key: string }> {
  const { organizationId, projectId } = (await createOrganization(db, crypto.randomUUID()))!
  if (credits > 0)
    await purchase(db, organizationId, { credits, cents: 0, provider: 'test', reference: organizationId })
  const key = await createKey(db, projectId, 'test')
  return { key, organizationId, keyId: (await authorizeRequest(db, key))!.caller.keyId }
}

function ask(db: Database, caller: Caller, credits = 10): Promise<Admission> {
  const charge = { id: crypto.randomUUID(), caller, credits, processId: crypto.randomUUID() }
  return admit(db, crypto.randomUUID(), charge)
}

const slotOf = (admission: Admission): Slot => {
  if (admission.is !== 'admitted') throw new Error(admission.is)
  return admission.slot
}

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  beforeAll(async () => {
    storage = await open()
    db = storage.db
  })
  afterAll(() => storage.close())

  /** Lets time pass for an organization: everything that is noted of it was so much earlier. */
  async function later(organizationId: string, seconds: number): Promise<void> {
    await rows(
      db,
      sql`UPDATE request_windows SET opened = opened - ${seconds}::float8,
          ends = (SELECT array_agg(e - ${seconds}::float8 ORDER BY e) FROM unnest(ends) e)
        WHERE organization_id = ${organizationId}`,
    )
    await rows(
      db,
      sql`UPDATE slots SET until = until - make_interval(secs => ${seconds}) WHERE organization_id = ${organizationId}`,
    )
  }

  /** Makes an organization's slots last for most of a minute more, so that none ends during a test. */
  async function keepSlots(organizationId: string): Promise<void> {
    const name = sql.identifier(`last_${organizationId}`)
    await rows(
      db,
      sql`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.until := NEW.until + interval '50 seconds'; RETURN NEW; END $$`,
    )
    await rows(
      db,
      sql`CREATE TRIGGER ${name} BEFORE UPDATE ON slots FOR EACH ROW
        WHEN (NEW.organization_id = ${sql.raw(`'${organizationId}'`)} AND NEW.turn_id IS DISTINCT FROM OLD.turn_id)
        EXECUTE FUNCTION ${name}()`,
    )
  }

  describe('the request rate', () => {
    test('however many ask at once, as many are admitted as may, over all keys', async () => {
      const { organizationId, key } = await member(db) // its first request was counted
      const [project] = await rows<{ id: string }>(
        db,
        sql`SELECT id FROM projects WHERE organization_id = ${organizationId}`,
      )
      const other = await createKey(db, project!.id, 'other')
      await setLimits(db, organizationId, { requestsPerMinute: 20 })
      // No more at once: the embedded database is slow before its code is compiled.
      const asked = await Promise.all(
        Array.from({ length: 30 }, (_, index) => authorizeRequest(db, index % 2 === 0 ? key : other)),
      )
      expect(asked.filter((each) => each!.isAdmitted)).toHaveLength(19)
      for (const refused of asked.filter((each) => !each!.isAdmitted)) {
        expect(refused!.rate).toEqual({ limit: 20, remaining: 0, wait: expect.any(Number) })
        expect(refused!.rate.wait).toBeWithin(50_000, 60_001)
      }
    })

    test('what is refused is told truly when to come again', async () => {
      const { organizationId, key } = await member(db)
      await setLimits(db, organizationId, { requestsPerMinute: 3 })
      const begun = performance.now()
      await later(organizationId, 20)
      for (let index = 0; index < 2; index++) await authorizeRequest(db, key)
      const { isAdmitted, rate } = (await authorizeRequest(db, key))!
      expect(isAdmitted).toBe(false)
      expect(rate.wait).toBeWithin(38_000 - (performance.now() - begun), 40_001)
      await later(organizationId, rate.wait / 1000 - 20)
      expect((await authorizeRequest(db, key))!.isAdmitted).toBe(false)
      await later(organizationId, 20)
      expect((await authorizeRequest(db, key))!.isAdmitted).toBe(true)
      expect((await authorizeRequest(db, key))!.isAdmitted).toBe(false)
    })

    test('a refused request does not count', async () => {
      const { organizationId, key } = await member(db)
      await setLimits(db, organizationId, { requestsPerMinute: 1 })
      for (let index = 0; index < 5; index++)
        expect((await authorizeRequest(db, key))!.isAdmitted).toBe(false)
      await later(organizationId, 60)
      expect((await authorizeRequest(db, key))!.isAdmitted).toBe(true)
    })

    test('over minutes at full speed, no 60 s have more than the limit, and none much fewer', async () => {
      const { organizationId, key } = await member(db)
      await setLimits(db, organizationId, { requestsPerMinute: 40 })
      await later(organizationId, 100)
      const step = 0.35
      const start = performance.now()
      let skipped = 0
      const now = () => skipped + (performance.now() - start) / 1000
      const admitted: { before: number; after: number }[] = []
      while (now() < 200) {
        const before = now()
        if ((await authorizeRequest(db, key))!.isAdmitted) admitted.push({ before, after: now() })
        await later(organizationId, step)
        skipped += step
      }
      for (const { before: from } of admitted) {
        const within = admitted.filter(({ before, after }) => before >= from && after < from + 60)
        expect(within.length).toBeLessThanOrEqual(40)
      }
      expect(admitted.length).toBeGreaterThanOrEqual(40 * 3)
    })

    test('what a clock has counted that was set back since is forgotten, but not if it is ahead a little', async () => {
      const caller = await member(db)
      await setLimits(db, caller.organizationId, { requestsPerMinute: 20 })
      const admitted = async () => {
        const asked = await Promise.all(Array.from({ length: 25 }, () => authorizeRequest(db, caller.key)))
        return asked.filter((each) => each!.isAdmitted).length
      }
      await later(caller.organizationId, -30)
      expect(await admitted()).toBe(19)
      await later(caller.organizationId, -3600)
      expect(await admitted()).toBe(20)
      expect(await admitted()).toBe(0)
      await setLimits(db, caller.organizationId, { requestsPerMinute: 30 })
      await later(caller.organizationId, -3600)
      expect((await authorizeRequest(db, caller.key))!.rate.remaining).toBe(29)
      await setLimits(db, caller.organizationId, { requestsPerMinute: 0 })
      await later(caller.organizationId, -3600)
      expect(await admitted()).toBe(0)
    })

    test('a revoked or unknown key is nobody, and counts for nobody', async () => {
      const { key, keyId } = await member(db)
      await revokeKey(db, key.slice(8, 16))
      expect(await authorizeRequest(db, key)).toBeUndefined()
      expect(await authorizeRequestOfKeyId(db, keyId)).toBeUndefined()
    })

    test('whose organization is deleted while the request waits is nobody', async () => {
      const { key, organizationId } = await member(db)
      const name = sql.identifier(`deleted_${organizationId}`)
      await rows(
        db,
        sql`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN DELETE FROM request_windows WHERE organization_id = OLD.organization_id; RETURN NULL; END $$`,
      )
      await rows(
        db,
        sql`CREATE TRIGGER ${name} BEFORE UPDATE ON request_windows FOR EACH ROW
          WHEN (OLD.organization_id = ${sql.raw(`'${organizationId}'`)}) EXECUTE FUNCTION ${name}()`,
      )
      expect(await authorizeRequest(db, key)).toBeUndefined()
    })

    test('a request counts the same whether it has the key or names it', async () => {
      const { organizationId, keyId, key } = await member(db)
      await setLimits(db, organizationId, { requestsPerMinute: 3 })
      expect((await authorizeRequestOfKeyId(db, keyId))!).toMatchObject({
        caller: { keyId, organizationId },
        isAdmitted: true,
        rate: { remaining: 1 },
      })
      expect((await authorizeRequest(db, key))!.isAdmitted).toBe(true)
      expect((await authorizeRequestOfKeyId(db, keyId))!.isAdmitted).toBe(false)
    })
  })

  describe('slots', () => {
    test('however many ask at once, as many are admitted as may, and only they pay', async () => {
      const caller = await member(db, 1000)
      await keepSlots(caller.organizationId)
      const asked = await Promise.all(Array.from({ length: 20 }, () => ask(db, caller)))
      expect(asked.filter(({ is }) => is === 'admitted')).toHaveLength(5)
      expect(new Set(asked.flatMap((each) => (each.is === 'admitted' ? [each.slot.number] : []))).size).toBe(
        5,
      )
      for (const refused of asked.filter(({ is }) => is !== 'admitted')) {
        expect(refused).toEqual({
          is: 'over concurrency',
          limit: 5,
          wait: expect.any(Number),
          fullFor: expect.any(Number),
        })
        if (refused.is === 'over concurrency') expect(refused.wait).toBeWithin(1000, 60_001)
      }
      expect((await findOrganization(db, caller.organizationId))!.balance).toBe(1000 - 50)
    })

    test('who cannot pay takes none', async () => {
      const caller = await member(db, 10)
      for (let index = 0; index < 8; index++)
        expect(await ask(db, caller, 11)).toEqual({ is: 'over balance' })
      expect((await ask(db, caller)).is).toBe('admitted')
    })

    test('end by themselves in 2 s when their process is gone, and a second after they are let go', async () => {
      const caller = await member(db)
      await setLimits(db, caller.organizationId, { concurrency: 1 })
      slotOf(await ask(db, caller))
      await later(caller.organizationId, 0.4)
      const refused = await ask(db, caller)
      expect(refused.is).toBe('over concurrency')
      if (refused.is === 'over concurrency') expect(refused.wait).toBeWithin(1000, 2001)
      await later(caller.organizationId, 1.6)
      const slot = slotOf(await ask(db, caller))
      await renewSlots(db, [slot])
      await releaseSlots(db, [slot])
      await later(caller.organizationId, 0.1)
      expect((await ask(db, caller)).is).toBe('over concurrency')
      await later(caller.organizationId, 1)
      expect((await ask(db, caller)).is).toBe('admitted')
    })

    test('that were let go can be taken up again until somebody else has them', async () => {
      const caller = await member(db)
      await setLimits(db, caller.organizationId, { concurrency: 1 })
      const slot = slotOf(await ask(db, caller))
      await releaseSlots(db, [slot])
      await later(caller.organizationId, 2)
      expect(await renewSlots(db, [slot])).toBe(1)
      await later(caller.organizationId, 2)
      slotOf(await ask(db, caller))
      expect(await renewSlots(db, [slot])).toBe(0)
    })

    test('that were taken by a clock that was set back since are free', async () => {
      const caller = await member(db)
      await keepSlots(caller.organizationId)
      const admitted = async () => {
        let count = 0
        while ((await ask(db, caller)).is === 'admitted') count++
        return count
      }
      expect(await admitted()).toBe(5)
      await later(caller.organizationId, -3600)
      expect(await admitted()).toBe(5)
    })

    test('are as many as the operator says', async () => {
      const caller = await member(db)
      await setLimits(db, caller.organizationId, { concurrency: 120 })
      await keepSlots(caller.organizationId)
      let admitted = 0
      for (let round = 0; round < 5; round++) {
        const asked = await Promise.all(Array.from({ length: 26 }, () => ask(db, caller, 1)))
        admitted += asked.filter(({ is }) => is === 'admitted').length
      }
      // A row that another is just taking is passed over: what is refused at once may be admitted at the next try.
      while ((await ask(db, caller, 1)).is === 'admitted') admitted++
      expect(admitted).toBe(120)
      await setLimits(db, caller.organizationId, { concurrency: 0 })
      expect((await ask(db, caller)).is).toBe('over concurrency')
    })
  })

  describe('tiers', () => {
    test('$50 in all make a tier1 organization tier2, in whatever parts and however many at once', async () => {
      const { organizationId } = await member(db, 0)
      const parts = Array.from({ length: 8 }, (_, index) =>
        buy(db, organizationId, { cents: 500, provider: 'test', reference: `${organizationId} ${index}` }),
      )
      await Promise.all(parts)
      expect(await findOrganization(db, organizationId)).toMatchObject({ tier: 'tier1', paidCents: 4000 })
      await Promise.all(
        [8, 9].map((index) =>
          buy(db, organizationId, { cents: 500, provider: 'test', reference: `${organizationId} ${index}` }),
        ),
      )
      expect(await findOrganization(db, organizationId)).toMatchObject({
        tier: 'tier2',
        paidCents: 5000,
        balance: 10_000_000,
        requestsPerMinute: 600,
        concurrency: 25,
      })
    })

    test('a grant raises none, and a purchase lowers none', async () => {
      const { organizationId } = await member(db, 100_000_000)
      expect((await findOrganization(db, organizationId))!.tier).toBe('tier1')
      await setTier(db, organizationId, 'tier3')
      await buy(db, organizationId, { cents: 5000, provider: 'test', reference: `${organizationId} big` })
      expect((await findOrganization(db, organizationId))!.tier).toBe('tier3')
    })

    test('money that comes back after a dispute counts again, so that $50 in all make tier2', async () => {
      const { organizationId } = await member(db, 0)
      const pay = (reference: string) => buy(db, organizationId, { cents: 3000, provider: 'test', reference })
      const [first, second] = [`${organizationId} first`, `${organizationId} second`]
      await pay(first)
      const { id } = (await purchaseWith(db, 'test', first))!
      const dispute = { cents: 3000, provider: 'test', reference: `${organizationId} dispute` }
      await reverse(db, id, { ...dispute, isOver: false })
      await pay(second)
      const state = async () => {
        const { tier, paidCents } = (await findOrganization(db, organizationId))!
        return [tier, paidCents]
      }
      expect(await state()).toEqual(['tier1', 3000])
      await reverse(db, id, { ...dispute, isOver: true })
      expect(await state()).toEqual(['tier2', 6000])
      await reverse(db, id, { ...dispute, reference: `${organizationId} refund`, isOver: false })
      expect(await state()).toEqual(['tier2', 3000])
    })

    test('a tier1 to which the operator has put it back stays when more is granted or bought', async () => {
      const { organizationId } = await member(db, 0)
      const bought = { cents: 5000, provider: 'test' }
      await buy(db, organizationId, { ...bought, reference: `${organizationId} first` })
      await setTier(db, organizationId, 'tier1')
      const granted = { credits: 1000, cents: 0, provider: 'grant', reference: organizationId }
      await purchase(db, organizationId, granted)
      await buy(db, organizationId, { ...bought, reference: `${organizationId} second` })
      expect((await findOrganization(db, organizationId))!.tier).toBe('tier1')
    })

    test('less than $5 is not sold', async () => {
      const { organizationId } = await member(db, 0)
      const small = { cents: 499, provider: 'test', reference: 'small' }
      await expect(buy(db, organizationId, small)).rejects.toThrow('at least $5')
    })
  })
})
