import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, rows } from '../../storage/database.ts'
import { organizations } from '../../storage/schema.ts'
import { ifMissing, ownerOfFile, PROMPTS } from './prompt-cache.ts'

/**
 * Removes the audio of organizations that have been deleted from a data folder. A server that has the folder open then finds
 * that the files are gone.
 *
 * @returns how many files were removed
 * @throws DatabaseUnavailable, or an error of the operating system
 */
export async function removeOrphanedPrompts(db: Database, dataDir: string): Promise<number> {
  const folder = join(dataDir, PROMPTS)
  const names = (await readdir(folder).catch(ifMissing)) ?? []
  const files = names.flatMap((name) => {
    const owner = ownerOfFile(name)
    return owner === undefined ? [] : [{ name, owner }]
  })
  const owners = sql.param([...new Set(files.map(({ owner }) => owner))])
  const found = await rows<{ id: string }>(
    db,
    sql`SELECT id FROM ${organizations} WHERE id = ANY(${owners}::uuid[])`,
  )
  const living = new Set(found.map(({ id }) => id))
  const orphans = files.filter(({ owner }) => !living.has(owner))
  for (const { name } of orphans) await rm(join(folder, name), { force: true })
  return orphans.length
}
