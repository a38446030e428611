import { type SQL, sql } from 'drizzle-orm'
import { retrySeconds, ServiceError } from '../../http/errors.ts'
import type { Allowance } from '../../http/token-bucket.ts'
import { type Database, rows, withTimeout } from '../../storage/database.ts'
import { interval } from '../../storage/interval.ts'
import { signInAttempts } from '../../storage/schema.ts'
import { CLOCK_TOLERANCE } from '../../storage/start-deadline.ts'

/** Attempts for an e-mail address from one network: enough for a forgotten password, and 1440 a day for whoever guesses. */
const OF_PERSON: Allowance = { rate: 1 / 60, burst: 10 }
/** Attempts from one network, whatever the e-mail addresses are. */
const OF_NETWORK: Allowance = { rate: 1 / 5, burst: 60 }

/** What somebody from one network proves: it costs a hash and a session, also with the right password. */
const OF_SUCCESS: Allowance = { rate: 1 / 30, burst: 100 }

/** Who tries to prove what. */
export interface Attempt {
  readonly network: string
  /** What is proved: an e-mail address, or something else that can be guessed. */
  readonly claim: string
  /** A browser in which this was proved before. What others try does not count for it. */
  readonly browser?: string | undefined
}

/** What an attempt is counted against. */
interface Budget {
  readonly id: SQL
  readonly allowance: Allowance
}

/**
 * Runs a check of identity, such as of a password, unless there were too many attempts. Each is counted before, in
 * one statement, so that all servers on one database allow no more together, however many try at once. An attempt
 * that succeeds is counted apart from those that fail.
 *
 * @throws ServiceError rate_limited; what the attempt throws; DatabaseUnavailable
 */
export async function attempt<Result>(
  db: Database,
  { network, claim, browser }: Attempt,
  prove: () => Promise<Result>,
): Promise<Result> {
  const ofAll = { id: idOf(network), allowance: OF_NETWORK }
  const own = {
    id: browser === undefined ? idOf(network, claim) : idOf('browser', browser),
    allowance: OF_PERSON,
  }
  const successes = { id: idOf('success', network, claim), allowance: OF_SUCCESS }
  if (browser === undefined) await take(db, ofAll)
  await take(db, own)
  await take(db, successes)
  const result = await prove().catch(async (error) => {
    await giveBack(db, successes)
    throw error
  })
  await withTimeout(db.delete(signInAttempts).where(isIt(own)))
  if (browser === undefined) await giveBack(db, ofAll)
  return result
}

async function giveBack(db: Database, budget: Budget): Promise<void> {
  const earlier = sql`${signInAttempts.fullAt} - ${interval(1 / budget.allowance.rate)}`
  await withTimeout(db.update(signInAttempts).set({ fullAt: earlier }).where(isIt(budget)))
}

function isIt({ id }: Budget): SQL {
  return sql`${signInAttempts.id} = ${id}`
}

/** @throws ServiceError rate_limited if there is no token left */
async function take(db: Database, { id, allowance: { rate, burst } }: Budget): Promise<void> {
  const one = interval(1 / rate)
  // A time that no attempt can have written was written before the database's clock was set back.
  const from = sql`CASE WHEN a.full_at > now() + ${interval(burst / rate + CLOCK_TOLERANCE)} THEN now()
    ELSE greatest(a.full_at, now()) END`
  const [taken] = await rows(
    db,
    sql`
      INSERT INTO ${signInAttempts} AS a (id, full_at) VALUES (${id}, now() + ${one})
      ON CONFLICT (id) DO UPDATE SET full_at = ${from} + ${one}
      WHERE ${from} + ${one} <= now() + ${interval(burst / rate)} RETURNING 1`,
  )
  if (taken !== undefined) return
  const [state] = await rows<{ wait: number }>(
    db,
    sql`
      SELECT extract(epoch FROM full_at + ${one} - ${interval(burst / rate)} - now())::float8 AS wait
      FROM ${signInAttempts} WHERE id = ${id}`,
  )
  throw tooOften(1000 * Math.max(1, state?.wait ?? 1))
}

function idOf(...parts: string[]): SQL {
  const hash = new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('hex')
  return sql`decode(${hash}, 'hex')`
}

function tooOften(wait: number): ServiceError {
  return new ServiceError('rate_limited', 'This was tried too often.', {
    detail: `Try again in ${retrySeconds(wait)} s.`,
    retryAfter: wait,
  })
}
