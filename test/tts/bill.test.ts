import { afterAll, beforeAll, expect, test } from 'bun:test'
import { admit } from '../../src/accounts/admission.ts'
import { Settler } from '../../src/accounts/settler.ts'
import { SlotKeeper } from '../../src/accounts/slot-keeper.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { Bill } from '../../src/tts/bill.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
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

test('text that comes while the last words before it are handed on keeps the slot', async () => {
  const caller = await service.member(1000, { concurrency: 1 })
  const bill = billOf(caller)
  await bill.charge('One.')
  bill.heard(4)
  await Promise.all([bill.charge(' Two.'), bill.spoken(4)])
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
  await bill.spoken(4)
  await Bun.sleep(1500)
  expect(await isFull(caller)).toBe(false)
  await bill.complete()
})
