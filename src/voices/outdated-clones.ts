import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { lives } from '../accounts/heartbeat.ts'
import type { FittedSpeaker } from '../speech/cloning/cloner.ts'
import type { Profile } from '../speech/cloning/measure.ts'
import { type Database, withTimeout } from '../storage/database.ts'
import { voices } from '../storage/schema.ts'

/** A clone whose speaker was fitted to another model than the present one. */
export interface OutdatedClone {
  readonly id: string
  readonly profile: Profile
  /** What it was fitted to; null: not known. */
  readonly model: string | null
}

/** The ids of all that were fitted to another model than this, the oldest first. */
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
 * Takes a clone for a process to fit, until it is kept or released, or the process is gone. No lock stays on the voice.
 *
 * @returns undefined when it was deleted or fitted meanwhile, or another living process has it
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
 * Gives a clone the speaker that it was fitted anew with, which the next turn speaks with.
 *
 * @returns false when it was deleted, or another process fitted it first
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

/** Leaves a clone as it is, to other processes. */
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
