import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  admit,
  type Charge,
  releaseSlots,
  renewSlots,
  SLOT_LEASE,
  type Slot,
  takeCharge,
} from '../../src/accounts/admission.ts'
import { authorize, authorizeRequest, type Caller } from '../../src/accounts/authorize.ts'
import { refundAbandoned, renew } from '../../src/accounts/heartbeat.ts'
import { createKey, revokeKey } from '../../src/accounts/keys.ts'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { createOrganization, setLimits } from '../../src/accounts/organizations.ts'
import { purchase } from '../../src/accounts/purchases.ts'
import { type Outcome, settle, voidCharges } from '../../src/accounts/settlement.ts'
import { type Database, rows, type Storage } from '../../src/storage/database.ts'
import { databases } from '../support/databases.ts'
import { failing } from '../support/failing-database.ts'
import { readLedger, sumsOf } from '../support/ledger-entries.ts'
import { seeded } from '../support/random.ts'

const ORGANIZATIONS = 12
const PROCESSES = 4
const ROUNDS = 15
/** Things done at once in a round: few enough for the embedded database, which does one after the other, on a busy machine. */
const ACTIONS = 40
const MOST_CREDITS = 40
/** Milliseconds by which the test's clock and the database's may drift apart while a lease lasts. */
const DRIFT = 20

interface Member extends Caller {
  readonly key: string
  readonly concurrency: number
  /** When the revocation of its key began and was done. */
  revoking: number
  revoked: number
}

/** A charge that was asked for, and how it was tried to be ended. */
interface Asked {
  readonly charge: Charge
  answer: 'none yet' | 'taken' | 'refused' | 'lost'
  readonly endings: Set<Outcome>
}

/** A turn that was given a slot, which it surely has from one moment to another. */
interface Holder {
  readonly slot: Slot
  readonly from: number
  until: number
  isBusy: boolean
}

/** Random things that happen to some organizations, and what must be true after them. */
class World {
  readonly asked: Asked[] = []
  readonly #db: Database
  /** The same database, whose answers are lost now and then. */
  readonly #unreliable: Database
  readonly #provider: string
  readonly #random: () => number
  readonly #holders: Holder[] = []
  readonly #processes: string[] = []
  readonly #dead = new Set<string>()
  readonly #bought = new Map<string, number>()
  #members: Member[] = []

  constructor(db: Database, seed: number) {
    this.#db = db
    this.#provider = `provider ${seed}`
    this.#random = seeded(seed)
    this.#unreliable = failing(db, () => {
      const draw = this.#random()
      return draw < 0.03 ? 'before' : draw < 0.06 ? 'after' : 'never'
    })
  }

  async begin(): Promise<void> {
    for (let index = 0; index < ORGANIZATIONS; index++) {
      const { organizationId, projectId } = (await createOrganization(this.#db, crypto.randomUUID()))!
      const concurrency = 1 + (index % 7)
      await setLimits(this.#db, organizationId, { concurrency, requestsPerMinute: 1_000_000 })
      for (const name of ['first', 'second']) {
        const key = await createKey(this.#db, projectId, name)
        const never = { revoking: Number.POSITIVE_INFINITY, revoked: Number.POSITIVE_INFINITY }
        this.#members.push({ ...(await authorize(this.#db, key))!, key, concurrency, ...never })
      }
    }
    while (this.#processes.length < PROCESSES) await this.#startProcess()
  }

  /** Many things at once, then the end of what the dead have left. */
  async round(): Promise<void> {
    for (const id of this.#alive()) await renew(this.#db, id)
    const actions: (() => Promise<void>)[] = []
    for (let index = 0; index < ACTIONS; index++) actions.push(this.#choose())
    await Promise.all(actions.map((act) => act()))
    await Promise.all([refundAbandoned(this.#db), refundAbandoned(this.#db)])
  }

  #choose(): () => Promise<void> {
    const draw = this.#random()
    if (draw < 0.12) return () => this.#purchase()
    if (draw < 0.4) return () => this.#admit()
    if (draw < 0.5) return () => this.#charge()
    if (draw < 0.74) return () => this.#settle()
    if (draw < 0.82) return () => this.#renew()
    if (draw < 0.88) return () => this.#release()
    if (draw < 0.92) return () => this.#expire()
    if (draw < 0.97) return () => this.#useKey()
    if (draw < 0.98) return () => this.#revoke()
    if (draw < 0.99) return () => this.#die()
    return async () => void (await refundAbandoned(this.#db))
  }

  async #purchase(): Promise<void> {
    const { organizationId } = this.#pick(this.#members)
    const reference = `${Math.floor(this.#random() * 40)}`
    const credits = this.#credits() * 10
    const bought = { credits, cents: 0, provider: this.#provider, reference }
    if (!(await purchase(this.#db, organizationId, bought))) return
    expect(this.#bought.has(reference)).toBe(false)
    this.#bought.set(reference, credits)
  }

  async #admit(): Promise<void> {
    const asked = this.#newCharge()
    const sent = now()
    const admission = await this.#ask(asked, (db) => admit(db, crypto.randomUUID(), asked.charge))
    if (admission === undefined) return
    asked.answer = admission.is === 'admitted' ? 'taken' : 'refused'
    if (admission.is !== 'admitted') return
    this.#holders.push({ slot: admission.slot, from: now(), until: sent + SLOT_LEASE * 1000, isBusy: false })
  }

  async #charge(): Promise<void> {
    const asked = this.#newCharge()
    const answer = await this.#ask(asked, (db) => takeCharge(db, asked.charge))
    if (answer !== undefined) asked.answer = answer === 'taken' ? 'taken' : 'refused'
  }

  #newCharge(): Asked {
    const charge = {
      id: crypto.randomUUID(),
      caller: this.#pick(this.#members),
      credits: this.#credits(),
      processId: this.#pick(this.#alive()),
    }
    const asked: Asked = { charge, answer: 'none yet', endings: new Set() }
    this.asked.push(asked)
    return asked
  }

  /** What a statement answers. When its answer is lost, the charge is voided, as Purr does. */
  async #ask<Answer>(asked: Asked, work: (db: Database) => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await work(this.#unreliable)
    } catch {
      await voidCharges(this.#db, asked.charge.caller.organizationId, [asked.charge])
      asked.answer = 'lost'
      return undefined
    }
  }

  /** Ends some charges of one organization, perhaps not for the first time, perhaps otherwise than before. */
  async #settle(): Promise<void> {
    const { organizationId } = this.#pick(this.#members)
    const own = this.asked.filter(
      ({ charge, answer }) => charge.caller.organizationId === organizationId && answer !== 'none yet',
    )
    if (own.length === 0) return
    const chosen = [this.#pick(own), this.#pick(own), this.#pick(own)]
    const outcome = this.#random() < 0.6 ? 'confirmed' : 'refunded'
    const ids = chosen.map(({ charge }) => charge.id)
    for (const { endings } of chosen) endings.add(outcome)
    try {
      await settle(this.#unreliable, ids, outcome)
    } catch {
      await settle(this.#db, ids, outcome)
    }
  }

  async #renew(): Promise<void> {
    await this.#withHolder(async (holder) => {
      const sent = now()
      if ((await renewSlots(this.#db, [holder.slot])) === 1) holder.until = sent + SLOT_LEASE * 1000
    })
  }

  async #release(): Promise<void> {
    await this.#withHolder(async (holder) => {
      holder.until = Math.min(holder.until, now() + 1000)
      await releaseSlots(this.#db, [holder.slot])
    })
  }

  /** Lets a lease run out, as if its process had been killed. */
  async #expire(): Promise<void> {
    await this.#withHolder(async (holder) => {
      holder.until = Math.min(holder.until, now())
      const { organizationId, number, turnId } = holder.slot
      await rows(
        this.#db,
        sql`UPDATE slots SET until = clock_timestamp()
          WHERE organization_id = ${organizationId} AND number = ${number} AND turn_id = ${turnId}`,
      )
    })
  }

  async #withHolder(work: (holder: Holder) => Promise<void>): Promise<void> {
    const idle = this.#holders.filter(({ isBusy, until }) => !isBusy && until > now())
    if (idle.length === 0) return
    const holder = this.#pick(idle)
    holder.isBusy = true
    await work(holder)
    holder.isBusy = false
  }

  async #useKey(): Promise<void> {
    const member = this.#pick(this.#members)
    const sent = now()
    const find = this.#random() < 0.5 ? authorize : authorizeRequest
    const found = await find(this.#db, member.key)
    if (sent > member.revoked) expect(found).toBeUndefined()
    else if (now() < member.revoking) expect(found).toBeDefined()
  }

  async #revoke(): Promise<void> {
    const member = this.#pick(this.#members)
    member.revoking = Math.min(member.revoking, now())
    await revokeKey(this.#db, member.key.slice(8, 16))
    member.revoked = Math.min(member.revoked, now())
  }

  /** A process dies while what it has asked for is still on its way, and another comes in its place. */
  async #die(): Promise<void> {
    const id = this.#pick(this.#alive())
    await this.#startProcess()
    this.#dead.add(id)
    if (this.#random() < 0.5) await rows(this.#db, sql`DELETE FROM processes WHERE id = ${id}`)
    else await rows(this.#db, sql`UPDATE processes SET until = clock_timestamp() WHERE id = ${id}`)
    await Promise.all([refundAbandoned(this.#db), refundAbandoned(this.#db)])
  }

  #alive(): string[] {
    return this.#processes.filter((id) => !this.#dead.has(id))
  }

  async #startProcess(): Promise<void> {
    const id = crypto.randomUUID()
    await renew(this.#db, id)
    this.#processes.push(id)
  }

  /** All that must be true when nothing is on its way. */
  async check(): Promise<void> {
    const ledger = await readLedger(this.#db)
    const { purchases, charges, settlements, open } = ledger

    expect(await verifyLedger(this.#db)).toEqual([])
    for (const { balance, entries } of sumsOf(ledger).values()) {
      expect(balance).toBe(entries)
      expect(balance).toBeGreaterThanOrEqual(0)
    }

    const credited = purchases.filter(({ provider }) => provider === this.#provider)
    expect(credited).toHaveLength(this.#bought.size)
    for (const { reference, credits } of credited) expect(this.#bought.get(reference)).toBe(credits)

    const outcomes = new Map(settlements.map(({ chargeId, outcome }) => [chargeId, outcome]))
    expect(outcomes.size).toBe(settlements.length)
    const opened = new Map(open.map(({ chargeId, processId }) => [chargeId, processId]))
    for (const { id } of charges) expect([id, opened.has(id)]).toEqual([id, !outcomes.has(id)])
    for (const processId of opened.values()) expect(this.#dead).not.toContain(processId)

    const entries = new Map(charges.map((charge) => [charge.id, charge]))
    for (const { charge, answer, endings } of this.asked) {
      const { id, caller, credits, processId } = charge
      const entry = entries.get(id)
      const outcome = outcomes.get(id)
      if (answer === 'refused') expect(entry).toBeUndefined()
      else if (answer === 'lost') expect(outcome).toBe('refunded')
      else {
        expect(entry).toMatchObject({ organizationId: caller.organizationId, keyId: caller.keyId, credits })
        const possible: Outcome[] = this.#dead.has(processId) ? [...endings, 'refunded'] : [...endings]
        expect(possible.length === 0 ? [undefined] : possible).toContain(outcome)
      }
    }
    await this.#checkSlots()
  }

  /** No slot has had two holders at once, and none beyond the limit was given. */
  async #checkSlots(): Promise<void> {
    const limits = new Map(this.#members.map((member) => [member.organizationId, member.concurrency]))
    const bySlot = Map.groupBy(this.#holders, ({ slot }) => `${slot.organizationId} ${slot.number}`)
    for (const [, holders] of bySlot) {
      const { organizationId, number } = holders[0]!.slot
      expect(number).toBeWithin(1, limits.get(organizationId)! + 1)
      const inTurn = holders.toSorted((a, b) => a.from - b.from)
      for (const [index, { until }] of inTurn.slice(0, -1).entries())
        expect(until).toBeLessThanOrEqual(inTurn[index + 1]!.from + DRIFT)
    }
    const live = await rows<{ organizationId: string; live: number }>(
      this.#db,
      sql`SELECT organization_id AS "organizationId", count(*)::int AS live FROM slots
        WHERE until > clock_timestamp() GROUP BY 1`,
    )
    for (const { organizationId, live: count } of live)
      expect(count).toBeLessThanOrEqual(limits.get(organizationId) ?? count)
  }

  #credits(): number {
    return 1 + Math.floor(this.#random() * MOST_CREDITS)
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)]!
  }
}

function now(): number {
  return performance.now()
}

describe.each(databases)('on $name', ({ open }) => {
  let storage: Storage
  let db: Database
  beforeAll(async () => {
    storage = await open()
    db = storage.db
  })
  afterAll(() => storage.close())

  test.each([1, 2])('whatever happens at once, the accounts are right (seed %d)', async (seed) => {
    const world = new World(db, seed)
    await world.begin()
    const ended = new Map<string, Outcome>()
    for (let round = 0; round < ROUNDS; round++) {
      await world.round()
      await world.check()
      const { settlements } = await readLedger(db)
      // What has ended once stays so.
      for (const { chargeId, outcome } of settlements) expect(ended.get(chargeId) ?? outcome).toBe(outcome)
      for (const { chargeId, outcome } of settlements) ended.set(chargeId, outcome)
    }
    const seen = new Set(ended.values())
    expect(seen).toEqual(new Set(['confirmed', 'refunded']))
    expect(new Set(world.asked.map(({ answer }) => answer))).toEqual(new Set(['taken', 'refused', 'lost']))
  })

  test('the proof of the ledger tells what was changed by another hand, as the entries have it', async () => {
    const { organizationId } = (await createOrganization(db, 'tampered'))!
    await purchase(db, organizationId, { credits: 70, cents: 0, provider: 'test', reference: 'tampered' })
    await rows(db, sql`UPDATE organizations SET balance = balance + 1 WHERE id = ${organizationId}`)
    const { balance, entries } = sumsOf(await readLedger(db)).get(organizationId)!
    expect(await verifyLedger(db)).toEqual([{ organization: 'tampered', balance, entries }])
    expect({ balance, entries }).toEqual({ balance: 71, entries: 70 })
    await rows(db, sql`UPDATE organizations SET balance = balance - 1 WHERE id = ${organizationId}`)
  })
})
