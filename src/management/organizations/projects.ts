import { type Static, Type } from '@sinclair/typebox'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { type Page, pageFrom } from '../../http/page.ts'
import { type Database, withTimeout } from '../../storage/database.ts'
import { keys, projects } from '../../storage/schema.ts'
import { isUuid } from '../../storage/uuid.ts'
import { MOMENT } from '../shared/shown-fields.ts'

export const PROJECT = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ examples: ['Phone bridge'] }),
    keys: Type.Integer({ description: 'Its keys that are valid.' }),
    created_at: MOMENT,
  },
  { additionalProperties: false },
)

/** A project of an organization: what a key belongs to. */
export type Project = Static<typeof PROJECT>

/** What is read of a project. */
const SHOWN = {
  id: projects.id,
  name: projects.name,
  keys: sql<number>`count(${keys.id})::int`,
  createdAt: projects.createdAt,
}

/**
 * The projects of an organization, in the order of their names.
 *
 * @throws DatabaseUnavailable
 */
export async function listProjects(
  db: Database,
  organizationId: string,
  { limit, startingAfter }: { readonly limit: number; readonly startingAfter?: string },
): Promise<Page<Project>> {
  const last = startingAfter === undefined ? undefined : await findProject(db, organizationId, startingAfter)
  if (startingAfter !== undefined && last === undefined) return pageFrom<Project>([], limit)
  const found = await withTimeout(
    read(db, organizationId, last && gt(projects.name, last.name))
      .orderBy(asc(projects.name))
      .limit(limit + 1),
    organizationId,
  )
  return pageFrom(found.map(shown), limit)
}

/**
 * The project of an organization that has an id.
 *
 * @throws DatabaseUnavailable
 */
export async function findProject(
  db: Database,
  organizationId: string,
  projectId: string,
): Promise<Project | undefined> {
  if (!isUuid(projectId)) return undefined
  const [found] = await withTimeout(read(db, organizationId, eq(projects.id, projectId)), organizationId)
  return found && shown(found)
}

function read(db: Database, organizationId: string, isWanted: ReturnType<typeof eq> | undefined) {
  return db
    .select(SHOWN)
    .from(projects)
    .leftJoin(keys, and(eq(keys.projectId, projects.id), isNull(keys.revokedAt)))
    .where(and(eq(projects.organizationId, organizationId), isWanted))
    .groupBy(projects.id)
    .$dynamic()
}

function shown({
  createdAt,
  ...project
}: Omit<Project, 'created_at'> & { readonly createdAt: Date }): Project {
  return { ...project, created_at: createdAt.toISOString() }
}
