import { parseArgs } from 'node:util'
import { generateKey } from '../../src/accounts/api-key.ts'
import { TIERS } from '../../src/accounts/tiers.ts'
import { openPostgres } from '../../src/storage/database.ts'
import { createTemporaryPostgres } from '../support/databases.ts'
import { createMember } from '../support/member.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { AFTERMATH, measureConcurrency } from './exactness/concurrency.ts'
import { measureRequestRate } from './exactness/request-rate.ts'

/**
 * How exactly the limits hold when many clients of one organization ask several processes for far more than it may have:
 * `bun run test:exactness`, for minutes. Fails when a limit was ever exceeded or not used. The database of
 * TEST_DATABASE_URL must let its user create databases. `--seconds` says how long each is observed.
 */

const PROCESSES = 4
const CLIENTS = 200
/** An organization must be able to use so much of its limit. */
const LEAST_USE = 0.98
const { requestsPerMinute, concurrency } = TIERS.tier2

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '90' } } })
const url = process.env.TEST_DATABASE_URL
if (url === undefined) throw new Error('set TEST_DATABASE_URL to a Postgres whose user may create databases')

const database = await createTemporaryPostgres(url)
const storage = await openPostgres(database.url)
/** Of the first organization, for all servers: they share a database. */
const key = generateKey()
const servers: Purr[] = []
const faults: string[] = []
try {
  while (servers.length < PROCESSES)
    servers.push(await startPurr({ DATABASE_URL: database.url, PURR_API_KEY: key }))
  console.log(`${PROCESSES} processes, ${CLIENTS} clients of one organization`)
  await requestRate(Number(values.seconds))
  await turnsAtOnce(Number(values.seconds))
} finally {
  await Promise.all(servers.map((server) => server.stop().then(() => server.remove())))
  await storage.close()
  await database.drop()
}
for (const fault of faults) console.error(`FAILED: ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)

async function requestRate(seconds: number): Promise<void> {
  const limit = requestsPerMinute
  const member = await createMember(storage.db, 0, { requestsPerMinute: limit })
  const urls = servers.map((server) => server.url)
  const seen = await measureRequestRate(urls, member, CLIENTS, limit, seconds)
  const { admitted, refused, mostIn59, mostIn60, fewest } = seen
  console.log(
    `\nRequests: ${limit} in 60 s are allowed; a minute of so many, then ${seconds} s of too many\n`,
  )
  figure('admitted', admitted)
  figure('refused', refused)
  figure('most in any 59 s', mostIn59)
  figure('most in any 60 s', mostIn60)
  figure('fewest in any 60 s', fewest, `${percent(1 - fewest / limit)} unused`)
  check(mostIn59 <= limit, `${mostIn59} requests were admitted in 59 s`)
  check(fewest >= LEAST_USE * limit, `only ${fewest} requests were admitted in 60 s`)
}

async function turnsAtOnce(seconds: number): Promise<void> {
  const member = await createMember(storage.db, 10_000_000, { requestsPerMinute: 1_000_000, concurrency })
  const urls = servers.map((server) => server.url)
  const seen = await measureConcurrency(urls, member, storage.db, CLIENTS, seconds)
  console.log(`\nTurns: ${concurrency} at once are allowed; ${seconds} s\n`)
  figure('spoken', seen.spoken, `${(seen.spoken / seconds).toFixed(1)} a second`)
  figure('refused', seen.refused)
  figure(`most heard, until ${AFTERMATH / 1000} s after the last audio`, seen.mostHeard)
  figure('most charged and not settled', seen.mostOpen)
  figure('most slots taken', seen.mostSlots)
  figure(
    'slots taken on average',
    seen.meanSlots.toFixed(2),
    `${percent(1 - seen.meanSlots / concurrency)} unused`,
  )
  for (const most of [seen.mostHeard, seen.mostOpen, seen.mostSlots])
    check(most <= concurrency, `${most} turns were spoken at once`)
  check(seen.meanSlots >= LEAST_USE * concurrency, `only ${seen.meanSlots.toFixed(2)} slots were used`)
}

function figure(name: string, value: number | string, comment = ''): void {
  console.log(`${name.padEnd(52)} ${String(value).padStart(8)}   ${comment}`.trimEnd())
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

function check(holds: boolean, fault: string): void {
  if (!holds) faults.push(fault)
}
