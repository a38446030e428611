import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, rows } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** When this version's last migration was made (milliseconds since 1970): Drizzle records a migration under this number. */
export const LAST_MIGRATION: number = JSON.parse(
  readFileSync(join(MIGRATIONS.migrationsFolder, 'meta/_journal.json'), 'utf8'),
).entries.at(-1).when

/**
 * Whether the database has all migrations of this version. It may have later ones, of a version that is being rolled out.
 *
 * @throws DatabaseUnavailable, also where it can only be read, as a standby
 */
export async function isMigrated(db: Database): Promise<boolean> {
  const [row] = await rows<{ last: number | null; isReadOnly: boolean }>(
    db,
    sql`
      SELECT max(created_at)::float8 AS last, current_setting('transaction_read_only')::boolean AS "isReadOnly"
      FROM drizzle.__drizzle_migrations`,
  )
  if (row?.isReadOnly) throw new DatabaseUnavailable('the database can only be read')
  return (row?.last ?? 0) >= LAST_MIGRATION
}
