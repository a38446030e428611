import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { lives } from '../accounts/heartbeat.ts'
import type { FittedSpeaker } from '../speech/cloning/cloner.ts'
import type { Profile } from '../speech/cloning/measure.ts'
import { type Database, withTimeout } from '../storage/database.ts'
import { voices } from '../storage/schema.ts'

/** A clone whose speaker was fitted to another model than the current one. */
export interface OutdatedClone {
  readonly id: string
  readonly profile: Profile
  /** The fingerprint of the model that it was fitted to; null: unknown. */
  readonly model: string | null
}

/** The ids of all clones that were fitted to another model, the oldest first. */
export async function outdatedClones(db: Database, model: string): Promise<string[]> {
  const found = await withTimeout(
    db
      .select({ id: voices.id })
      .from(voices)
      .where(isOutdated(model))
      .orderBy(asc(voices.createdAt), asc(voices.id)),
  )
  return found.map(({ id }) => id)
}

/**
 * Claims a clone for a process to fit. The claim ends when the clone is stored or released, or the process dies. The voice is
 * not locked meanwhile.
 *
 * @returns undefined if it was deleted or fitted meanwhile, or another living process has claimed it
 */
export async function claimOutdated(
  db: Database,
  id: string,
  model: string,
  processId: string,
): Promise<OutdatedClone | undefined> {
  const isFree = or(eq(voices.refitter, processId), sql`NOT ${lives(voices.refitter)}`)
  const [clone] = await withTimeout(
    db
      .update(voices)
      .set({ refitter: processId })
      .where(and(eq(voices.id, id), isOutdated(model), isFree))
      .returning({ id: voices.id, profile: voices.profile, model: voices.model }),
  )
  return clone && { ...clone, profile: clone.profile as Profile }
}

/**
 * Stores the newly fitted speaker of a clone, which the next turn speaks with.
 *
 * @returns false if it was deleted, or another process fitted it first
 */
export async function keepRefitted(
  db: Database,
  { id, model }: OutdatedClone,
  fitted: FittedSpeaker,
): Promise<boolean> {
  const kept = await withTimeout(
    db
      .update(voices)
      .set({ speaker: fitted.speaker, model: fitted.model, refitter: null })
      .where(and(eq(voices.id, id), sql`${voices.model} IS NOT DISTINCT FROM ${model}`))
      .returning({ id: voices.id }),
  )
  return kept.length > 0
}

/** Gives up the claim on a clone, which stays as it is. */
export async function releaseOutdated(db: Database, id: string, processId: string): Promise<void> {
  await withTimeout(
    db
      .update(voices)
      .set({ refitter: null })
      .where(and(eq(voices.id, id), eq(voices.refitter, processId))),
  )
}

function isOutdated(model: string): SQL | undefined {
  return and(isNotNull(voices.profile), sql`${voices.model} IS DISTINCT FROM ${model}`)
}
