import { findOrganization, listOrganizations, type OrganizationListing } from '../accounts/organizations.ts'
import { readStorageConfig } from '../config.ts'
import type { Database, Storage } from '../storage/database.ts'
import { openStorage } from '../storage/open.ts'
import { shellCommand } from '../system/shell-command.ts'

/** Opens the configured database for some work, and closes it afterwards. */
export async function withDatabase(work: (db: Database, storage: Storage) => Promise<void>): Promise<void> {
  const storage = await openStorage(readStorageConfig())
  try {
    await work(storage.db, storage)
  } finally {
    await storage.close()
  }
}

/**
 * The organization that `--org` names, or without it the one made first.
 *
 * @throws Error that says what to do if there is none
 */
export async function organizationNamed(
  db: Database,
  nameOrId: string | undefined,
): Promise<OrganizationListing> {
  const found =
    nameOrId === undefined ? (await listOrganizations(db))[0] : await findOrganization(db, nameOrId)
  if (found !== undefined) return found
  throw new Error(
    nameOrId === undefined
      ? `there is no organization yet: start the server once, with "${shellCommand('start')}"`
      : `there is no organization "${nameOrId}": "${shellCommand('run purr org list')}" shows them`,
  )
}

/** The id of the organization that `--org` names, or undefined without it, which means all organizations. */
export async function idOf(db: Database, nameOrId: string | undefined): Promise<string | undefined> {
  return nameOrId === undefined ? undefined : (await organizationNamed(db, nameOrId)).id
}
