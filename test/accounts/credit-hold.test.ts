import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { admit } from '../../src/accounts/admission.ts'
import { CreditCounts } from '../../src/accounts/credit-counts.ts'
import { CreditHold } from '../../src/accounts/credit-hold.ts'
import { renew } from '../../src/accounts/heartbeat.ts'
import { LeaseRenewer } from '../../src/accounts/lease-renewer.ts'
import { SettlementQueue } from '../../src/accounts/settlement-queue.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { books } from '../support/books.ts'
import { eventually } from '../support/eventually.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  await renew(service.storage.db, processId) // charges of a process that is not known are refunded every few seconds
})
afterAll(() => service.close())

const processId = crypto.randomUUID()

function holdOf(caller: Member): CreditHold {
  const { db } = service.storage
  const log = createLog()
  const settlements = new SettlementQueue(db, log)
  const leases = new LeaseRenewer(db, log)
  const services = { db, settlements, leases, credits: new CreditCounts(), processId }
  return new CreditHold(services, caller, crypto.randomUUID())
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
    const hold = holdOf(caller)
    for (const transcript of ['One.', ' Two.', ' Three.']) await hold.hold(transcript)
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
  })
})

test('text that comes while the last words before it are handed on keeps the slot', async () => {
  const caller = await service.member(1000, { concurrency: 1 })
  const hold = holdOf(caller)
  await hold.hold('One.')
  hold.heard(4)
  const charged = hold.hold(' Two.')
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
  await hold.hold('One.')
  await hold.hold('  ')
  hold.heard(4)
  hold.spoken(4)
  await eventually(async () => !(await isFull(caller)))
  await hold.capture()
})
