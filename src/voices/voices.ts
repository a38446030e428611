import { and, asc, eq, isNull, notInArray, or, sql } from 'drizzle-orm'
import { ServiceError } from '../http/errors.ts'
import { catalogue } from '../speech/engine/catalogue.ts'
import type { Speaker } from '../speech/engine/speaker.ts'
import { answered, type Database } from '../storage/database.ts'
import { voices } from '../storage/schema.ts'

/** A voice as clients see it (spec 2.1). */
export interface Voice {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly language: string
}

export interface VoiceWithSpeaker extends Voice {
  readonly speaker: Speaker
}

/** The columns of a voice that clients see. */
export const SHOWN = {
  id: voices.id,
  name: voices.name,
  description: voices.description,
  language: voices.language,
}

const SHARED = new Map(catalogue().map((voice) => [voice.id, voice]))

/** What the id of a voice looks like. */
export const VOICE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Makes the shared voices in the database those that come with the model. Doing it again changes nothing. */
export async function syncSharedVoices(db: Database): Promise<void> {
  await db
    .insert(voices)
    .values([...SHARED.values()])
    .onConflictDoUpdate({
      target: voices.id,
      set: {
        name: sql`excluded.name`,
        description: sql`excluded.description`,
        language: sql`excluded.language`,
        speaker: sql`excluded.speaker`,
      },
    })
  await db.delete(voices).where(and(isNull(voices.organizationId), notInArray(voices.id, [...SHARED.keys()])))
}

/**
 * The voice with an id, as an organization sees it. Shared voices come with the model, so only an organization's own
 * ones need to be looked up.
 *
 * @throws ServiceError voice_not_found for an id that is unknown or another organization's
 */
export async function findVoice(db: Database, organizationId: string, id: string): Promise<VoiceWithSpeaker> {
  const voice =
    SHARED.get(id.toLowerCase()) ?? (VOICE_ID.test(id) ? await findOwn(db, organizationId, id) : undefined)
  if (voice !== undefined) return voice
  throw new ServiceError('voice_not_found', 'There is no voice with this id.', {
    detail: 'GET /voices lists the voices that can be used.',
  })
}

async function findOwn(
  db: Database,
  organizationId: string,
  id: string,
): Promise<VoiceWithSpeaker | undefined> {
  const [voice] = await answered(
    db
      .select({ ...SHOWN, speaker: voices.speaker })
      .from(voices)
      .where(and(eq(voices.id, id), eq(voices.organizationId, organizationId))),
  )
  return voice && { ...voice, speaker: voice.speaker as Speaker }
}

/** What a page of voices is asked for by (spec 4.4); a cursor is the id of a voice. */
export interface VoicesQuery {
  readonly language?: string
  readonly limit: number
  readonly startingAfter?: string
  readonly endingBefore?: string
}

/** A page of voices (spec 2.2). */
export interface VoicesPage {
  readonly data: readonly Voice[]
  readonly has_more: boolean
  /** What to pass as `starting_after` for the next page. */
  readonly next_page: string | null
}

/**
 * The voices an organization can use, its own first, then the shared ones, each by name. After the last voice, and
 * after a cursor that no longer exists, comes an empty page: clients read on until they meet one.
 */
export async function listVoices(
  db: Database,
  organizationId: string,
  query: VoicesQuery,
): Promise<VoicesPage> {
  const all = await answered(
    db
      .select(SHOWN)
      .from(voices)
      .where(or(isNull(voices.organizationId), eq(voices.organizationId, organizationId)))
      .orderBy(sql`${voices.organizationId} NULLS LAST`, asc(voices.name), asc(voices.id)),
  )
  const wanted = query.language?.toLowerCase()
  const visible = all.filter(({ language }) => wanted === undefined || language.toLowerCase() === wanted)
  const place = (id: string) => visible.findIndex((voice) => voice.id === id.toLowerCase())
  const after = query.startingAfter === undefined ? 0 : place(query.startingAfter) + 1 || visible.length
  const before = query.endingBefore === undefined ? visible.length : Math.max(0, place(query.endingBefore))
  const from = query.endingBefore === undefined ? after : Math.max(after, before - query.limit)
  const data = visible.slice(from, Math.min(before, from + query.limit))
  const hasMore = from + data.length < visible.length && data.length > 0
  return { data, has_more: hasMore, next_page: hasMore ? data.at(-1)!.id : null }
}
