import { and, eq, ne, notExists } from 'drizzle-orm'
import { type Database, withTimeout } from '../storage/database.ts'
import { projects } from '../storage/schema.ts'

/** Makes a project and returns its id. Undefined if the organization has one with this name. */
export async function createProject(
  db: Database,
  organizationId: string,
  name: string,
): Promise<string | undefined> {
  const [made] = await withTimeout(
    db.insert(projects).values({ organizationId, name }).onConflictDoNothing().returning({ id: projects.id }),
    organizationId,
  )
  return made?.id
}

/** Renames a project. False if the organization has another one with this name, or none with this id. */
export async function renameProject(
  db: Database,
  organizationId: string,
  projectId: string,
  name: string,
): Promise<boolean> {
  const others = db
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(eq(projects.organizationId, organizationId), eq(projects.name, name), ne(projects.id, projectId)),
    )
  const renamed = await withTimeout(
    db
      .update(projects)
      .set({ name })
      .where(and(eq(projects.id, projectId), eq(projects.organizationId, organizationId), notExists(others)))
      .returning({ id: projects.id }),
    organizationId,
  )
  return renamed.length > 0
}
