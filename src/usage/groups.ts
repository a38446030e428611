import { sql } from 'drizzle-orm'
import { keys, projects, voices } from '../storage/schema.ts'
import { isUuid } from '../storage/uuid.ts'
import { coarsest } from './periods.ts'
import { slices, type UsageQuery } from './slices.ts'
import type { UsageRead } from './usage-reads.ts'

/** Most groups of a response: those with the most characters. */
const MAX_GROUPS = 500

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

/** The sums of a group, and the ids that make it one. */
type Sums = Pick<
  UsageGroup,
  'keyId' | 'voiceId' | 'modelId' | 'turns' | 'characters' | 'audioSeconds' | 'errors'
>
type Names = Pick<UsageGroup, 'projectId' | 'projectName' | 'keyId' | 'keyName' | 'keyPrefix'>

/**
 * An organization's usage by key, voice and model, that with the most characters first. As far as there are whole hours and
 * days in the time, their sums are read.
 *
 * @param now milliseconds since 1970
 * @throws TooMuchUsage, DatabaseUnavailable
 */
export async function usageGroups(read: UsageRead, query: UsageQuery, now: number): Promise<UsageGroup[]> {
  const sums = new Map<string, Sums>()
  for (const span of coarsest(query, now))
    for await (const slice of slices<Sums>(read, { ...query, ...span }, SUMS))
      for (const row of slice) {
        const name = idsOf(row)
        const sum = sums.get(name)
        sums.set(name, sum === undefined ? row : added(sum, row))
      }
  const most = [...sums.values()].toSorted(byAmount).slice(0, MAX_GROUPS)
  return withNames(read, query.organizationId, most)
}

function added(sum: Sums, row: Sums): Sums {
  return {
    ...sum,
    turns: sum.turns + row.turns,
    characters: sum.characters + row.characters,
    audioSeconds: sum.audioSeconds + row.audioSeconds,
    errors: sum.errors + row.errors,
  }
}

function byAmount(some: Sums, more: Sums): number {
  return more.characters - some.characters || more.turns - some.turns || (idsOf(some) < idsOf(more) ? -1 : 1)
}

function idsOf({ keyId, voiceId, modelId }: Sums): string {
  return `${keyId} ${voiceId} ${modelId}`
}

/** The sums of the rows `wanted` by key, voice and model. */
const SUMS = sql`
  SELECT w.key_id AS "keyId", w.voice_id AS "voiceId", w.model_id AS "modelId", sum(w.turns)::int AS turns,
    sum(w.characters)::float8 AS characters, sum(w.audio_seconds) AS "audioSeconds",
    coalesce(sum((SELECT sum(e.value::int) FROM jsonb_each_text(w.errors) AS e)), 0)::int AS errors
  FROM wanted w GROUP BY 1, 2, 3`

async function withNames(
  read: UsageRead,
  organizationId: string,
  groups: readonly Sums[],
): Promise<UsageGroup[]> {
  const keyIds = sql.param([...new Set(groups.map(({ keyId }) => keyId))])
  const voiceIds = sql.param([...new Set(groups.map(({ voiceId }) => voiceId))].filter(isUuid))
  const ofKeys = await read.rows<Names>(sql`
    SELECT p.id AS "projectId", p.name AS "projectName", k.id AS "keyId", k.name AS "keyName", k.prefix AS "keyPrefix"
    FROM ${keys} k JOIN ${projects} p ON p.id = k.project_id WHERE k.id = ANY(${keyIds}::uuid[])`)
  const ofVoices = await read.rows<{ id: string; name: string }>(sql`
    SELECT v.id, v.name FROM ${voices} v
    WHERE v.id = ANY(${voiceIds}::uuid[]) AND (v.organization_id IS NULL OR v.organization_id = ${organizationId})`)
  const names = new Map(ofKeys.map((key) => [key.keyId, key]))
  const voiceNames = new Map(ofVoices.map(({ id, name }) => [id, name]))
  return groups.flatMap((group) => {
    const key = names.get(group.keyId)
    return key === undefined ? [] : [{ ...group, ...key, voiceName: voiceNames.get(group.voiceId) ?? null }]
  })
}
