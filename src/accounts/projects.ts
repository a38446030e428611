import { and, eq } from 'drizzle-orm'
import { type Database, withTimeout } from '../storage/database.ts'
import { projects } from '../storage/schema.ts'
import { takeLock } from '../storage/transaction-lock.ts'
import { unlessTaken } from '../storage/unless-taken.ts'

/** Most projects of an organization. */
export const MAX_PROJECTS = 1000

/**
 * Makes a project of an organization, whose id it returns; or says that there is one with this name, or that there are too
 * many. Those of an organization are counted and made one after the other, over all processes.
 *
 * @throws DatabaseUnavailable
 */
export async function createProject(
  db: Database,
  organizationId: string,
  name: string,
): Promise<{ readonly id: string } | 'exists' | 'too many'> {
  return withTimeout(
    () =>
      db.transaction(async (tx) => {
        await takeLock(tx, 'projects', organizationId)
        const count = await tx.$count(projects, eq(projects.organizationId, organizationId))
        if (count >= MAX_PROJECTS) return 'too many'
        const row = { organizationId, name }
        const [made] = await tx
          .insert(projects)
          .values(row)
          .onConflictDoNothing()
          .returning({ id: projects.id })
        return made ?? 'exists'
      }),
    organizationId,
  )
}

/**
 * Renames a project. False if the organization has another one with this name, or none with this id.
 *
 * @throws DatabaseUnavailable
 */
export async function renameProject(
  db: Database,
  organizationId: string,
  projectId: string,
  name: string,
): Promise<boolean> {
  const isIt = and(eq(projects.id, projectId), eq(projects.organizationId, organizationId))
  const renamed = await withTimeout(
    () =>
      unlessTaken(db, (tx) => tx.update(projects).set({ name }).where(isIt).returning({ id: projects.id })),
    organizationId,
  )
  return renamed !== undefined && renamed.length > 0
}
