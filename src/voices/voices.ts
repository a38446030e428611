import { type Static, Type } from '@sinclair/typebox'
import { and, desc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Models, VoiceOfModel } from '../engines/models.ts'
import type { Model } from '../engines/shared/model.ts'
import type { AnySpeaker } from '../engines/shared/speaker.ts'
import { type Database, withTimeout } from '../storage/database.ts'
import { voices } from '../storage/schema.ts'
import { isUuid } from '../storage/uuid.ts'

/** The fields of a voice that are specified (spec 2.1). */
export interface SpecifiedVoice {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly language: string
}

/** A voice as clients see it, with the additional fields without which cartesia-python 2 refuses a response. */
export const VOICE = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Names the voice in a request to speak.' }),
    name: Type.String({ examples: ['Kathleen'] }),
    description: Type.String({ examples: ["A woman's voice, low and clear, with an American accent."] }),
    language: Type.String({ description: 'A BCP-47 tag.', examples: ['en', 'nl-NL'] }),
    model_id: Type.String({
      description: 'The model to which it belongs, and which a request with it names.',
      examples: ['gepard-1.0'],
    }),
    is_owner: Type.Boolean({ description: "Whether the caller's organization has cloned it." }),
    is_public: Type.Boolean({
      description: 'Whether it is a shared voice, which every organization has.',
      examples: [true],
    }),
    created_at: Type.String({
      format: 'date-time',
      description: 'When it was cloned, or a shared voice came into this database.',
    }),
    user_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The organization that has cloned it; null: a shared voice.',
      examples: [null],
    }),
  },
  { additionalProperties: false },
)

export type Voice = Readonly<Static<typeof VOICE>>

/** A voice with what it takes to speak with it. */
export interface VoiceWithSpeaker extends SpecifiedVoice {
  readonly speaker: AnySpeaker
  readonly model: Model
}

/** Where voices come from: models have the shared ones, the database those of organizations. */
export interface VoiceServices {
  readonly db: Database
  readonly models: Models
}

/** The columns of the specified fields. */
export const SPECIFIED = {
  id: voices.id,
  name: voices.name,
  description: voices.description,
  language: voices.language,
}

/** The columns of what clients see. */
export const SHOWN = {
  ...SPECIFIED,
  modelId: voices.modelId,
  organizationId: voices.organizationId,
  createdAt: voices.createdAt,
}

/**
 * Brings the shared voices in the database in line with those of the models. Idempotent. The voices of models that only other
 * servers have are left alone.
 */
export async function syncSharedVoices({ db, models }: VoiceServices): Promise<void> {
  const rows = models.voices.map(({ voice, model }) => ({ ...voice, modelId: model.id }))
  await db
    .insert(voices)
    .values(rows)
    .onConflictDoUpdate({
      target: voices.id,
      set: {
        name: sql`excluded.name`,
        description: sql`excluded.description`,
        language: sql`excluded.language`,
        speaker: sql`excluded.speaker`,
        modelId: sql`excluded.model_id`,
      },
    })
  await db.delete(voices).where(
    and(
      isNull(voices.organizationId),
      inArray(voices.modelId, [...models.ids]),
      notInArray(
        voices.id,
        rows.map(({ id }) => id),
      ),
    ),
  )
}

/** A row as clients see it. */
export function shown(
  row: SpecifiedVoice & { modelId: string; organizationId: string | null; createdAt: Date },
): Voice {
  const { id, name, description, language, modelId, organizationId, createdAt } = row
  return {
    id,
    name,
    description,
    language,
    model_id: modelId,
    is_owner: organizationId !== null,
    is_public: organizationId === null,
    created_at: createdAt.toISOString(),
    user_id: organizationId,
  }
}

/**
 * The voice with an id, as an organization sees it; undefined for an id that is unknown or another organization's.
 *
 * @throws DatabaseUnavailable
 */
export async function getVoice(
  services: VoiceServices,
  organizationId: string,
  id: string,
): Promise<Voice | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await withTimeout(
    services.db
      .select(SHOWN)
      .from(voices)
      .where(and(eq(voices.id, id), visibleTo(services, organizationId))),
    organizationId,
  )
  return row && shown(row)
}

/**
 * The voice with an id, as an organization speaks with it; undefined for an id that is unknown or another organization's.
 * Shared voices come with the models, so only an organization's own ones need to be looked up.
 *
 * @throws DatabaseUnavailable
 */
export async function findVoice(
  services: VoiceServices,
  organizationId: string,
  id: string,
): Promise<VoiceWithSpeaker | undefined> {
  const shared = services.models.voice(id)
  if (shared !== undefined) return { ...shared.voice, model: shared.model }
  return isUuid(id) ? findOwn(services, organizationId, id) : undefined
}

async function findOwn(
  { db, models }: VoiceServices,
  organizationId: string,
  id: string,
): Promise<VoiceWithSpeaker | undefined> {
  const [row] = await withTimeout(
    db
      .select({ ...SPECIFIED, speaker: voices.speaker, modelId: voices.modelId })
      .from(voices)
      .where(and(eq(voices.id, id), eq(voices.organizationId, organizationId))),
    organizationId,
  )
  if (row === undefined) return undefined
  const { modelId, speaker, ...voice } = row
  const model = models.find(modelId)
  return model && { ...voice, speaker: speaker as AnySpeaker, model }
}

/**
 * The id of the voice that clients mean who name it, by its name in any case or by its id. Of voices with the same name an
 * organization's own newest comes first. Undefined where it has none of that name; whether an id is a voice's is not looked up.
 *
 * @param modelId only voices of this model have names; undefined: those of all models
 * @throws DatabaseUnavailable
 */
export async function findVoiceId(
  services: VoiceServices,
  organizationId: string,
  idOrName: string,
  modelId?: string,
): Promise<string | undefined> {
  if (isUuid(idOrName)) return idOrName
  const [voice] = await withTimeout(
    services.db
      .select({ id: voices.id })
      .from(voices)
      .where(
        and(
          visibleTo(services, organizationId),
          eq(sql`lower(${voices.name})`, sql`lower(${idOrName})`), // JavaScript lowers other letters
          modelId === undefined ? undefined : eq(voices.modelId, modelId),
        ),
      )
      .orderBy(sql`${placeInCatalogue(services)} NULLS FIRST`, desc(voices.createdAt))
      .limit(1),
    organizationId,
  )
  return voice?.id
}

/** An organization's own voices and the shared ones, of the models that there are. */
function visibleTo({ models }: VoiceServices, organizationId: string): SQL | undefined {
  return or(
    and(eq(voices.organizationId, organizationId), inArray(voices.modelId, [...models.ids])),
    inArray(voices.id, models.voices.map(idOf)),
  )
}

function idOf({ voice }: VoiceOfModel): string {
  return voice.id
}

/** A shared voice's place in the catalogue; null: a clone. */
function placeInCatalogue({ models }: VoiceServices): SQL {
  const ids = models.voices.map((voice) => sql`${idOf(voice)}::uuid`)
  return sql`array_position(ARRAY[${sql.join(ids, sql`, `)}], ${voices.id})`
}
