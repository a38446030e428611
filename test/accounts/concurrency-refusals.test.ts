import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type Charge, releaseSlots, renewSlots, type Slot } from '../../src/accounts/admission.ts'
import { ConcurrencyRefusals } from '../../src/accounts/concurrency-refusals.ts'
import { setLimits } from '../../src/accounts/organizations.ts'
import { rows, type Storage } from '../../src/storage/database.ts'
import { databases } from '../support/databases.ts'
import { failing } from '../support/failing-database.ts'
import { createMember, type Member } from '../support/member.ts'
import { seeded } from '../support/random.ts'

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await open()
  })
  afterAll(() => storage.close())

  const member = (concurrency: number) =>
    createMember(storage.db, 1_000_000, { requestsPerMinute: 1000, concurrency })
  const chargeOf = (caller: Member): Charge => ({
    id: crypto.randomUUID(),
    caller,
    credits: 1,
    processId: crypto.randomUUID(),
  })
  const ask = (full: ConcurrencyRefusals, caller: Member) => full.admit(crypto.randomUUID(), chargeOf(caller))

  /** Has all leases of an organization's slots end this many seconds from now. */
  const leasesEndIn = (seconds: number, { organizationId }: Member) =>
    rows(
      storage.db,
      sql`UPDATE slots SET until = clock_timestamp() + make_interval(secs => ${seconds}::float8)
        WHERE organization_id = ${organizationId} AND until > clock_timestamp()`,
    )

  test('turns beyond the limit are refused without a statement until a slot can be free', async () => {
    let now = 0
    let statements = 0
    const count = () => {
      statements++
      return 'never' as const
    }
    const full = new ConcurrencyRefusals(failing(storage.db, count), () => now)
    const caller = await member(1)
    expect((await ask(full, caller)).is).toBe('admitted')
    await leasesEndIn(50, caller) // the slot could be let go, and be free a second later
    const first = await ask(full, caller)
    if (first.is !== 'over concurrency') throw new Error(first.is)
    expect(first).toMatchObject({ limit: 1, fullFor: 1000 })
    statements = 0
    for (now = 0; now < 1000; now++)
      expect(await ask(full, caller)).toMatchObject({
        is: 'over concurrency',
        limit: 1,
        wait: first.wait - now,
      })
    expect(statements).toBe(0)
    expect((await ask(full, caller)).is).toBe('over concurrency')
    expect(statements).toBe(1)

    now += 1000
    await setLimits(storage.db, caller.organizationId, { concurrency: 2 })
    expect((await ask(full, caller)).is).toBe('admitted')
  })

  test('a crowd of turns asks little more than once whether there is a slot', async () => {
    let statements = 0
    const count = () => {
      statements++
      return 'never' as const
    }
    const full = new ConcurrencyRefusals(failing(storage.db, count), () => 0)
    const caller = await member(1)
    expect((await ask(full, caller)).is).toBe('admitted')
    await leasesEndIn(50, caller)
    statements = 0
    const asked = await Promise.all(Array.from({ length: 200 }, () => ask(full, caller)))
    expect(asked.every(({ is }) => is === 'over concurrency')).toBe(true)
    expect(statements).toBeLessThanOrEqual(4)
  })

  test('a lease that ends sooner is believed no longer, and one organization says nothing of another', async () => {
    let now = 0
    const full = new ConcurrencyRefusals(storage.db, () => now)
    const [caller, other] = [await member(2), await member(2)]
    for (let slot = 0; slot < 2; slot++) expect((await ask(full, caller)).is).toBe('admitted')
    await leasesEndIn(0.9, caller)
    const refused = await ask(full, caller)
    if (refused.is === 'over concurrency') {
      expect(refused.fullFor).toBeLessThanOrEqual(900)
      now = refused.fullFor
      expect(full.refusalOf(caller.organizationId)).toBeUndefined()
    }
    expect((await ask(full, other)).is).toBe('admitted')
  })

  test('what is believed in several processes is true: no slot is free meanwhile, whoever takes and lets go', async () => {
    const caller = await member(3)
    const processes = Array.from({ length: 3 }, () => new ConcurrencyRefusals(storage.db))
    const random = seeded(7)
    let held: Slot[] = []
    const seen = { refused: 0, admitted: 0 }
    while (seen.refused < 200 || seen.admitted < 10) {
      const draw = random()
      const slot = held[Math.floor(random() * held.length)]
      if (draw < 0.03 && slot !== undefined) {
        await releaseSlots(storage.db, [slot])
        held = held.filter((each) => each !== slot)
      } else if (draw < 0.06 && slot !== undefined) await renewSlots(storage.db, [slot])
      else {
        const process = processes[Math.floor(random() * processes.length)]!
        const [free] = await rows<{ count: number }>(
          storage.db,
          sql`SELECT count(*)::int AS count FROM slots
            WHERE organization_id = ${caller.organizationId} AND number <= 3 AND until < clock_timestamp()`,
        )
        if (process.refusalOf(caller.organizationId) !== undefined) {
          seen.refused++
          expect(free!.count).toBe(0)
        }
        const admission = await ask(process, caller)
        if (admission.is === 'admitted') {
          seen.admitted++
          held.push(admission.slot)
        }
      }
      await Bun.sleep(random() * 10)
    }
  })
})
