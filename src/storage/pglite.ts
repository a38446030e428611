import { accessSync, constants, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Storage } from './database.ts'
import { EmbeddedClient, type OnIncident } from './embedded-client.ts'
import { lockFolder } from './lock.ts'
import { MIGRATIONS } from './migrations.ts'
import { makeFilesPrivate, tighten } from './private-files.ts'
import * as schema from './schema.ts'
import { syncFolder } from './sync-folder.ts'
import { StorageUnavailable } from './unavailable.ts'
import { Upkeep } from './upkeep.ts'

/** Name of the folder with Postgres's files, within the folder of the embedded database. */
const CLUSTER = 'postgres'
/** Name of the file beside it. While it exists, a missing folder is a lost database and not a new one. */
const MARK = 'created'
const MARK_TEXT = `Purr has created its database in the folder "${CLUSTER}" beside this file.
As long as this file exists, no new database is created in its place.
`
/** How the names of folders begin in which a database is being created, or whose creation was interrupted. */
const UNFINISHED = `${CLUSTER}.unfinished`

/**
 * The tables whose rows come and go. Each opening makes the room of their removed rows free again, also in those that are too
 * large for the upkeep, and counts the rows, from which Postgres chooses how to find them.
 */
const CHURNING = [
  'organizations, request_windows, slots, processes, charges, open_charges, settlements, daily_charges',
  'usage, usage_totals, sessions, verifications, sign_in_attempts, invitations',
].join()

/**
 * Opens the embedded database in a folder, creates it if it is new, and brings its schema up to date. After that, only
 * the user who runs this process can read the folder.
 *
 * @param onIncident hears when the database fails later and is opened again, or its upkeep fails
 * @param upkeepPeriod milliseconds between two rounds of the upkeep
 * @throws StorageUnavailable when another process has the database open, or when an existing database is lost
 * @throws Error of the operating system or of Postgres for anything else
 */
export async function openEmbedded(
  folder: string,
  onIncident: OnIncident = () => {},
  upkeepPeriod?: number,
): Promise<Storage> {
  const unlock = await enter(folder)
  try {
    if (!hasCluster(folder)) await makeCluster(folder, createCluster)
    mark(folder)
    const client = await EmbeddedClient.open(clusterIn(folder), onIncident)
    // Drizzle uses no more of PGlite than the client has.
    const db = drizzle({ client: client as unknown as PGlite, schema })
    try {
      await migrate(db, MIGRATIONS)
      await client.query(`VACUUM (ANALYZE) ${CHURNING}`, [], {})
    } catch (cause) {
      await client.close()
      throw cause
    }
    const upkeep = new Upkeep(db, onIncident, upkeepPeriod)
    upkeep.start()
    return {
      db,
      isExclusive: true,
      async close() {
        try {
          await upkeep.leave()
          await client.close()
        } finally {
          unlock()
        }
      },
    }
  } catch (cause) {
    unlock()
    throw cause
  }
}

/**
 * Makes the embedded database in a folder from files that another one had.
 *
 * @param fill puts them into a folder. If it fails, nothing has changed
 * @throws StorageUnavailable when another process has the folder, or it has a database
 */
export async function restoreEmbedded(folder: string, fill: (into: string) => Promise<void>): Promise<void> {
  makeFilesPrivate()
  const made = await mkdir(folder, { recursive: true })
  const unlock = await enter(folder)
  try {
    if (existsSync(clusterIn(folder)))
      throw new StorageUnavailable(
        `there is a database in ${folder} already, and it is not overwritten: set DATA_DIR to an empty folder, or move ` +
          `${folder} away`,
      )
    await makeCluster(folder, fill)
    mark(folder)
  } catch (cause) {
    if (made !== undefined) await unmake(folder, made)
    throw cause
  } finally {
    unlock()
  }
}

/** Removes a folder that was made for a database, and those around it that were made with it if nothing else is in them. */
async function unmake(folder: string, outermost: string): Promise<void> {
  await rm(folder, { recursive: true })
  try {
    for (let made = resolve(folder); made !== resolve(outermost); ) {
      made = dirname(made)
      await rmdir(made)
    }
  } catch {} // something else is in it
}

/** The folder with Postgres's files, in the folder of the embedded database. */
export function clusterIn(folder: string): string {
  return join(folder, CLUSTER)
}

/**
 * Makes the folder of an embedded database, locks it for this process, and cleans it up.
 *
 * @returns a function that releases it
 */
async function enter(folder: string): Promise<() => void> {
  makeFilesPrivate()
  await mkdir(folder, { recursive: true })
  assertWritable(folder)
  const unlock = lockFolder(folder)
  try {
    tighten(folder)
    await removeUnfinished(folder)
  } catch (cause) {
    unlock()
    throw cause
  }
  return unlock
}

function mark(folder: string): void {
  if (!existsSync(join(folder, MARK))) writeFileSync(join(folder, MARK), MARK_TEXT)
}

/**
 * Whether the folder has a database.
 *
 * @throws StorageUnavailable when it had one that is lost, because a new one in its place would hide the loss
 */
function hasCluster(folder: string): boolean {
  const cluster = clusterIn(folder)
  if (statSync(cluster, { throwIfNoEntry: false }) === undefined) {
    if (existsSync(join(folder, MARK))) throw lost(folder, 'is missing')
    return false
  }
  assertWritable(cluster)
  if (existsSync(join(cluster, 'PG_VERSION'))) return true
  throw lost(
    folder,
    readdirSync(cluster).length === 0 ? 'is empty' : 'is incomplete: it has no file PG_VERSION',
  )
}

function lost(folder: string, how: string): StorageUnavailable {
  return new StorageUnavailable(
    `the folder of the embedded database, ${clusterIn(folder)}, ${how}. Restore it from a backup. To start again ` +
      `without its keys, voices and credits, remove ${folder}`,
  )
}

/** Throws the operating system's error when this process may not read and write a folder. */
function assertWritable(folder: string): void {
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

/**
 * Makes the folder with the database's files. It gets its final name when it is complete, so an interrupted start can be
 * repeated. Until then it has a unique name, so nobody else writes there.
 */
async function makeCluster(folder: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = await mkdtemp(join(folder, `${UNFINISHED}-`))
  try {
    await fill(unfinished)
  } catch (cause) {
    await rm(unfinished, { recursive: true })
    throw cause
  }
  await rename(unfinished, clusterIn(folder))
  await syncFolder(folder)
}

/**
 * Creates an embedded database in a separate process, because this takes seconds and some 400 MB of memory, most of which
 * would never be released.
 */
async function createCluster(unfinished: string): Promise<void> {
  const script = join(import.meta.dir, 'create-cluster.ts')
  const child = Bun.spawn([process.execPath, '--no-env-file', script, unfinished, String(process.pid)], {
    env: {
      BUN_BE_BUN: process.env.BUN_BE_BUN, // set in the self-contained executable, which is Bun only with it
      BUN_JSC_useOMGJIT: '0', // the best code takes longer to compile than it saves in these few seconds
    },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const complaint = (await new Response(child.stderr).text()).trim()
  if ((await child.exited) === 0) return
  const killed = `it was ended by ${child.signalCode}; it needs some 400 MB of memory`
  throw new Error(complaint || `it could not be created: ${killed}`)
}

/** Removes what interrupted starts have left. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of readdirSync(folder))
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true })
}
