import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { generateKey } from '../../src/accounts/api-key.ts'
import { PROCESS_LEASE, refundAbandoned } from '../../src/accounts/heartbeat.ts'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { openPostgres, rows, type Storage } from '../../src/storage/database.ts'
import { LONG_TEXT } from '../bench/texts.ts'
import { createTemporaryPostgres } from '../support/databases.ts'
import { readLedger, sumsOf } from '../support/ledger-entries.ts'
import { type Heard, listen, TRANSPORTS, type Transport } from '../support/listener.ts'
import { createMember, type Member } from '../support/member.ts'
import { startPostgresProxy } from '../support/postgres-proxy.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { seeded } from '../support/random.ts'

/**
 * Servers that are killed while they speak. `KILL_ROUNDS` says how often (`bun run test:kill` does it 200 times, and
 * then waits once until the dead process's lease has run out by itself); `KILL_SEED` makes it another run.
 */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3)
const SEED = Number(process.env.KILL_SEED ?? 1)
const IS_LONG = ROUNDS > 20

const POSTGRES = process.env.TEST_DATABASE_URL
if (POSTGRES === undefined)
  console.warn('Servers are not killed: that needs Postgres (set TEST_DATABASE_URL to one).')

/** What an organization of tier1 may have spoken at once. */
const CONCURRENCY = 5
/** Time after which a killed process's slots are free (milliseconds; spec and README). */
const SLOTS_FREE = 2000
/** Clients of each server, one of each transport. */
const CLIENTS = TRANSPORTS.length
/** Between two looks of a process for what dead ones have left (milliseconds), and what they may take. */
const SWEEP = 5000 + 5000

/** A server and the id by which the database knows it. */
interface Process {
  readonly purr: Purr
  readonly id: string
}

/** A turn, and the credits of each of its charges, which no other turn of its client in the round has. */
interface Turn extends Heard {
  readonly client: Member
  readonly transport: Transport
  readonly charges: readonly number[]
  readonly isOnVictim: boolean
}

describe.skipIf(POSTGRES === undefined)('a server that is killed', () => {
  let database: Awaited<ReturnType<typeof createTemporaryPostgres>>
  let storage: Storage
  const random = seeded(SEED)
  /** Of the first organization, for all servers: they share a database. */
  const key = generateKey()
  const running = new Set<Purr>()
  const removed: Promise<void>[] = []

  beforeAll(async () => {
    database = await createTemporaryPostgres(POSTGRES!)
    storage = await openPostgres(database.url)
  })
  afterAll(async () => {
    for (const purr of running) kill(purr)
    await Promise.all(removed)
    await storage?.close()
    await database?.drop()
  })

  async function start(url = database.url): Promise<Process> {
    const before = await processIds()
    const purr = await startPurr({ DATABASE_URL: url, PURR_API_KEY: key })
    running.add(purr)
    const id = [...(await processIds())].find((each) => !before.has(each))!
    return { purr, id }
  }

  /** Ends a server as nothing can be prepared for. */
  function kill(purr: Purr): void {
    process.kill(purr.pid, 'SIGKILL')
    running.delete(purr)
    removed.push(purr.remove())
  }

  async function processIds(): Promise<Set<string>> {
    const found = await storage.db.query.processes.findMany()
    return new Set(found.map(({ id }) => id))
  }

  /** Lets a process's lease run out at once. */
  async function expire({ id }: Process): Promise<void> {
    await rows(storage.db, sql`UPDATE processes SET until = clock_timestamp() WHERE id = ${id}`)
  }

  /** Waits until no charge is open. */
  async function allEnded(patience: number): Promise<void> {
    const from = performance.now()
    while ((await storage.db.query.openCharges.findMany()).length > 0) {
      if (performance.now() > from + patience) throw new Error('charges are still open')
      await Bun.sleep(100)
    }
  }

  /** One turn after the other, until it is told to stop or its server is gone. */
  async function keepListening(
    client: Member,
    transport: Transport,
    { purr }: Process,
    isOnVictim: boolean,
    signal: AbortSignal,
    turns: Turn[],
  ): Promise<void> {
    const prices = shuffled(Array.from({ length: 280 }, (_, index) => 20 + index))
    while (!signal.aborted) {
      const charges = prices.splice(0, transport === 'dictation' ? 3 : 1)
      if (charges.length === 0) return
      const parts = charges.map((credits) => LONG_TEXT.slice(0, credits - 1).concat(' '))
      const heard = await listen(transport, { url: purr.url, key: client.key }, parts)
      turns.push({ ...heard, client, transport, charges, isOnVictim })
      if (!heard.isComplete && isOnVictim) return
    }
  }

  function shuffled(numbers: number[]): number[] {
    return numbers
      .map((number) => ({ number, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ number }) => number)
  }

  /** What the clients heard and what they have paid go together. */
  async function checkTurns(turns: readonly Turn[]): Promise<void> {
    const { charges, settlements } = await readLedger(storage.db)
    const outcomes = new Map(settlements.map(({ chargeId, outcome }) => [chargeId, outcome]))
    for (const { client, transport, charges: credits, isOnVictim, audio, isComplete, error } of turns) {
      const own = charges.filter(({ organizationId }) => organizationId === client.organizationId)
      const paid = own.filter(
        (charge) => credits.includes(charge.credits) && outcomes.get(charge.id) === 'confirmed',
      )
      const told = { transport, isOnVictim, credits, audio, isComplete, paid: paid.length }
      expect(error).toBeUndefined()
      if (audio === 0) expect(told).toEqual({ ...told, paid: 0 })
      expect([0, credits.length]).toContain(paid.length) // a turn is paid whole or not at all
      if (isComplete && !isOnVictim) expect(told).toEqual({ ...told, paid: credits.length })
      if (!isOnVictim) expect(told).toEqual({ ...told, isComplete: true })
    }
  }

  test(
    `and started again (${ROUNDS} times): its slots are free in 2 s, its charges are refunded, and nobody has paid for silence`,
    async () => {
      let [one, other] = [await start(), await start()]
      for (let round = 0; round < ROUNDS; round++) {
        if (random() < 0.5) [one, other] = [other, one]
        const [victim, survivor] = [one, other]
        const holder = await createMember(storage.db, 1_000_000, {
          requestsPerMinute: 1_000_000,
          concurrency: CONCURRENCY,
        })
        const holderOn = ({ purr }: Process) => ({ url: purr.url, key: holder.key })

        // Clients on both, and an organization that has all its turns at the victim.
        const turns: Turn[] = []
        const over = new AbortController()
        const clients = await Promise.all(
          Array.from({ length: 2 * CLIENTS }, () => createMember(storage.db, 1_000_000)),
        )
        const listening = clients.map((client, index) => {
          const isOnVictim = index < CLIENTS
          const transport = TRANSPORTS[index % CLIENTS]!
          return keepListening(
            client,
            transport,
            isOnVictim ? victim : survivor,
            isOnVictim,
            over.signal,
            turns,
          )
        })
        await Bun.sleep(random() * 500)
        const held = Array.from({ length: CONCURRENCY }, () =>
          listen('websocket', holderOn(victim), [LONG_TEXT]),
        )
        while ((await liveSlots(holder)) < CONCURRENCY) await Bun.sleep(10)
        expect((await listen('raw', holderOn(survivor), ['Hello.'])).error).toBe('concurrent_limit')
        await Bun.sleep(random() * 500)

        kill(victim.purr)
        const killed = performance.now()
        await Bun.sleep(200) // what it has sent to the database is done
        const isLastOfLong = IS_LONG && round === ROUNDS - 1
        if (!isLastOfLong) await expire(victim)
        const restarted = start()
        await Bun.sleep(killed + SLOTS_FREE - performance.now())
        const again = Array.from({ length: CONCURRENCY }, () =>
          listen('raw', holderOn(survivor), ['Hello again.']),
        )
        for (const heard of await Promise.all(again))
          expect(heard).toMatchObject({ isComplete: true, error: undefined })

        over.abort()
        await Promise.all([...listening, ...held])
        one = await restarted
        await allEnded(SWEEP + (isLastOfLong ? PROCESS_LEASE * 1000 : 0))
        if (isLastOfLong)
          console.log(`all was ended ${Math.round((performance.now() - killed) / 1000)} s after the kill`)
        expect(await verifyLedger(storage.db)).toEqual([])
        for (const { balance, entries } of sumsOf(await readLedger(storage.db)).values())
          expect(balance).toBe(entries)
        await checkTurns(turns)
        if (IS_LONG) console.log(`round ${round + 1}: ${turns.length} turns`)
      }
    },
    ROUNDS * 20_000 + 120_000,
  )

  async function liveSlots({ organizationId }: Member): Promise<number> {
    const live = await rows(
      storage.db,
      sql`SELECT FROM slots WHERE organization_id = ${organizationId} AND until > clock_timestamp()`,
    )
    return live.length
  }

  // The moments at which it matters most, which a random one hardly meets.
  test.each(TRANSPORTS)('when it has had a turn confirmed, has sent its audio: %s', async (transport) => {
    const client = await createMember(storage.db, 1000)
    const proxy = await startPostgresProxy(database.url)
    const victim = await start(proxy.url)
    const confirmed = proxy.answered('confirmed')
    const heard = listen(transport, { url: victim.purr.url, key: client.key }, [
      'Hello there. ',
      'Good morning.',
    ])
    await confirmed
    kill(victim.purr)
    expect((await heard).audio).toBeGreaterThan(0)
    proxy.close()
    await expire(victim)
    await refundAbandoned(storage.db)
  })

  test('when its charge has just been taken, gives it back', async () => {
    const client = await createMember(storage.db, 1000)
    const proxy = await startPostgresProxy(database.url)
    const victim = await start(proxy.url)
    const charged = proxy.answered(client.keyId)
    const heard = listen('raw', { url: victim.purr.url, key: client.key }, ['Hello there.'])
    await charged
    kill(victim.purr)
    expect((await heard).audio).toBe(0)
    proxy.close()
    const balance = async () => sumsOf(await readLedger(storage.db)).get(client.organizationId)!.balance
    expect(await balance()).toBe(1000 - 12)
    await expire(victim)
    await refundAbandoned(storage.db)
    expect(await balance()).toBe(1000)
  })
})
