import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { admit } from '../../src/accounts/admission.ts'
import { CreditCounts } from '../../src/accounts/credit-counts.ts'
import { CreditHold } from '../../src/accounts/credit-hold.ts'
import { renew } from '../../src/accounts/heartbeat.ts'
import { revokeKey } from '../../src/accounts/keys.ts'
import { LeaseRenewer } from '../../src/accounts/lease-renewer.ts'
import { ConcurrencyLimit, InsufficientCredits, KeyRevoked } from '../../src/accounts/refusals.ts'
import { SettlementQueue } from '../../src/accounts/settlement-queue.ts'
import { rows } from '../../src/storage/database.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { books } from '../support/books.ts'
import { eventually } from '../support/eventually.ts'
import { holdSettlements } from '../support/held-settlement.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  await renew(service.storage.db, processId) // charges of a process that is not known are refunded every few seconds
})
afterAll(async () => {
  for (const hold of holds) await hold.void() // or its slot would be renewed on a closed database
  await service.close()
})

const processId = crypto.randomUUID()
const holds: CreditHold[] = []

function holdOf(
  caller: Member,
  credits = new CreditCounts(),
  settlements = new SettlementQueue(service.storage.db, createLog()),
): CreditHold {
  const { db } = service.storage
  const log = createLog()
  const leases = new LeaseRenewer(db, log)
  const services = { db, settlements, leases, credits, processId }
  const hold = new CreditHold(services, caller, crypto.randomUUID())
  holds.push(hold)
  return hold
}

/** Adds a transcript to a turn that is spoken by itself. */
async function held(hold: CreditHold, transcript: string): Promise<void> {
  hold.add(transcript)
  await hold.hold(hold.length)
}

/** Whether another turn of the organization would be refused. */
async function isFull(caller: Member): Promise<boolean> {
  const charge = { id: crypto.randomUUID(), caller, credits: 1, processId }
  return (await admit(service.storage.db, crypto.randomUUID(), charge)).is === 'over concurrency'
}

describe('a turn of "One.", " Two." and " Three." is held until it ends; it pays', () => {
  test.each([
    ['all', 'came to its end', 'capture', [4, 9, 16], 16],
    ['nothing', 'came to its end without a sound', 'capture', [], 0],
    ['what was begun', 'lost its listener in the second', 'captureHeard', [4, 6], 9],
    ['nothing', 'lost its listener before the first', 'captureHeard', [], 0],
    ['nothing', 'ended with an error in the second', 'void', [4, 6], 0],
    ['nothing', 'ended with an error after all was spoken', 'void', [4, 9, 16], 0],
  ] as const)('%s when it %s', async (_, __, end, heard, paid) => {
    const caller = await service.member(1000)
    const now = () => books(service.storage.db, caller.organizationId)
    const counts = new CreditCounts()
    const hold = holdOf(caller, counts)
    for (const transcript of ['One.', ' Two.', ' Three.']) await held(hold, transcript)
    for (const position of heard) {
      hold.heard(position)
      hold.spoken(position)
    }
    expect(await now()).toMatchObject({ open: 16, confirmed: 0, refunded: 0 })
    await hold[end]()
    await hold.captureHeard() // once it has ended, nothing changes it
    expect(await now()).toMatchObject({
      open: 0,
      confirmed: paid,
      refunded: 16 - paid,
      balance: 1000 - paid,
    })
    expect({ ...counts }).toEqual({ held: 16, captured: paid, voided: 16 - paid })
  })
})

test('what was heard and what was not are settled at the same time: the end of a turn waits for the database once', async () => {
  const caller = await service.member(1000)
  const settlements = new SettlementQueue(service.storage.db, createLog())
  const hold = holdOf(caller, undefined, settlements)
  for (const transcript of ['One.', ' Two.']) await held(hold, transcript)
  hold.heard(4)
  const settling = holdSettlements(settlements)
  const ended = hold.captureHeard()
  await settling.reached
  expect(settlements.settle).toHaveBeenCalledTimes(2)
  settling.goOn()
  await ended
  expect(await books(service.storage.db, caller.organizationId)).toMatchObject({
    open: 0,
    confirmed: 4,
    refunded: 5,
  })
})

test('the last credit can be spent', async () => {
  const caller = await service.member(4)
  const hold = holdOf(caller)
  await held(hold, 'One.')
  hold.heard(4)
  await hold.capture()
  expect(await service.balance(caller)).toBe(0)
  await expect(held(holdOf(caller), '1')).rejects.toThrow(InsufficientCredits)
})

describe('a later transcript is refused, and costs nothing,', () => {
  /** A turn of which 4 of 10 credits are held, in the only slot of its organization. */
  async function begun() {
    const caller = await service.member(10, { concurrency: 1 })
    const hold = holdOf(caller)
    await held(hold, 'One.')
    hold.heard(4)
    return { caller, hold }
  }

  async function hasPaidForTheFirst({ caller, hold }: Awaited<ReturnType<typeof begun>>): Promise<void> {
    await hold.capture()
    const settled = await books(service.storage.db, caller.organizationId)
    expect(settled).toMatchObject({ open: 0, confirmed: 4, refunded: 0, balance: 6 })
  }

  test('that the balance does not cover', async () => {
    const turn = await begun()
    await expect(held(turn.hold, ' And two.')).rejects.toThrow(InsufficientCredits)
    await hasPaidForTheFirst(turn)
  })

  test('when the key was revoked', async () => {
    const turn = await begun()
    await revokeKey(service.storage.db, turn.caller.key.slice(8, 16))
    await expect(held(turn.hold, ' Two.')).rejects.toThrow(KeyRevoked)
    await hasPaidForTheFirst(turn)
  })

  test('when another turn has the slot by now', async () => {
    const turn = await begun()
    turn.hold.spoken(4)
    await rows(
      service.storage.db,
      sql`UPDATE slots SET turn_id = ${crypto.randomUUID()}::uuid, until = clock_timestamp() + interval '1 minute'
        WHERE organization_id = ${turn.caller.organizationId}`,
    )
    await expect(held(turn.hold, ' Two.')).rejects.toThrow(ConcurrencyLimit)
    await hasPaidForTheFirst(turn)
  })
})

test('text that comes while the last words before it are handed on keeps the slot', async () => {
  const caller = await service.member(1000, { concurrency: 1 })
  const hold = holdOf(caller)
  await held(hold, 'One.')
  hold.heard(4)
  const charged = held(hold, ' Two.')
  hold.spoken(4)
  await charged
  await Bun.sleep(2500)
  expect(await isFull(caller)).toBe(true)
  await hold.captureHeard()
  expect(await service.balance(caller)).toBe(1000 - 4)
})

test('spaces after the last words do not keep the slot', async () => {
  const caller = await service.member(1000, { concurrency: 1 })
  const hold = holdOf(caller)
  await held(hold, 'One.')
  await held(hold, '  ')
  hold.heard(4)
  hold.spoken(4)
  await eventually(async () => !(await isFull(caller)))
  await hold.capture()
})

describe('transcripts that are spoken together', () => {
  test('are one charge of what each of them costs, and white space between them is free', async () => {
    const caller = await service.member(1000)
    const hold = holdOf(caller)
    for (const token of ['One', ' ', 'and', '\u{1F600}', '!', ' Two']) hold.add(token)
    const position = 'One and\u{1F600}! '.length
    expect(await hold.hold(position)).toBe('Oneand\u{1F600}!'.length)
    expect(await hold.hold(position)).toBe(0)
    const charged = sql`SELECT credits::int FROM charges WHERE organization_id = ${caller.organizationId}`
    expect(await rows(service.storage.db, charged)).toEqual([{ credits: 8 }])
    expect(hold.isDue(hold.length)).toBe(true)
    await hold.hold(hold.length)
    expect(await rows(service.storage.db, charged)).toEqual([{ credits: 8 }, { credits: 4 }])
    hold.heard(1)
    await hold.captureHeard()
    expect(await service.balance(caller)).toBe(1000 - 8)
  })

  test('that the balance does not cover together cost nothing', async () => {
    const caller = await service.member(10)
    const hold = holdOf(caller)
    await held(hold, 'One.')
    hold.add(' Two')
    hold.add(' and three.')
    await expect(hold.hold(hold.length)).rejects.toThrow(InsufficientCredits)
    expect(await service.balance(caller)).toBe(6)
  })

  test.each([
    ['a word', [' ', '**', 'Hi'], true],
    ['marks and spaces', [' ', '**', ' '], false],
  ])('need a slot if one of them has a sound: %s', async (_, transcripts, isNeeded) => {
    const caller = await service.member(1000, { concurrency: 1 })
    const hold = holdOf(caller)
    for (const transcript of transcripts) hold.add(transcript, transcript === '**')
    expect(hold.needsSlot).toBe(isNeeded)
    await hold.hold(hold.length)
    expect(hold.needsSlot).toBe(false)
    expect(await isFull(caller)).toBe(isNeeded)
    await hold.void()
  })
})
