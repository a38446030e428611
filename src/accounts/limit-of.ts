import { type SQL, sql } from 'drizzle-orm'
import { type Limit, TIERS } from './tiers.ts'

const COLUMNS: Readonly<Record<Limit, string>> = {
  requestsPerMinute: 'requests_per_minute',
  concurrency: 'concurrency',
  clonesPerHour: 'clones_per_hour',
  voices: 'voices',
}

/** SQL for a limit of the organization in the row `o`: its own if the operator has set one, else its tier's. */
export function limitOf(limit: Limit): SQL {
  const { tier1, tier2, tier3 } = TIERS
  const byTier = `CASE o.tier WHEN 'tier3' THEN ${tier3[limit]} WHEN 'tier2' THEN ${tier2[limit]} ELSE ${tier1[limit]} END`
  return sql.raw(`coalesce(o.${COLUMNS[limit]}, ${byTier})`)
}
