import { sql } from 'drizzle-orm'
import { admit } from '../../src/accounts/admission.ts'
import { authorizeRequest } from '../../src/accounts/authorize.ts'
import { RATE_BUCKET, RATE_WINDOW } from '../../src/accounts/request-rate.ts'
import { settle } from '../../src/accounts/settlement.ts'
import { type Database, openPostgres, rows } from '../../src/storage/database.ts'
import { createTemporaryPostgres } from '../support/databases.ts'
import { createMember, type Member } from '../support/member.ts'
import { millisecondsAt, percentile } from './statistics.ts'
import { row, rule } from './table.ts'

/**
 * The cost of the limits and the ledger, compared with the cheapest write to a database, the update of one row:
 * `bun run bench:admission`. The user of DATABASE_URL must be allowed to create databases. The machine should be
 * otherwise idle.
 */

const CONNECTIONS = [1, 8, 32]
const ORGANIZATIONS = [1, 50]
/** The time of each kind of work in a round (milliseconds). They alternate, so that other load affects all of them. */
const ROUND_TIME = 500
const ROUNDS = 6
/** The least acceptable share of the bare update's rate. */
const GOAL = 0.5

const CREDITS = 1_000_000_000
/** Limits that are never reached, because slots are freed all the time. */
const LIMITS = { requestsPerMinute: 1_000_000_000, concurrency: 500 }
/** The interval at which slots are freed (milliseconds). */
const FREEING = 50

/** Repeated work for one of the organizations or rows. */
type Work = (index: number) => Promise<unknown>

const url = process.env.DATABASE_URL
if (url === undefined) throw new Error('set DATABASE_URL to a Postgres whose user may create databases')
const database = await createTemporaryPostgres(url)
const storage = await openPostgres(database.url)
try {
  const members = await prepare(storage.db)
  for (const organizations of ORGANIZATIONS) {
    console.log(
      `\n${organizations === 1 ? 'One organization, one row' : `${organizations} organizations, ${organizations} rows`}\n`,
    )
    row('', 'in flight', 'a second', 'p50, ms', 'p95, ms', 'p99, ms', 'of the bare update')
    rule(7)
    for (const connections of CONNECTIONS) await compare(members.slice(0, organizations), connections)
  }
  await addedLatency(members[0]!)
} finally {
  await storage.close()
  await database.drop()
}
process.exit(0)

async function prepare(db: Database): Promise<Member[]> {
  const members: Member[] = []
  while (members.length < Math.max(...ORGANIZATIONS)) members.push(await createMember(db, CREDITS, LIMITS))
  await rows(db, sql`CREATE TABLE bare (id int PRIMARY KEY, value bigint NOT NULL)`)
  await rows(db, sql`INSERT INTO bare SELECT i, 0 FROM generate_series(0, ${members.length - 1}::int) i`)
  return members
}

/** Fills the rate windows as after a minute of continuous requests. */
async function fillWindows(db: Database): Promise<void> {
  await rows(
    db,
    sql`
      UPDATE request_windows SET opened = now, ends = full_ends, counts = full_counts
      FROM (
        SELECT extract(epoch FROM clock_timestamp())::float8 AS now,
          array_agg(extract(epoch FROM clock_timestamp())::float8 - ${RATE_WINDOW} + i * ${RATE_BUCKET}::float8 ORDER BY i) AS full_ends,
          array_agg(10) AS full_counts
        FROM generate_series(1, ${RATE_WINDOW / RATE_BUCKET}::int) i
      ) AS steady`,
  )
}

async function compare(members: readonly Member[], connections: number): Promise<void> {
  const { db, close } = await openPostgres(database.url, connections)
  const member = (index: number) => members[index % members.length]!
  const works: [string, Work][] = [
    [
      'bare update',
      (index) => rows(db, sql`UPDATE bare SET value = value + 1 WHERE id = ${index % members.length}`),
    ],
    ['authorize', (index) => authorizeRequest(db, member(index).key)],
    ['admit, settle', (index) => admitAndSettle(db, member(index))],
  ]
  await fillWindows(db)
  const freeing = setInterval(() => freeSlots(storage.db), FREEING)
  try {
    const times = works.map((): number[] => [])
    for (const [, work] of works) await measure(work, connections, ROUND_TIME) // warms up
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, [, work]] of works.entries())
        times[index]!.push(...(await measure(work, connections, ROUND_TIME)))
    }
    for (const [index, [name]] of works.entries()) {
      const own = times[index]!
      const rate = own.length / ((ROUNDS * ROUND_TIME) / 1000)
      const share = own.length / times[0]!.length
      const note = index === 0 ? '' : `${share.toFixed(2)}${share < GOAL ? ` (goal: ${GOAL})` : ''}`
      row(
        name,
        connections,
        rate.toFixed(0),
        ...[50, 95, 99].map((percent) => millisecondsAt(own, percent)),
        note,
      )
    }
  } finally {
    clearInterval(freeing)
    await close()
  }
}

async function admitAndSettle(db: Database, caller: Member): Promise<void> {
  const charge = { id: crypto.randomUUID(), caller, credits: 50, processId: crypto.randomUUID() }
  const { is } = await admit(db, crypto.randomUUID(), charge)
  if (is !== 'admitted') throw new Error(`a turn was ${is}`)
  await settle(db, [charge.id], 'confirmed')
}

/** Ends all leases, except those of slots that are locked because they are being taken. */
async function freeSlots(db: Database): Promise<void> {
  await rows(
    db,
    sql`
      UPDATE slots SET until = 'epoch' WHERE (organization_id, number) IN (
        SELECT organization_id, number FROM slots WHERE until > 'epoch' FOR UPDATE SKIP LOCKED
      )`,
  )
}

/** Repeats work for some time with a number in flight. Returns the time of each (milliseconds). */
async function measure(work: Work, atOnce: number, time: number): Promise<number[]> {
  const took: number[] = []
  const end = performance.now() + time
  await Promise.all(
    Array.from({ length: atOnce }, async (_, first) => {
      for (let index = first; performance.now() < end; index += atOnce) {
        const from = performance.now()
        await work(index)
        took.push(performance.now() - from)
      }
    }),
  )
  return took
}

/** The latency that authorization and admission add to a request. */
async function addedLatency(member: Member): Promise<void> {
  await fillWindows(storage.db)
  const each = { authorize: [] as number[], admit: [] as number[], both: [] as number[] }
  const settled: string[] = []
  for (let round = 0; round < 1000; round++) {
    const charge = { id: crypto.randomUUID(), caller: member, credits: 50, processId: crypto.randomUUID() }
    const start = performance.now()
    await authorizeRequest(storage.db, member.key)
    const authorized = performance.now()
    await admit(storage.db, crypto.randomUUID(), charge)
    const admitted = performance.now()
    each.authorize.push(authorized - start)
    each.admit.push(admitted - authorized)
    each.both.push(admitted - start)
    settled.push(charge.id)
    if (settled.length === 100) {
      await settle(storage.db, settled.splice(0), 'confirmed')
      await freeSlots(storage.db)
    }
  }
  console.log(
    '\nAdded to a request, one at a time (milliseconds, p50): ' +
      Object.entries(each)
        .map(([name, times]) => `${name} ${percentile(times, 50).toFixed(2)}`)
        .join(', '),
  )
}
