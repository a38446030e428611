import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { openEmbedded, openPostgres, type Storage } from '../../src/storage/database.ts'

/** A Postgres whose user may create databases; without it the tests run on the embedded database alone. */
const POSTGRES = process.env.TEST_DATABASE_URL

export interface TestDatabase {
  readonly name: string
  /** Opens a new, migrated database, which is gone after `close`. */
  open(): Promise<Storage>
}

export const databases: readonly TestDatabase[] = [
  { name: 'PGlite', open: openTemporaryEmbedded },
  ...(POSTGRES === undefined ? [] : [{ name: 'Postgres', open: () => openTemporaryPostgres(POSTGRES) }]),
]

let template: Promise<string> | undefined

/** Creating an embedded database takes seconds and copying one a moment, so the first is copied. */
async function openTemporaryEmbedded(): Promise<Storage> {
  template ??= createTemplate()
  const folder = await mkdtemp(join(tmpdir(), 'purr-test-'))
  await cp(await template, folder, { recursive: true })
  const storage = await openEmbedded(folder)
  return {
    ...storage,
    async close() {
      await storage.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function createTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purr-test-template-'))
  await (await openEmbedded(folder)).close()
  process.on('exit', () => {
    Bun.spawnSync(['rm', '-r', folder])
  })
  return folder
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

/** Creates an empty Postgres database beside one whose user may do that. */
export async function createTemporaryPostgres(
  url: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `purr_test_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = postgres(url, { max: 1 })
  await admin`CREATE DATABASE ${admin(name)}`
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
