import { type Static, Type } from '@sinclair/typebox'
import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { IS_LISTED } from '../../accounts/keys.ts'
import { type Page, pageFrom } from '../../http/page.ts'
import { type Database, withTimeout } from '../../storage/database.ts'
import { keys, people, projects } from '../../storage/schema.ts'
import { isUuid } from '../../storage/uuid.ts'
import type { Actor, Role } from '../access/actor.ts'
import { containing } from '../shared/search.ts'
import { MOMENT, orNull } from '../shared/shown-fields.ts'

export const KEY = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ examples: ['phone bridge'] }),
    prefix: Type.String({
      description: 'What can be seen of it: sk_purr_<prefix>_…',
      examples: ['TlagLAXd'],
    }),
    project: Type.Object(
      { id: Type.String({ format: 'uuid' }), name: Type.String({ examples: ['Phone bridge'] }) },
      { additionalProperties: false },
    ),
    created_by: orNull(
      Type.String({ description: 'The name of the person who made it.', examples: ['Ada'] }),
    ),
    is_dashboard: Type.Boolean({
      description: 'Whether the dashboard speaks with it. Nobody has ever seen it.',
    }),
    created_at: MOMENT,
    last_used_at: orNull(MOMENT),
    revoked_at: orNull(MOMENT),
    may_revoke: Type.Boolean({ description: 'Whether you may revoke it.' }),
  },
  { additionalProperties: false },
)

/** An API key of an organization, without its secret. */
export type ListedKey = Static<typeof KEY>

/** Whether keys are valid or revoked. */
export const KEY_STATES = ['valid', 'revoked'] as const
export type KeyState = (typeof KEY_STATES)[number]

/** Who views the keys of an organization. */
export interface KeyViewer {
  readonly actor: Actor
  readonly role: Role
}

interface KeysQuery {
  readonly limit: number
  readonly startingAfter?: string | undefined
  readonly projectId: string | undefined
  readonly state: KeyState | undefined
  /** Part of the name or of the prefix, in whatever case. */
  readonly search: string | undefined
}

/**
 * Keys of an organization that are {@link IS_LISTED listed}, the newest first. However many there are, only those of the page are read.
 *
 * @throws DatabaseUnavailable
 */
export async function listKeysOf(
  db: Database,
  organizationId: string,
  viewer: KeyViewer,
  { limit, startingAfter, projectId, state, search }: KeysQuery,
): Promise<Page<ListedKey>> {
  if (![startingAfter, projectId].every((id) => id === undefined || isUuid(id)))
    return pageFrom<ListedKey>([], limit)
  const pattern = search === undefined ? undefined : containing(search)
  const isWanted = and(
    IS_LISTED,
    projectId === undefined ? undefined : eq(keys.projectId, projectId),
    state === undefined ? undefined : state === 'valid' ? isNull(keys.revokedAt) : isNotNull(keys.revokedAt),
    pattern === undefined ? undefined : or(ilike(keys.name, pattern), ilike(keys.prefix, pattern)),
    startingAfter === undefined ? undefined : isAfter(organizationId, startingAfter),
  )
  const found = await withTimeout(
    read(db, organizationId, isWanted)
      .orderBy(desc(keys.createdAt), desc(keys.id))
      .limit(limit + 1),
    organizationId,
  )
  return pageFrom(
    found.map((row) => shown(row, viewer)),
    limit,
  )
}

/**
 * The key of an organization that has an id or a prefix, valid or not.
 *
 * @throws DatabaseUnavailable
 */
export async function findKey(
  db: Database,
  organizationId: string,
  viewer: KeyViewer,
  idOrPrefix: string,
): Promise<ListedKey | undefined> {
  const isIt = isUuid(idOrPrefix) ? eq(keys.id, idOrPrefix) : eq(keys.prefix, idOrPrefix)
  const [found] = await withTimeout(read(db, organizationId, isIt), organizationId)
  return found && shown(found, viewer)
}

function read(db: Database, organizationId: string, isWanted: SQL | undefined) {
  return db
    .select({
      id: keys.id,
      name: keys.name,
      prefix: keys.prefix,
      project: { id: projects.id, name: projects.name },
      createdBy: keys.createdBy,
      creator: people.name,
      isDashboard: keys.isDashboard,
      createdAt: keys.createdAt,
      lastUsedAt: keys.lastUsedAt,
      revokedAt: keys.revokedAt,
    })
    .from(keys)
    .innerJoin(projects, eq(projects.id, keys.projectId))
    .leftJoin(people, eq(people.id, keys.createdBy))
    .where(and(eq(projects.organizationId, organizationId), isWanted))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof read>>[number]

/** The condition that a key comes after another one of the organization. */
function isAfter(organizationId: string, keyId: string): SQL {
  return sql`(${keys.createdAt}, ${keys.id}) < (
    SELECT k.created_at, k.id FROM ${keys} k JOIN ${projects} p ON p.id = k.project_id
    WHERE k.id = ${keyId} AND p.organization_id = ${organizationId}
  )`
}

function shown(row: Row, { actor, role }: KeyViewer): ListedKey {
  const { id, name, prefix, project, createdBy, creator, isDashboard, createdAt, lastUsedAt, revokedAt } = row
  const isOwn = actor.kind === 'person' && actor.userId === createdBy
  return {
    id,
    name,
    prefix,
    project,
    created_by: creator,
    is_dashboard: isDashboard,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
    may_revoke: revokedAt === null && (role !== 'member' || isOwn),
  }
}
