import { sql } from 'drizzle-orm'
import { isTaken } from '../accounts/admission.ts'
import { CLONE_WINDOW } from '../accounts/clone-rate.ts'
import { limitOf } from '../accounts/limit-of.ts'
import { isCounted } from '../accounts/rate-window.ts'
import type { LimitOrBalance } from '../accounts/refusal-watch.ts'
import { RATE_WINDOW } from '../accounts/request-rate.ts'
import type { Limit } from '../accounts/tiers.ts'
import { type Database, rows } from '../storage/database.ts'
import { organizations, requestWindows, slots, usageTotals, voices } from '../storage/schema.ts'
import { USAGE_DAYS } from '../storage/usage-days.ts'

/** What was refused for want of something. */
export interface Refusals {
  readonly lastHour: number
  readonly lastDay: number
  /** The minute of the last one. Null: none in the last three days. */
  readonly lastAt: Date | null
}

/** A limit of an organization, and how near it is. */
export interface LimitState extends Refusals {
  readonly limit: Limit
  readonly most: number
  readonly used: number
}

/** The limits of an organization, and its balance. */
export interface Limits {
  readonly limits: readonly LimitState[]
  readonly balance: Refusals & { readonly credits: number }
}

/**
 * How near an organization is to its limits, over all servers, and what they have refused.
 *
 * @returns undefined if there is no such organization
 * @throws DatabaseUnavailable
 */
export async function organizationLimits(db: Database, organizationId: string): Promise<Limits | undefined> {
  const clock = sql`(SELECT extract(epoch FROM clock_timestamp())::float8 AS time) AS clock`
  const [row] = await rows<Record<string, number>>(
    db,
    sql`
      SELECT o.balance::float8 AS balance,
        ${limitOf('requestsPerMinute')} AS most_requests, ${limitOf('concurrency')} AS most_concurrent,
        ${limitOf('clonesPerHour')} AS most_clones, ${limitOf('voices')} AS most_voices,
        (SELECT coalesce(sum(s.count), 0)::int FROM unnest(w.ends, w.counts) AS s(at, count)
          WHERE ${isCounted(sql`s.at`, RATE_WINDOW)}) AS requests,
        (SELECT count(*)::int FROM ${slots} s
          WHERE s.organization_id = o.id AND ${isTaken()}) AS concurrent,
        (SELECT count(*)::int FROM unnest(w.clones) AS c(at) WHERE ${isCounted(sql`c.at`, CLONE_WINDOW)}) AS clones,
        (SELECT count(*)::int FROM ${voices} v WHERE v.organization_id = o.id) AS voices
      FROM ${organizations} o JOIN ${requestWindows} w ON w.organization_id = o.id, ${clock}
      WHERE o.id = ${organizationId}`,
    organizationId,
  )
  if (row === undefined) return undefined
  const refused = await refusals(db, organizationId)
  const of = (bound: LimitOrBalance) => refused.get(bound) ?? { lastHour: 0, lastDay: 0, lastAt: null }
  return {
    limits: [
      {
        limit: 'requestsPerMinute',
        most: row.most_requests!,
        used: row.requests!,
        ...of('requestsPerMinute'),
      },
      { limit: 'concurrency', most: row.most_concurrent!, used: row.concurrent!, ...of('concurrency') },
      { limit: 'clonesPerHour', most: row.most_clones!, used: row.clones!, ...of('clonesPerHour') },
      { limit: 'voices', most: row.most_voices!, used: row.voices!, ...of('voices') },
    ],
    balance: { credits: row.balance!, ...of('balance') },
  }
}

async function refusals(db: Database, organizationId: string): Promise<Map<string, Refusals>> {
  const found = await rows<{ bound: string; hour: number; day: number; last: number }>(
    db,
    sql`
      SELECT e.key AS bound, extract(epoch FROM max(u.start))::float8 * 1000 AS last,
        coalesce(sum(e.value::int) FILTER (WHERE u.start > now() - interval '1 hour'), 0)::int AS hour,
        coalesce(sum(e.value::int) FILTER (WHERE u.start > now() - interval '1 day'), 0)::int AS day
      FROM ${usageTotals} u, jsonb_each_text(u.refusals) AS e
      WHERE u.organization_id = ${organizationId} AND u.period = 'minute'
        AND u.start > now() - make_interval(days => ${USAGE_DAYS.minute}) AND u.refusals <> '{}'
      GROUP BY 1`,
    organizationId,
  )
  return new Map(
    found.map(({ bound, hour, day, last }) => [
      bound,
      { lastHour: hour, lastDay: day, lastAt: new Date(last) },
    ]),
  )
}
