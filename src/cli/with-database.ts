import { findOrganization, type OrganizationListing } from '../accounts/organizations.ts'
import { readStorageConfig } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { openStorage } from '../storage/open.ts'

/** Does some work with the configured database, and closes it. */
export async function withDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const storage = await openStorage(readStorageConfig())
  try {
    await work(storage.db)
  } finally {
    await storage.close()
  }
}

/**
 * The organization that is named.
 *
 * @throws Error that says which there are
 */
export async function organizationNamed(db: Database, nameOrId: string): Promise<OrganizationListing> {
  const found = await findOrganization(db, nameOrId)
  if (found !== undefined) return found
  throw new Error(`there is no organization "${nameOrId}": "bun run purr org list" shows them`)
}
