import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { sql } from 'drizzle-orm'
import { verifyLedger } from '../accounts/ledger-check.ts'
import { listOrganizations } from '../accounts/organizations.ts'
import { readStorageConfig } from '../config.ts'
import { type BackupSource, backUp } from '../storage/backup/back-up.ts'
import { NotABackup } from '../storage/backup/backup-file.ts'
import { type Begun, type Ended, OnlineBackup } from '../storage/backup/online-backup.ts'
import { restore } from '../storage/backup/restore.ts'
import { askServer, controlSocket } from '../storage/control-socket.ts'
import { rows } from '../storage/database.ts'
import { embeddedFolder, openStorage } from '../storage/open.ts'
import { clusterIn } from '../storage/pglite.ts'
import { lowerPriority } from '../system/priority.ts'
import { shellCommand, shellWord } from '../system/shell-command.ts'
import { command, type Shared } from './command.ts'
import { assertOwnerIfRoot } from './data-owner.ts'
import { assertNamesFile, assertReplaceable } from './output-file.ts'
import { print } from './print.ts'
import { isMissing, withDatabase } from './with-database.ts'

/** Turns of a running server go before. */
const NICENESS = 10

/** The command `backup`. */
export function backupCommand(): Command {
  return command(
    'backup',
    'write a backup of the embedded database, also while the server runs',
    'backup purr.backup',
  )
    .argument('<file>', 'the backup; an older one of this name is replaced when the new one is whole')
    .action(async (file: string, { json }: Shared) => {
      const dataDir = embeddedDataDir(`pg_dump --format=custom --file=${shellWord(file)} "$DATABASE_URL"`)
      const cluster = clusterIn(embeddedFolder(dataDir))
      if (isMissing(cluster))
        throw new Error(`there is no database in DATA_DIR (${dataDir}): set DATA_DIR to the server's`)
      assertNamesFile(file)
      assertReplaceable(file)
      lowerPriority(NICENESS)
      const begun = await askServer<Begun>(controlSocket(dataDir), 'backup-begin')
      const write = (source: BackupSource) =>
        backUp(cluster, source, file).catch((error: Error) => {
          throw new Error(`no backup was written to ${file}: ${error.message}`, { cause: error })
        })
      const done = await (begun === undefined
        ? withClosed(dataDir, write)
        : write(ofServer(controlSocket(dataDir), begun)))
      await print({ file: resolve(file), ...done }, json, () =>
        [
          `${file}: ${megabytes(done.bytes)}, the backup of ${done.made}.`,
          `Restore it into an empty DATA_DIR with: ${shellCommand(`run purr restore ${shellWord(file)}`)}`,
        ].join('\n'),
      )
    })
}

/** The command `restore`. */
export function restoreCommand(): Command {
  return command('restore', 'make the embedded database from a backup', 'restore purr.backup')
    .argument('<file>', 'a backup')
    .action(async (file: string, { json }: Shared) => {
      const dataDir = embeddedDataDir(`pg_restore --no-owner --dbname="$DATABASE_URL" ${shellWord(file)}`)
      if (!existsSync(file)) throw new Error(`there is no file ${file}: give the path of a backup`)
      if (!statSync(file).isFile())
        // what comes through a pipe cannot be checked before it is restored
        throw new Error(
          `${file} is a folder, a pipe or a device: save the backup as a file, and give its path`,
        )
      assertOwnerIfRoot(dataDir)
      const { made, purr } = await restore(file, embeddedFolder(dataDir)).catch((error) => {
        throw error instanceof NotABackup ? new Error(`${file} cannot be restored: ${error.message}`) : error
      })
      await withDatabase(async ({ db }) => {
        const organizations = (await listOrganizations(db)).length
        const [{ keys, clones } = { keys: 0, clones: 0 }] = await rows<{ keys: number; clones: number }>(
          db,
          sql`SELECT (SELECT count(*) FROM keys WHERE revoked_at IS NULL)::int AS keys,
            (SELECT count(*) FROM voices WHERE organization_id IS NOT NULL)::int AS clones`,
        )
        const wrong = (await verifyLedger(db)).length
        if (wrong > 0) process.exitCode = 1
        await print({ dataDir: resolve(dataDir), made, purr, organizations, keys, clones, wrong }, json, () =>
          [
            `Restored into ${dataDir} the backup of ${made}, made by Purr ${purr}:`,
            `organizations ${organizations}, valid keys ${keys}, cloned voices ${clones}.`,
            wrong === 0
              ? 'Every balance equals the sum of its entries.'
              : `The balance of ${wrong} organizations is not the sum of its entries: "${shellCommand('run purr ledger verify')}" shows them.`,
          ].join('\n'),
        )
      })
    })
}

/** The folder of the embedded database, where the operator uses it. */
function embeddedDataDir(withPostgres: string): string {
  const { dataDir, databaseUrl } = readStorageConfig()
  if (databaseUrl === undefined) return dataDir
  throw new Error(`DATABASE_URL is set, and this is for the embedded database: use ${withPostgres}`)
}

/** A running server, which has begun the backup. */
function ofServer(socket: string, begun: Begun): BackupSource {
  return {
    begin: async () => begun,
    async end(id) {
      const ended = await askServer<Ended>(socket, 'backup-end', id)
      if (ended === undefined) throw new Error('the server has ended meanwhile: try again')
      return ended
    },
  }
}

/** Opens the database of a server that is stopped. */
async function withClosed<Done>(
  dataDir: string,
  work: (source: BackupSource) => Promise<Done>,
): Promise<Done> {
  assertOwnerIfRoot(dataDir)
  const storage = await openStorage({ dataDir, databaseUrl: undefined })
  try {
    return await work(new OnlineBackup(storage.db))
  } finally {
    await storage.close()
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
