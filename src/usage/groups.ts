import { sql } from 'drizzle-orm'
import { type Database, rows } from '../storage/database.ts'
import { keys, projects, usage, voices } from '../storage/schema.ts'
import { MAX_ROWS, narrowed, TooMuchUsage, type UsageQuery, within } from './series.ts'

/** Most groups of an answer: those with the most characters. */
export const MAX_GROUPS = 500

/** What was spoken with a key, a voice and a model. */
export interface UsageGroup {
  readonly projectId: string
  readonly projectName: string
  readonly keyId: string
  readonly keyName: string
  readonly keyPrefix: string
  /** Empty: no voice was found, or none was looked for. */
  readonly voiceId: string
  /** Null: there is no such voice, or no longer. */
  readonly voiceName: string | null
  /** Empty: the request was refused before its model was known. */
  readonly modelId: string
  readonly turns: number
  readonly characters: number
  readonly audioSeconds: number
  /** Turns that failed, and requests that were refused. */
  readonly errors: number
}

/**
 * An organization's usage by key, voice and model, that with the most characters first.
 *
 * @throws TooMuchUsage, DatabaseUnavailable
 */
export async function usageGroups(db: Database, query: UsageQuery): Promise<UsageGroup[]> {
  const { organizationId, filters } = query
  const found = await rows<UsageGroup & { readonly read: number } & Record<string, unknown>>(
    db,
    sql`
      WITH found AS MATERIALIZED (
        SELECT u.key_id, u.voice_id, u.model_id, sum(count(*)) OVER ()::int AS read, sum(u.turns)::int AS turns,
          sum(u.characters)::float8 AS characters, sum(u.audio_seconds) AS audio_seconds,
          coalesce(sum((SELECT sum(e.value::int) FROM jsonb_each_text(u.errors) AS e)), 0)::int AS errors
        FROM (SELECT * FROM ${usage} u WHERE ${within(query)} AND ${narrowed(filters)} LIMIT ${MAX_ROWS + 1}) AS u
        GROUP BY 1, 2, 3
        ORDER BY characters DESC, turns DESC, 1, 2, 3 LIMIT ${MAX_GROUPS}
      )
      SELECT p.id AS "projectId", p.name AS "projectName", k.id AS "keyId", k.name AS "keyName",
        k.prefix AS "keyPrefix", f.voice_id AS "voiceId", v.name AS "voiceName", f.model_id AS "modelId", f.read, f.turns,
        f.characters, f.audio_seconds AS "audioSeconds", f.errors
      FROM found f JOIN ${keys} k ON k.id = f.key_id JOIN ${projects} p ON p.id = k.project_id
        LEFT JOIN ${voices} v ON v.id::text = f.voice_id
          AND (v.organization_id IS NULL OR v.organization_id = ${organizationId})
      ORDER BY f.characters DESC, f.turns DESC, k.id, f.voice_id, f.model_id`,
    organizationId,
  )
  if (found.length > 0 && found[0]!.read > MAX_ROWS) throw new TooMuchUsage()
  return found.map(({ read, ...group }) => group)
}
