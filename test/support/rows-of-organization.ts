import { is, or, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { type Database, rows } from '../../src/storage/database.ts'
import * as schema from '../../src/storage/schema.ts'

/** All tables, by their names in the database. */
export const TABLES: ReadonlyMap<string, PgTable> = new Map(
  Object.values(schema)
    .filter((each) => is(each, PgTable))
    .map((table) => [getTableConfig(table).name, table]),
)

/**
 * The condition that a row belongs to an organization, by the foreign keys of its table. Undefined: rows of it belong to none.
 */
function belongsTo(table: PgTable, organizationId: string): SQL | undefined {
  if (table === schema.organizations) return sql`id = ${organizationId}`
  return or(
    ...getTableConfig(table).foreignKeys.flatMap((key) => {
      const { columns, foreignColumns, foreignTable } = key.reference()
      const theirs = belongsTo(foreignTable, organizationId)
      if (theirs === undefined) return []
      const [column, foreign] = [columns[0]!.name, foreignColumns[0]!.name].map((name) =>
        sql.identifier(name),
      )
      return [sql`${column} IN (SELECT ${foreign} FROM ${foreignTable} WHERE ${theirs})`]
    }),
  )
}

/** The names of the tables whose rows belong to organizations. */
export const OWNED: readonly string[] = [...TABLES]
  .filter(([, table]) => belongsTo(table, crypto.randomUUID()) !== undefined)
  .map(([name]) => name)

/** The rows of an organization as JSON texts, by the names of their tables. */
export async function rowsOfOrganization(
  db: Database,
  organizationId: string,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const name of OWNED) {
    const table = TABLES.get(name)!
    const theirs = belongsTo(table, organizationId)!
    const read = sql`SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE ${theirs} ORDER BY 1`
    found.set(
      name,
      (await rows<{ row: string }>(db, read)).map(({ row }) => row),
    )
  }
  return found
}

/** Everything in the database, as one text. */
export async function everything(db: Database): Promise<string> {
  const texts: string[] = []
  for (const [name, table] of TABLES)
    for (const { row } of await rows<{ row: string }>(
      db,
      sql`SELECT to_jsonb(t)::text AS row FROM ${table} t`,
    ))
      texts.push(`${name} ${row}`)
  return texts.join('\n')
}
