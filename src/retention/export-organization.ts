import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsIn, withoutTimeLimit } from '../storage/database.ts'
import {
  charges,
  dailyCharges,
  invitations,
  keys,
  managementKeys,
  members,
  organizations,
  people,
  projects,
  pronunciationDicts,
  purchases,
  requestWindows,
  reversals,
  settlements,
  usage,
  usageTotals,
  voices,
} from '../storage/schema.ts'

/** The form of the lines. It rises when a reader of older ones would misread them. */
const FORMAT = 1
/** Rows that are in memory at a time. A voice or a dictionary can have megabytes. */
const FETCH = 100

/** What an export has of each type: a statement whose rows are in the column `row`. */
function parts(organizationId: string): readonly [type: string, select: SQL][] {
  const theirs = sql`t.organization_id = ${organizationId}`
  return [
    ['organization', sql`SELECT to_jsonb(t) AS row FROM ${organizations} t WHERE t.id = ${organizationId}`],
    ['project', sql`SELECT to_jsonb(t) AS row FROM ${projects} t WHERE ${theirs} ORDER BY t.created_at`],
    [
      'key',
      sql`
        SELECT to_jsonb(k) - 'hash' AS row FROM ${keys} k JOIN ${projects} t ON t.id = k.project_id
        WHERE ${theirs} ORDER BY k.created_at`,
    ],
    [
      'member',
      sql`
        SELECT to_jsonb(t) || jsonb_build_object('name', p.name, 'email', p.email) AS row
        FROM ${members} t JOIN ${people} p ON p.id = t.user_id WHERE ${theirs} ORDER BY t.created_at`,
    ],
    [
      'invitation',
      sql`SELECT to_jsonb(t) - 'hash' AS row FROM ${invitations} t WHERE ${theirs} ORDER BY t.created_at`,
    ],
    [
      'management_key',
      sql`SELECT to_jsonb(t) - 'hash' AS row FROM ${managementKeys} t WHERE ${theirs} ORDER BY t.created_at`,
    ],
    ['request_window', sql`SELECT to_jsonb(t) AS row FROM ${requestWindows} t WHERE ${theirs}`],
    ['voice', sql`SELECT to_jsonb(t) AS row FROM ${voices} t WHERE ${theirs} ORDER BY t.created_at`],
    [
      'pronunciation_dict',
      sql`SELECT to_jsonb(t) AS row FROM ${pronunciationDicts} t WHERE ${theirs} ORDER BY t.created_at`,
    ],
    ['purchase', sql`SELECT to_jsonb(t) AS row FROM ${purchases} t WHERE ${theirs} ORDER BY t.created_at`],
    [
      'reversal',
      sql`
        SELECT to_jsonb(r) AS row FROM ${reversals} r JOIN ${purchases} t ON t.id = r.purchase_id
        WHERE ${theirs} ORDER BY r.created_at`,
    ],
    ['daily_charge', sql`SELECT to_jsonb(t) AS row FROM ${dailyCharges} t WHERE ${theirs} ORDER BY t.day`],
    ['usage', sql`SELECT to_jsonb(t) AS row FROM ${usage} t WHERE ${theirs} ORDER BY t.period, t.start`],
    [
      'usage_total',
      sql`SELECT to_jsonb(t) AS row FROM ${usageTotals} t WHERE ${theirs} ORDER BY t.period, t.start`,
    ],
    [
      'charge',
      sql`
        SELECT to_jsonb(t) || jsonb_build_object('outcome', s.outcome, 'settled_at', s.created_at) AS row
        FROM ${charges} t LEFT JOIN ${settlements} s ON s.charge_id = t.id
        WHERE ${theirs} ORDER BY t.created_at`,
    ],
  ]
}

/**
 * Writes all data of an organization as lines of JSON, as it was at one moment: first a line of the type `export`, then a
 * line for each row, last a line of the type `end` with the number of lines before it. Only a few rows are in memory.
 *
 * @param write takes a line, without its line feed
 * @returns the number of rows
 * @throws Error of the database, or of `write`
 */
export function exportOrganization(
  db: Database,
  organizationId: string,
  write: (line: string) => Promise<void>,
): Promise<number> {
  const readOnce = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return withoutTimeLimit(
    db,
    async (tx) => {
      await tx.execute(sql`SET LOCAL timezone = 'UTC'`)
      await write(JSON.stringify({ type: 'export', format: FORMAT, organization_id: organizationId }))
      let count = 0
      for (const [type, select] of parts(organizationId)) {
        await tx.execute(sql`DECLARE part NO SCROLL CURSOR FOR ${select}`)
        while (true) {
          const found = rowsIn<{ row: object }>(
            await tx.execute(sql`FETCH FORWARD ${sql.raw(`${FETCH}`)} FROM part`),
          )
          for (const { row } of found) await write(JSON.stringify({ type, ...row }))
          count += found.length
          if (found.length < FETCH) break
        }
        await tx.execute(sql`CLOSE part`)
      }
      await write(JSON.stringify({ type: 'end', lines: count + 1 }))
      return count
    },
    readOnce,
  )
}

/**
 * {@link exportOrganization} into a new file, compressed with gzip, that only its owner can read. Nothing is left of a file
 * that could not be written whole.
 *
 * @returns the number of rows
 * @throws Error of the operating system, also if the file exists
 */
export async function exportToFile(db: Database, organizationId: string, path: string): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await once(file, 'open')
  try {
    const gzip = createGzip()
    const written = pipeline(gzip, file)
    const exported = exportOrganization(db, organizationId, async (line) => {
      if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written])
    }).then(
      (count) => {
        gzip.end()
        return count
      },
      (error) => {
        gzip.destroy(error)
        throw error
      },
    )
    const [count] = await Promise.all([exported, written])
    return count
  } catch (error) {
    await rm(path)
    throw error
  }
}
