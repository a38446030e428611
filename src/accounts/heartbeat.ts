import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { ADVISORY_LOCKS } from '../storage/advisory-locks.ts'
import { type Database, rows } from '../storage/database.ts'
import { interval } from '../storage/interval.ts'
import { Rounds } from '../storage/rounds.ts'
import { openCharges, processes } from '../storage/schema.ts'
import type { Log } from '../telemetry/log.ts'
import { endingOf } from './settlement.ts'

/** Seconds after its last renewal at which a process counts as dead. The database can be unreachable for a while. */
export const PROCESS_LEASE = 30
/**
 * Seconds without a renewal by any process, after which none can have reached the database. After a shorter silence, each still
 * renews its own registration before that ends, at most 11 s after the database can be reached again.
 */
const SILENCE = 10
/** Most charges that one statement refunds. */
const BATCH = 1000
/** Time between two renewals (milliseconds). */
const PERIOD = 5000

/** Keeps this process registered as alive, and refunds the charges that dead processes have left open. */
export class Heartbeat {
  readonly id = crypto.randomUUID()
  readonly #db: Database
  readonly #log: Log
  readonly #rounds = new Rounds(() => this.#beat(), PERIOD)

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#log = log
  }

  /**
   * Registers the process, before the first charge is taken.
   *
   * @param isAlone whether no other process can be using the database: then every open charge was left by a dead process
   */
  async start(isAlone: boolean): Promise<void> {
    if (isAlone) await expireAll(this.#db)
    await renewAfterSilence(this.#db)
    await renew(this.#db, this.id)
    await refundAbandoned(this.#db)
    this.#rounds.start()
  }

  /** Deregisters the process, when nothing is open any more. */
  async stop(): Promise<void> {
    await this.#rounds.leave() // a renewal that is on its way would register it again
    try {
      await deregister(this.#db, this.id)
    } catch (cause) {
      this.#log.warn({ err: cause }, 'this process could not be deregistered')
    }
  }

  async #beat(): Promise<void> {
    try {
      await renewAfterSilence(this.#db)
      await renew(this.#db, this.id)
      const refunded = await refundAbandoned(this.#db)
      if (refunded > 0) this.#log.warn({ refunded }, 'charges of a process that died were refunded')
    } catch (cause) {
      this.#log.error({ err: cause }, 'the heartbeat of this process could not be renewed')
    }
  }
}

/**
 * Registers a process as alive, or renews its registration.
 *
 * @throws DatabaseUnavailable
 */
export async function renew(db: Database, processId: string): Promise<void> {
  await rows(
    db,
    sql`
      INSERT INTO ${processes} (id, until) VALUES (${processId}, clock_timestamp() + ${interval(PROCESS_LEASE)})
      ON CONFLICT (id) DO UPDATE SET until = excluded.until`,
  )
}

/**
 * If no process has renewed its registration for a while, the database was away or its clock was set ahead: those that live could
 * not renew theirs. All that lived when it was last heard from get a new lease. Those that have died since then are refunded when
 * it ends. All processes lock the rows in the same order.
 */
async function renewAfterSilence(db: Database): Promise<void> {
  const lease = interval(PROCESS_LEASE)
  await rows(
    db,
    sql`
      UPDATE ${processes} SET until = clock_timestamp() + ${lease} WHERE id IN (
        SELECT p.id FROM ${processes} p, (SELECT max(until) AS last FROM ${processes}) heard
        WHERE heard.last < clock_timestamp() + ${lease} - ${interval(SILENCE)} AND p.until > heard.last - ${lease}
        ORDER BY p.id FOR UPDATE OF p
      )`,
  )
}

/**
 * Removes a process that has nothing open.
 *
 * @throws DatabaseUnavailable
 */
export async function deregister(db: Database, processId: string): Promise<void> {
  await rows(db, sql`DELETE FROM ${processes} WHERE id = ${processId}`)
}

/** Declares all processes dead. For a process that has just got the database for itself. */
async function expireAll(db: Database): Promise<void> {
  await rows(db, sql`DELETE FROM ${processes}`)
}

/** SQL for the condition that the process with an id is alive. */
export function lives(processId: SQLWrapper): SQL {
  return sql`EXISTS (SELECT FROM ${processes} p WHERE p.id = ${processId} AND p.until > clock_timestamp())`
}

/**
 * Whether this process has the lowest id of all live processes. That one does the work that only one should do.
 *
 * @throws DatabaseUnavailable
 */
export async function isFirstAlive(db: Database, processId: string): Promise<boolean> {
  const others = await rows(
    db,
    sql`SELECT 1 FROM ${processes} p WHERE p.id < ${processId} AND p.until > clock_timestamp() LIMIT 1`,
  )
  return others.length === 0
}

/**
 * Refunds the charges that dead processes have left open. Any process can do so at any time; while one does, the others find
 * nothing to do. A registration that ends later than any process can have written it is from before the clock was set back: it
 * ends a lease from now, unless its process lives and renews it.
 *
 * @returns how many were refunded
 * @throws DatabaseUnavailable
 */
export async function refundAbandoned(db: Database): Promise<number> {
  let refunded = 0
  while (true) {
    const [row] = await rows<{ found: number; ended: number }>(
      db,
      sql`
        WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.sweep}) AS ours),
        abandoned AS MATERIALIZED (
          SELECT o.charge_id FROM ${openCharges} o, turn
          WHERE turn.ours AND NOT ${lives(sql`o.process_id`)}
          LIMIT ${BATCH} FOR UPDATE OF o SKIP LOCKED
        ), closed AS (
          DELETE FROM ${openCharges} WHERE charge_id IN (SELECT charge_id FROM abandoned) RETURNING charge_id
        ),
        ${endingOf('refunded')}
        SELECT (SELECT count(*)::int FROM abandoned) AS found, (SELECT count(*)::int FROM ended) AS ended`,
    )
    refunded += row!.ended
    if (row!.found < BATCH) break
  }
  await rows(
    db,
    sql`
      WITH early AS (
        UPDATE ${processes} SET until = clock_timestamp() + ${interval(PROCESS_LEASE)} WHERE id IN (
          SELECT id FROM ${processes} WHERE until > clock_timestamp() + ${interval(PROCESS_LEASE)} FOR UPDATE SKIP LOCKED
        )
      )
      DELETE FROM ${processes} WHERE until < clock_timestamp() - interval '1 day'`,
  )
  return refunded
}
