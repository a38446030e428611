import { timingSafeEqual } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { type Database, rows } from '../storage/database.ts'
import { keys, organizations, projects, requestWindows } from '../storage/schema.ts'
import { begunInTime, CLOCK_TOLERANCE } from '../storage/start-deadline.ts'
import type { Arrival } from '../telemetry/tracing.ts'
import { hashKey, keyPrefix } from './api-key.ts'
import { limitOf } from './limit-of.ts'
import { RATE_BUCKET, RATE_WINDOW, type Rate, rateOf } from './request-rate.ts'

/** The key of a request, and the organization that it belongs to. */
export interface Caller {
  readonly keyId: string
  readonly organizationId: string
  /** Names the request in the log. Undefined: it has no id. */
  readonly requestId?: string
  /** How the request came. Undefined: it is not traced. */
  readonly arrival?: Arrival
}

/** A caller whose request was counted, or refused because there were too many. */
export interface CountedCaller {
  readonly caller: Caller
  readonly isAdmitted: boolean
  readonly rate: Rate
}

/** Most keys whose organization is remembered. */
const MAX_REMEMBERED = 10_000

/**
 * The organization of each key seen, by the key's prefix or id. It decides only on whose share of connections the next
 * look-up runs; a key never changes its organization.
 */
const organizationOf = new LRUCache<string, string>({ max: MAX_REMEMBERED })

/** Requests refused by the limit per minute, since the start of the process. */
export const refusedRequests = { count: 0 }

/** Which key a request names. */
interface Named {
  /** The prefix or the id that names it. */
  readonly by: string
  /** The condition on the row `k` of the key. */
  readonly row: SQL
  /** The hash that the row must have. Undefined if something else proves the request. */
  readonly hash: Uint8Array | undefined
}

/** The name of a key that was sent. Undefined if the key is malformed. */
function sent(key: string): Named | undefined {
  const prefix = keyPrefix(key)
  return prefix === undefined ? undefined : { by: prefix, row: sql`k.prefix = ${prefix}`, hash: hashKey(key) }
}

/** The condition that a column has a hash. It is true if no hash is needed. */
function isHash(column: SQL, hash: Uint8Array | undefined): SQL {
  return hash === undefined ? sql`true` : sql`${column} = ${hash}`
}

/** Records that a key was used, at most once a minute. */
function noteUse({ row, hash }: Named): SQL {
  return sql`
    UPDATE ${keys} k SET last_used_at = now()
    WHERE ${row} AND ${isHash(sql`k.hash`, hash)} AND k.revoked_at IS NULL
      AND (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute')`
}

/**
 * The caller with a key, in one statement. Undefined if the key is malformed, unknown or revoked.
 *
 * @throws DatabaseUnavailable
 */
export async function authorize(db: Database, key: string): Promise<Caller | undefined> {
  const named = sent(key)
  return named && find(db, named)
}

/**
 * The caller with the key that has an id. Undefined if the key is unknown or revoked.
 *
 * @param keyId from something that only this service can have made for the holder of the key, such as a signed URL
 * @throws DatabaseUnavailable
 */
export function authorizeKeyId(db: Database, keyId: string): Promise<Caller | undefined> {
  return find(db, withId(keyId))
}

/**
 * The caller with a key, for a request that counts against the organization's requests per minute. The statement that finds the
 * key counts the request, or refuses it if the limit was reached in the last 60 seconds. The row lock of the window puts the
 * requests of all processes in order: a statement that waited for the lock evaluates its condition again.
 *
 * @throws DatabaseUnavailable
 */
export async function authorizeRequest(db: Database, key: string): Promise<CountedCaller | undefined> {
  const named = sent(key)
  return named && count(db, named)
}

/**
 * The caller with the key that has an id, for a request that counts as in {@link authorizeRequest}.
 *
 * @throws DatabaseUnavailable
 */
export function authorizeRequestOfKeyId(db: Database, keyId: string): Promise<CountedCaller | undefined> {
  return count(db, withId(keyId))
}

function withId(keyId: string): Named {
  return { by: keyId, row: sql`k.id = ${keyId}::uuid`, hash: undefined }
}

async function find(db: Database, named: Named): Promise<Caller | undefined> {
  const [row] = await rows<KeyRow>(
    db,
    sql`
      WITH used AS (${noteUse(named)})
      SELECT k.id, k.hash, p.organization_id
      FROM ${keys} k JOIN ${projects} p ON p.id = k.project_id
      WHERE ${named.row} AND k.revoked_at IS NULL`,
    ownerOf(named),
  )
  return callerOf(row, named)
}

async function count(db: Database, named: Named): Promise<CountedCaller | undefined> {
  const { hash } = named
  // While this statement waited for the lock, others may have been counted at a later time than it began.
  const time = sql.raw('greatest(clock.time, w.ends[cardinality(w.ends)])')
  const live = sql`(SELECT coalesce(sum(s.c), 0) FROM unnest(w.ends, w.counts) AS s(e, c) WHERE s.e > ${time} - ${RATE_WINDOW}::float8)`
  const expired = sql`(SELECT count(*)::int FROM unnest(w.ends) AS s(e) WHERE s.e <= ${time} - ${RATE_WINDOW}::float8)`
  const isInBucket = sql`${time} < w.opened + ${RATE_BUCKET}::float8`
  const [row] = await rows<CountedRow>(
    db,
    sql`
      WITH used AS (${noteUse(named)}),
      clock AS MATERIALIZED (SELECT extract(epoch FROM clock_timestamp())::float8 AS time),
      caller AS MATERIALIZED (
        SELECT k.id, k.hash, o.id AS organization_id, ${limitOf('requestsPerMinute')} AS most
        FROM ${keys} k JOIN ${projects} p ON p.id = k.project_id JOIN ${organizations} o ON o.id = p.organization_id
        WHERE ${named.row} AND k.revoked_at IS NULL AND ${begunInTime()}
      ),
      counted AS (
        UPDATE ${requestWindows} w SET
          opened = CASE WHEN ${isInBucket} THEN w.opened ELSE ${time} END,
          ends = CASE WHEN ${isInBucket} THEN w.ends[${expired} + 1 : cardinality(w.ends) - 1]
            ELSE w.ends[${expired} + 1 :] END || ${time},
          counts = CASE WHEN ${isInBucket}
            THEN w.counts[${expired} + 1 : cardinality(w.counts) - 1] || (w.counts[cardinality(w.counts)] + 1)
            ELSE w.counts[${expired} + 1 :] || 1 END
        FROM caller, clock
        WHERE w.organization_id = caller.organization_id AND ${isHash(sql`caller.hash`, hash)} AND ${live} < caller.most
        RETURNING w.ends, w.counts
      )
      SELECT caller.id, caller.hash, caller.organization_id, caller.most, clock.time,
        counted.ends IS NOT NULL AS admitted,
        array_to_json(coalesce(counted.ends, w.ends)) AS ends, array_to_json(coalesce(counted.counts, w.counts)) AS counts
      FROM caller JOIN ${requestWindows} w ON w.organization_id = caller.organization_id
        CROSS JOIN clock LEFT JOIN counted ON true`,
    ownerOf(named),
  )
  const caller = callerOf(row, named)
  if (row === undefined || caller === undefined) return undefined
  if (isAhead(row)) {
    await forgetAhead(db, caller)
    return count(db, named)
  }
  if (!row.admitted) refusedRequests.count++
  const rate = rateOf(row, row.most, row.time)
  if (row.admitted || rate.remaining === 0) return { caller, isAdmitted: row.admitted, rate }
  const current = await currentRate(db, caller, row.most)
  return current && { caller, isAdmitted: false, rate: current }
}

/** Whether a window was counted by a clock that was set back since: it would fill up until the clock is there again. */
function isAhead({ ends, time }: CountedRow): boolean {
  return ends.length > 0 && ends.at(-1)! > time + CLOCK_TOLERANCE
}

/** Empties such a window. */
async function forgetAhead(db: Database, { organizationId }: Caller): Promise<void> {
  await rows(
    db,
    sql`
      UPDATE ${requestWindows} SET opened = 0, ends = '{}', counts = '{}'
      WHERE organization_id = ${organizationId}
        AND ends[cardinality(ends)] > extract(epoch FROM clock_timestamp()) + ${CLOCK_TOLERANCE}`,
    organizationId,
  )
}

/**
 * The rate as it is now. A statement that was refused after a wait has seen the window as it was before the wait. Undefined if
 * the organization was deleted meanwhile.
 */
async function currentRate(
  db: Database,
  { organizationId }: Caller,
  most: number,
): Promise<Rate | undefined> {
  const [row] = await rows<Pick<CountedRow, 'ends' | 'counts' | 'time'>>(
    db,
    sql`
      SELECT extract(epoch FROM clock_timestamp())::float8 AS time,
        array_to_json(ends) AS ends, array_to_json(counts) AS counts
      FROM ${requestWindows} WHERE organization_id = ${organizationId}`,
    organizationId,
  )
  return row && rateOf(row, most, row.time)
}

interface KeyRow extends Record<string, unknown> {
  readonly id: string
  readonly hash: Uint8Array
  readonly organization_id: string
}

interface CountedRow extends KeyRow {
  readonly most: number
  readonly time: number
  readonly admitted: boolean
  readonly ends: readonly number[]
  readonly counts: readonly number[]
}

/** The owner under which the statement that looks up a key runs: its organization, or the key itself until that is known. */
function ownerOf({ by }: Named): string {
  return organizationOf.get(by) ?? by
}

function callerOf(row: KeyRow | undefined, { by, hash }: Named): Caller | undefined {
  if (row === undefined || (hash !== undefined && !timingSafeEqual(row.hash, hash))) return undefined
  organizationOf.set(by, row.organization_id)
  return { keyId: row.id, organizationId: row.organization_id }
}
