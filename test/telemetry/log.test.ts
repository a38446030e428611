import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { withTimeout } from '../../src/storage/database.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { databases } from '../support/databases.ts'

test.each(databases)('the error of a statement is logged without its values: $name', async ({ open }) => {
  const { db, close } = await open()
  const lines: string[] = []
  const log = createLog({ write: (line: string) => lines.push(line) })
  try {
    await db.execute(sql`CREATE TABLE clips (name text CHECK (length(name) < 5))`)
    await withTimeout(db.execute(sql`INSERT INTO clips VALUES (${'a stranger wrote this'})`))
  } catch (err) {
    log.error({ err }, 'it could not be kept')
  }
  await close()
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'it could not be kept' })
  expect(lines[0]).toContain('clips_name_check')
  expect(lines[0]).not.toContain('stranger')
})
