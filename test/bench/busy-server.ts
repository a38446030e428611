import { join } from 'node:path'
import { admit } from '../../src/accounts/admission.ts'
import { authorizeRequest } from '../../src/accounts/authorize.ts'
import { settle } from '../../src/accounts/settlement.ts'
import { startService } from '../support/service.ts'
import type { Load } from './clients.ts'

/**
 * A program: a server whose workers are all busy. It prints what {@link Busy} says as JSON. Its argument is the number of
 * seconds.
 */

/** Times in milliseconds. */
export interface Busy {
  /** How late timers on the main thread were. */
  readonly lags: readonly number[]
  /** How long it took to check a key and its rate, to admit a turn and to settle it, one after another. */
  readonly idle: readonly number[]
  readonly busy: readonly number[]
  /** Resident memory at the end, in MiB. */
  readonly memory: number
}

const CLIENTS = 6
const IDLE_ROUNDS = 100
const PAUSE = 25

const service = await startService()
const caller = await service.member(1e12)
const { db } = service.storage

async function statements(): Promise<number> {
  const charge = { id: crypto.randomUUID(), caller, credits: 50, processId: crypto.randomUUID() }
  const start = performance.now()
  await authorizeRequest(db, caller.key)
  const { is } = await admit(db, crypto.randomUUID(), charge)
  if (is !== 'admitted') throw new Error(`a turn was ${is}`)
  await settle(db, [charge.id], 'confirmed')
  return performance.now() - start
}

const idle: number[] = []
for (let round = 0; round < IDLE_ROUNDS; round++) idle.push(await statements())

const load: Load = { url: service.url, key: caller.key, clients: CLIENTS, seconds: Number(process.argv[2]) }
// At low priority, because real clients are on other machines.
const clients = Bun.spawn([
  'nice',
  '-n',
  '10',
  'bun',
  join(import.meta.dir, 'clients.ts'),
  JSON.stringify(load),
])
const lags: number[] = []
const busy: number[] = []
async function watchLoop(): Promise<void> {
  while (clients.exitCode === null) {
    const due = performance.now() + 5
    await Bun.sleep(5)
    lags.push(performance.now() - due)
  }
}
async function watchDatabase(): Promise<void> {
  while (clients.exitCode === null) {
    busy.push(await statements())
    await Bun.sleep(PAUSE)
  }
}
await Promise.all([watchLoop(), watchDatabase()])
if (clients.exitCode !== 0) throw new Error('the clients failed')
const memory = Math.round(process.memoryUsage.rss() / 1024 ** 2)
console.log(JSON.stringify({ lags, idle, busy, memory } satisfies Busy))
await service.close()
process.exit(0)
