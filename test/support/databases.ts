import { rm } from 'node:fs/promises'
import postgres from 'postgres'
import { openPostgres, type Storage } from '../../src/storage/database.ts'
import { newDataFolder, openLeft } from './data-folder.ts'

/** A Postgres whose user may create databases. Without it, the tests use only the embedded database. */
const POSTGRES = process.env.TEST_DATABASE_URL

export interface TestDatabase {
  readonly name: string
  /** Opens a new, migrated database. `close` removes it. */
  open(): Promise<Storage>
}

export const databases: readonly TestDatabase[] = [
  { name: 'PGlite', open: openTemporaryEmbedded },
  ...(POSTGRES === undefined ? [] : [{ name: 'Postgres', open: () => openTemporaryPostgres(POSTGRES) }]),
]

async function openTemporaryEmbedded(): Promise<Storage> {
  const folder = await newDataFolder()
  const storage = await openLeft(folder)
  return {
    ...storage,
    async close() {
      await storage.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function openTemporaryPostgres(url: string): Promise<Storage> {
  const database = await createTemporaryPostgres(url)
  const storage = await openPostgres(database.url)
  return {
    ...storage,
    async close() {
      await storage.close()
      await database.drop()
    },
  }
}

/**
 * Creates an empty database on the Postgres of DATABASE_URL, for a program that measures or tries something for long. Undefined if
 * that is not set: the program uses the embedded database.
 */
export async function chosenPostgres(): Promise<TemporaryPostgres | undefined> {
  const url = process.env.DATABASE_URL
  return url ? createTemporaryPostgres(url) : undefined
}

/** A database that is removed when it is dropped. */
interface TemporaryPostgres {
  readonly url: string
  drop(): Promise<void>
}

/**
 * Creates an empty Postgres database on the same server. The user of the given database must be allowed to.
 *
 * @param encoding of its texts, if it is to have another than that of the server
 */
export async function createTemporaryPostgres(url: string, encoding?: 'LATIN1'): Promise<TemporaryPostgres> {
  const name = `purr_test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = postgres(url, { max: 1 })
  const form = encoding && ` TEMPLATE template0 ENCODING '${encoding}' LC_COLLATE 'C' LC_CTYPE 'C'`
  await admin.unsafe(`CREATE DATABASE ${name}${form ?? ''}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return {
    url: address.href,
    async drop() {
      await admin`DROP DATABASE ${admin(name)}`
      await admin.end()
    },
  }
}
