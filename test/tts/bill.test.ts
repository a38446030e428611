import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { admit } from '../../src/accounts/admission.ts'
import { showLife } from '../../src/accounts/processes.ts'
import { Settler } from '../../src/accounts/settler.ts'
import { SlotKeeper } from '../../src/accounts/slot-keeper.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { Bill } from '../../src/tts/bill.ts'
import { books } from '../support/books.ts'
import { eventually } from '../support/eventually.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  await showLife(service.storage.db, processId)
})
afterAll(() => service.close())

const processId = crypto.randomUUID()

function billOf(caller: Member): Bill {
  const { db } = service.storage
  const log = createLog()
  return new Bill({ db, settler: new Settler(db, log), slots: new SlotKeeper(db, log), processId }, caller)
}

/** Whether another turn of the organization would be refused. */
async function isFull(caller: Member): Promise<boolean> {
  const charge = { id: crypto.randomUUID(), caller, credits: 1, processId }
  return (await admit(service.storage.db, crypto.randomUUID(), charge)).is === 'over concurrency'
}

describe('a turn of "One.", " Two." and " Three." is held until it ends; it pays', () => {
  test.each([
    ['all', 'came to its end', 'complete', [4, 9, 16], 16],
    ['nothing', 'came to its end without a sound', 'complete', [], 0],
    ['what was begun', 'lost its listener in the second', 'leave', [4, 6], 9],
    ['nothing', 'lost its listener before the first', 'leave', [], 0],
    ['nothing', 'ended with an error in the second', 'refund', [4, 6], 0],
    ['nothing', 'ended with an error after all was spoken', 'refund', [4, 9, 16], 0],
  ] as const)('%s when it %s', async (_, __, end, heard, paid) => {
    const caller = await service.member(1000)
    const now = () => books(service.storage.db, caller.organizationId)
    const bill = billOf(caller)
    for (const transcript of ['One.', ' Two.', ' Three.']) await bill.charge(transcript)
    for (const position of heard) {
      bill.heard(position)
      bill.spoken(position)
    }
    expect(await now()).toMatchObject({ open: 16, confirmed: 0, refunded: 0 })
    await bill[end]()
    await bill.leave() // once it has ended, nothing changes it
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
  const bill = billOf(caller)
  await bill.charge('One.')
  bill.heard(4)
  const charged = bill.charge(' Two.')
  bill.spoken(4)
  await charged
  await Bun.sleep(2500)
  expect(await isFull(caller)).toBe(true)
  await bill.leave()
  expect(await service.balance(caller)).toBe(1000 - 4)
})

test('spaces after the last words do not keep the slot', async () => {
  const caller = await service.member(1000, { concurrency: 1 })
  const bill = billOf(caller)
  await bill.charge('One.')
  await bill.charge('  ')
  bill.heard(4)
  bill.spoken(4)
  await eventually(async () => !(await isFull(caller)))
  await bill.complete()
})
