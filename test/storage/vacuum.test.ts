import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { rows } from '../../src/storage/database.ts'
import { databases } from '../support/databases.ts'

/** The tables whose rows stay, or go one by one when somebody deletes them. */
const LASTING = [
  ...['credentials', 'keys', 'management_keys', 'members', 'people', 'projects'],
  ...['pronunciation_dicts', 'purchases', 'reversals', 'voices'],
]

test('an opening of the embedded database vacuums all tables whose rows come and go', async () => {
  const storage = await databases[0]!.open()
  const left = await rows<{ name: string }>(
    storage.db,
    sql`
      SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples < 0 ORDER BY 1`,
  )
  expect(left.map(({ name }) => name)).toEqual(LASTING)
  await storage.close()
})
