import { generateKey } from '../../src/accounts/api-key.ts'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { openPostgres } from '../../src/storage/database.ts'
import { PROSE } from '../bench/texts.ts'
import { createTemporaryPostgres } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { startHaproxy } from '../support/haproxy.ts'
import { readLedger, sumsOf } from '../support/ledger-entries.ts'
import { TRANSPORTS } from '../support/listener.ts'
import { createMember } from '../support/member.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { keepListening, keepTalking, type Tally } from './clients.ts'

/** What came of restarts in turn under load. */
export interface Rolled extends Tally {
  readonly exitCodes: readonly number[]
  /** Organizations whose balance is not the sum of their entries. There must be none. */
  readonly discrepancies: number
  /** Charges that are neither confirmed nor refunded. There must be none. */
  readonly open: number
}

/**
 * Restarts two servers on one Postgres behind haproxy, in turn, while clients of every transport have texts spoken.
 *
 * @param postgres a database whose user may create databases
 * @param tell gets a line about each restart
 */
export async function restartInTurn(
  postgres: string,
  rounds: number,
  tell: (line: string) => void = () => {},
): Promise<Rolled> {
  const database = await createTemporaryPostgres(postgres)
  const storage = await openPostgres(database.url)
  const key = generateKey()
  const ports = [await freePort(), await freePort(), await freePort()]
  const [front, ...backs] = ports
  const start = (port: number): Promise<Purr> =>
    startPurr({ DATABASE_URL: database.url, PURR_API_KEY: key, PORT: `${port}` })
  const servers = await Promise.all(backs.map(start))
  const proxy = await startHaproxy(front!, backs)
  const tally: Tally = { complete: 0, notBegun: [], lost: [], reconnected: 0, broken: [] }
  const over = new AbortController()
  const exitCodes: number[] = []
  try {
    await eventually(() => isReady(proxy.url))
    const caller = async () => ({ url: proxy.url, key: (await createMember(storage.db, 10_000_000)).key })
    const clients = await Promise.all([
      ...TRANSPORTS.map(async (transport) => {
        const own = await caller()
        return () => keepListening(transport, own, PROSE, tally, over.signal)
      }),
      ...[0, 1].map(async () => {
        const own = await caller()
        return () => keepTalking(own, PROSE, tally, over.signal)
      }),
    ])
    const talking = clients.map((begin) => begin())
    for (let restart = 0; restart < rounds * servers.length; restart++) {
      const spoken = tally.complete
      await eventually(() => tally.complete >= spoken + talking.length)
      const index = restart % servers.length
      exitCodes.push(await servers[index]!.stop())
      await servers[index]!.remove()
      servers[index] = await start(backs[index]!)
      tell(`restart ${restart + 1}: ${tally.complete} turns heard, ${tally.lost.length} lost`)
    }
    over.abort()
    await Promise.all(talking)
  } finally {
    over.abort()
    await proxy.stop()
    await Promise.all(servers.map(async (each) => exitCodes.push(await each.stop())))
    await Promise.all(servers.map((each) => each.remove()))
  }
  const ledger = await readLedger(storage.db)
  const wrong = [...sumsOf(ledger).values()].filter(({ balance, entries }) => balance !== entries).length
  const discrepancies = wrong + (await verifyLedger(storage.db)).length
  await storage.close()
  await database.drop()
  return { ...tally, exitCodes, discrepancies, open: ledger.open.length }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
