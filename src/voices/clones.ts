import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { limitOf } from '../accounts/limit-of.ts'
import { KeyRevoked } from '../accounts/refusals.ts'
import { MODEL_ID } from '../engines/embedded/model-folder.ts'
import type { AnySpeaker } from '../engines/shared/speaker.ts'
import type { ClonedSpeaker } from '../speech/cloning/cloner.ts'
import { type Database, report, rows, withTimeout } from '../storage/database.ts'
import { type Consent, keys, organizations, voices } from '../storage/schema.ts'
import { timedId } from '../storage/timed-id.ts'
import { takeLock } from '../storage/transaction-lock.ts'
import { isUuid } from '../storage/uuid.ts'
import { SPECIFIED, type SpecifiedVoice, shown, type Voice } from './voices.ts'

/** The fields of a request to clone, and the speaker that was made of its clip. */
export interface Clone extends Omit<SpecifiedVoice, 'id'>, Partial<Omit<ClonedSpeaker, 'speaker'>> {
  /** The model that has the voice. Absent: the main one, whose clones have a profile too. */
  readonly modelId?: string
  readonly speaker: AnySpeaker
  /** Absent: none was recorded. */
  readonly consent?: Consent
}

/** The organization has as many cloned voices as it may have. */
export class VoiceLimitReached extends Error {
  readonly limit: number

  constructor(limit: number) {
    super(`${limit} voices are kept already`)
    this.limit = limit
  }
}

/**
 * Checks that an organization may have one more voice.
 *
 * @param keyId the key with which it is asked for, if it is with one
 * @throws VoiceLimitReached; KeyRevoked, also if the organization was deleted; DatabaseUnavailable
 */
export async function checkRoom(db: Database, organizationId: string, keyId?: string): Promise<void> {
  const refusal = await refusalOf(db, organizationId, keyId)
  if (refusal !== undefined) throw refusal
}

async function refusalOf(
  db: Database,
  organizationId: string,
  keyId?: string,
): Promise<VoiceLimitReached | KeyRevoked | undefined> {
  const [row] = await rows<{ most: number; kept: number }>(
    db,
    sql`
      SELECT ${limitOf('voices')} AS most,
        (SELECT count(*)::int FROM ${voices} v WHERE v.organization_id = o.id) AS kept
      FROM ${organizations} o
      WHERE o.id = ${organizationId} AND ${keyId === undefined ? sql`TRUE` : isValid(keyId)}`,
    organizationId,
  )
  if (row === undefined) return new KeyRevoked()
  const { most, kept } = row
  return kept >= most ? new VoiceLimitReached(most) : undefined
}

/** SQL for the condition that a key was not revoked. */
function isValid(keyId: string): SQL {
  return sql`EXISTS (SELECT FROM ${keys} k WHERE k.id = ${keyId} AND k.revoked_at IS NULL)`
}

/**
 * Stores a cloned voice. An organization's clones are counted and stored one after the other, over all processes, so there are
 * never more than its limit. Turns, which update the organization's row, do not wait for this.
 *
 * @param keyId the key with which it was asked for, if it was with one
 * @throws VoiceLimitReached; KeyRevoked, also if the organization was deleted; DatabaseUnavailable
 */
export async function keepClone(
  db: Database,
  organizationId: string,
  clone: Clone,
  keyId?: string,
): Promise<Voice> {
  const { name, description, language, modelId = MODEL_ID, profile, speaker, model, consent } = clone
  const kept = await withTimeout(
    () =>
      db.transaction(async (tx) => {
        await takeLock(tx, 'clones', organizationId)
        const refusal = await refusalOf(tx, organizationId, keyId)
        if (refusal !== undefined) return refusal
        const createdAt = new Date()
        const voice = {
          id: timedId(createdAt),
          organizationId,
          name,
          description,
          language,
          modelId,
          createdAt,
        }
        await tx.insert(voices).values({ ...voice, profile, speaker, model, consent })
        return voice
      }),
    organizationId,
  )
  if (kept instanceof Error) throw kept
  return shown(kept)
}

/**
 * Deletes a cloned voice. Turns that are being spoken with it go on.
 *
 * @returns false for an id that is unknown, a shared voice's or another organization's
 * @throws DatabaseUnavailable
 */
export async function deleteClone(db: Database, organizationId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const isIt = and(eq(voices.id, id), eq(voices.organizationId, organizationId))
  const deleted = await withTimeout(
    db.delete(voices).where(isIt).returning({ id: voices.id }),
    organizationId,
  )
  return deleted.length > 0
}

/** A cloned voice as the operator sees it. */
export interface CloneListing extends SpecifiedVoice {
  /** The name of its organization. */
  readonly organization: string
  readonly createdAt: Date
}

/**
 * The cloned voices of an organization, or of all, by organization and name. They may be many, so this has no time limit.
 *
 * @throws DatabaseUnavailable
 */
export function listClones(db: Database, organizationId?: string): Promise<CloneListing[]> {
  return report(db, (tx) =>
    tx
      .select({ ...SPECIFIED, organization: organizations.name, createdAt: voices.createdAt })
      .from(voices)
      .innerJoin(organizations, eq(organizations.id, voices.organizationId))
      .where(organizationId === undefined ? undefined : eq(organizations.id, organizationId))
      .orderBy(asc(organizations.name), asc(voices.name), asc(voices.createdAt)),
  )
}
