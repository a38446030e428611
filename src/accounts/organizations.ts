import { asc, sql } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { organizations, projects } from '../storage/schema.ts'
import { createKey } from './keys.ts'
import { purchase } from './ledger.ts'

/** Makes an organization with its first project. Returns the id of each. */
export async function createOrganization(
  db: Database,
  name: string,
): Promise<{ organizationId: string; projectId: string }> {
  return db.transaction(async (tx) => {
    const [organization] = await tx.insert(organizations).values({ name }).returning({ id: organizations.id })
    const organizationId = organization!.id
    const [project] = await tx
      .insert(projects)
      .values({ organizationId, name: 'default' })
      .returning({ id: projects.id })
    return { organizationId, projectId: project!.id }
  })
}

/** The oldest project, for which keys are made unless another is named; undefined before the first start. */
export async function firstProject(db: Database): Promise<string | undefined> {
  const [project] = await db
    .select({ id: projects.id })
    .from(projects)
    .orderBy(asc(projects.createdAt))
    .limit(1)
  return project?.id
}

/** Any fixed number: processes that start together make one first organization under this advisory lock. */
const FIRST_ORGANIZATION_LOCK = 0x70757273

/**
 * Makes the first organization, with its credits and its key, when there is none yet.
 *
 * @param key a key to use instead of a new one
 * @returns the key, or undefined when an organization exists already
 */
export async function ensureFirstOrganization(
  db: Database,
  credits: number,
  key?: string,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${FIRST_ORGANIZATION_LOCK})`)
    if ((await firstProject(tx)) !== undefined) return undefined
    const { organizationId, projectId } = await createOrganization(tx, 'default')
    if (credits > 0) {
      await purchase(tx, organizationId, { credits, provider: 'grant', reference: `start:${organizationId}` })
    }
    return createKey(tx, projectId, 'first', key)
  })
}
