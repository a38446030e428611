import { type Static, Type } from '@sinclair/typebox'
import { and, asc, desc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type PageQuery, pageOf } from '../http/page.ts'
import { catalogue } from '../engines/embedded/model-folder.ts'
import type { Speaker } from '../engines/embedded/speaker.ts'
import { type Database, withTimeout } from '../storage/database.ts'
import { voices } from '../storage/schema.ts'

/** The fields of a voice that are specified (spec 2.1). */
export interface SpecifiedVoice {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly language: string
}

/** A voice as clients see it, with the additional fields without which cartesia-python 2 refuses an answer. */
export const VOICE = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names the voice in a request to speak.' }),
    name: Type.String(),
    description: Type.String(),
    language: Type.String({ description: 'A BCP-47 tag.', examples: ['en', 'nl-NL'] }),
    is_owner: Type.Boolean({ description: "Whether the caller's organization has cloned it." }),
    is_public: Type.Boolean({ description: 'Whether it is a shared voice, which every organization has.' }),
    created_at: Type.String({
      format: 'date-time',
      description: 'When it was cloned, or a shared voice came into this database.',
    }),
    user_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The organization that has cloned it; null: a shared voice.',
    }),
  },
  { additionalProperties: false },
)

export type Voice = Readonly<Static<typeof VOICE>>

export interface VoiceWithSpeaker extends SpecifiedVoice {
  readonly speaker: Speaker
}

/** The columns of the specified fields. */
export const SPECIFIED = {
  id: voices.id,
  name: voices.name,
  description: voices.description,
  language: voices.language,
}

const SHOWN = { ...SPECIFIED, organizationId: voices.organizationId, createdAt: voices.createdAt }

const SHARED = new Map(catalogue().map((voice) => [voice.id, voice]))

/** The form of a voice's id. */
export const VOICE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Brings the shared voices in the database in line with those of the model. Idempotent. */
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

/** A row as clients see it. */
export function shown(row: SpecifiedVoice & { organizationId: string | null; createdAt: Date }): Voice {
  const { id, name, description, language, organizationId, createdAt } = row
  return {
    id,
    name,
    description,
    language,
    is_owner: organizationId !== null,
    is_public: organizationId === null,
    created_at: createdAt.toISOString(),
    user_id: organizationId,
  }
}

/** The voice with an id, as an organization sees it; undefined for an id that is unknown or another organization's. */
export async function getVoice(db: Database, organizationId: string, id: string): Promise<Voice | undefined> {
  if (!VOICE_ID.test(id)) return undefined
  const [row] = await withTimeout(
    db
      .select(SHOWN)
      .from(voices)
      .where(and(eq(voices.id, id), visibleTo(organizationId))),
  )
  return row && shown(row)
}

/**
 * The voice with an id, as an organization speaks with it; undefined for an id that is unknown or another organization's.
 * Shared voices come with the model, so only an organization's own ones need to be looked up.
 */
export async function findVoice(
  db: Database,
  organizationId: string,
  id: string,
): Promise<VoiceWithSpeaker | undefined> {
  return SHARED.get(id.toLowerCase()) ?? (VOICE_ID.test(id) ? findOwn(db, organizationId, id) : undefined)
}

async function findOwn(
  db: Database,
  organizationId: string,
  id: string,
): Promise<VoiceWithSpeaker | undefined> {
  const [voice] = await withTimeout(
    db
      .select({ ...SPECIFIED, speaker: voices.speaker })
      .from(voices)
      .where(and(eq(voices.id, id), eq(voices.organizationId, organizationId))),
  )
  return voice && { ...voice, speaker: voice.speaker as Speaker }
}

/**
 * The id of the voice that clients mean who name it, by its name in any case or by its id. Of voices with the same name an
 * organization's own newest comes first. Undefined where it has none of that name; whether an id is a voice's is not looked up.
 */
export async function findVoiceId(
  db: Database,
  organizationId: string,
  idOrName: string,
): Promise<string | undefined> {
  if (VOICE_ID.test(idOrName)) return idOrName
  const [voice] = await withTimeout(
    db
      .select({ id: voices.id })
      .from(voices)
      .where(and(visibleTo(organizationId), eq(sql`lower(${voices.name})`, idOrName.toLowerCase())))
      .orderBy(sql`${placeInCatalogue()} NULLS FIRST`, desc(voices.createdAt))
      .limit(1),
  )
  return voice?.id
}

/** An organization's own voices and the shared ones. */
function visibleTo(organizationId: string): SQL | undefined {
  return or(eq(voices.organizationId, organizationId), inArray(voices.id, [...SHARED.keys()]))
}

/** A shared voice's place in the catalogue; null: a clone. */
function placeInCatalogue(): SQL {
  const ids = [...SHARED.keys()].map((id) => sql`${id}::uuid`)
  return sql`array_position(ARRAY[${sql.join(ids, sql`, `)}], ${voices.id})`
}

/** The query of a page of voices (spec 4.4). */
export interface VoicesQuery extends PageQuery {
  readonly language?: string
}

/** A page of voices (spec 2.2). */
export const VOICES_PAGE = Type.Object(
  {
    data: Type.Array(VOICE),
    has_more: Type.Boolean({ description: 'Whether there are voices after this page.' }),
    next_page: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'What to pass as starting_after for the next page.',
    }),
  },
  { additionalProperties: false },
)

export type VoicesPage = Readonly<Static<typeof VOICES_PAGE>>

/**
 * The voices that an organization can use: its own, the newest first, then the shared ones, the best first, because examples
 * take the first voice. After the last voice, and after a cursor that no longer exists, comes an empty page: clients read on
 * until they get one.
 */
export async function listVoices(
  db: Database,
  organizationId: string,
  query: VoicesQuery,
): Promise<VoicesPage> {
  const all = await withTimeout(
    db
      .select(SHOWN)
      .from(voices)
      .where(visibleTo(organizationId))
      .orderBy(sql`${placeInCatalogue()} NULLS FIRST`, desc(voices.createdAt), asc(voices.id)),
  )
  const wanted = query.language?.toLowerCase()
  const visible = all.filter(({ language }) => wanted === undefined || language.toLowerCase() === wanted)
  const { entries, ...place } = pageOf(visible, query)
  return { data: entries.map(shown), ...place }
}
