import { accessSync, constants, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { openCluster } from './cluster.ts'
import { MIGRATIONS, type Storage } from './database.ts'
import { lockFolder } from './lock.ts'
import { makeFilesPrivate, tighten } from './private-files.ts'
import * as schema from './schema.ts'
import { ANSWER_TIMEOUT, withDeadline } from './start-deadline.ts'
import { StorageUnavailable } from './unavailable.ts'

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
 * The tables whose rows come and go. Nothing vacuums them in the background, as a server of Postgres does, so each opening
 * makes the room of removed rows free again, and counts the rows, from which Postgres chooses how to find them.
 */
const CHURNING = 'organizations, request_windows, slots, charges, open_charges, settlements, daily_charges'

/**
 * Opens the embedded database in a folder, creates it if it is new, and brings its schema up to date. After that, only
 * the user who runs this process can read the folder.
 *
 * @throws StorageUnavailable when another process has the database open, or when an existing database is lost
 * @throws Error of the operating system or of Postgres for anything else
 */
export async function openEmbedded(folder: string): Promise<Storage> {
  makeFilesPrivate()
  await mkdir(folder, { recursive: true })
  assertWritable(folder)
  const unlock = lockFolder(folder)
  try {
    tighten(folder)
    await removeUnfinished(folder)
    if (!hasCluster(folder)) await createCluster(folder)
    if (!existsSync(join(folder, MARK))) writeFileSync(join(folder, MARK), MARK_TEXT)
    const client = paced(await openCluster(join(folder, CLUSTER)))
    const db = drizzle({ client, schema })
    await migrate(db, MIGRATIONS)
    await client.query(`VACUUM (ANALYZE) ${CHURNING}`)
    return {
      db,
      exclusive: true,
      async close() {
        await client.close()
        unlock()
      },
    }
  } catch (cause) {
    unlock()
    throw cause
  }
}

/**
 * Whether the folder has a database.
 *
 * @throws StorageUnavailable when it had one that is lost, because a new one in its place would hide the loss
 */
function hasCluster(folder: string): boolean {
  const cluster = join(folder, CLUSTER)
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
    `the folder of the embedded database, ${join(folder, CLUSTER)}, ${how}. Restore it from a backup. To start again ` +
      `without its keys, voices and credits, remove ${folder}`,
  )
}

/** Throws the operating system's error when this process may not read and write a folder. */
function assertWritable(folder: string): void {
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
}

/**
 * Creates an embedded database in a separate process, because this takes seconds and some 400 MB of memory, most of which
 * would never be released. The folder gets its final name when it is complete, so an interrupted start can be repeated.
 * Until then it has a unique name, so nobody else writes there.
 */
async function createCluster(folder: string): Promise<void> {
  const unfinished = await mkdtemp(join(folder, `${UNFINISHED}-`))
  const script = join(import.meta.dir, 'create-cluster.ts')
  const child = Bun.spawn([process.execPath, script, unfinished, String(process.pid)], {
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const complaint = (await new Response(child.stderr).text()).trim()
  if ((await child.exited) !== 0) {
    await rm(unfinished, { recursive: true })
    const killed = `it was ended by ${child.signalCode}; it needs some 400 MB of memory`
    throw new Error(complaint || `it could not be created: ${killed}`)
  }
  await rename(unfinished, join(folder, CLUSTER))
}

/** Removes what interrupted starts have left. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of readdirSync(folder))
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true })
}

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Makes an embedded database run one query at a time, with a turn of the event loop after each. It runs on this thread
 * and answers in microtasks, so without this a burst of queries would block everything else until the last one is done.
 * Both clocks are the machine's, so a query that has waited so long for its turn that its
 * sender has given it up has no effect, as on a server.
 */
function paced(client: PGlite): PGlite {
  const query: PGlite['query'] = client.query.bind(client)
  let last: Promise<unknown> = Promise.resolve()
  client.query = (text, values, options) => {
    const deadline = (Date.now() + ANSWER_TIMEOUT) / 1000
    const sent = values && withDeadline(values, () => deadline)
    const answer = last.then(() => query(text, sent, options)) as ReturnType<typeof query>
    last = answer.then(turnOfTheLoop, turnOfTheLoop)
    return answer as never
  }
  return client
}
