import { LAST_MIGRATION } from '../migrated.ts'
import { restoreEmbedded } from '../pglite.ts'
import { unpack } from './archive.ts'
import { type BackupHeader, NotABackup, readBackup } from './backup-file.ts'

/** The version of Postgres whose files the embedded one reads. */
const POSTGRES = '18'

/**
 * Restores a backup. The database is migrated when it is opened.
 *
 * @param folder of the embedded database, in which there is none
 * @throws NotABackup when the file is none, damaged, or of a later version of Purr
 * @throws StorageUnavailable when another process has the folder, or it has a database; Error of the operating system
 */
export async function restore(file: string, folder: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  await restoreEmbedded(folder, async (into) => {
    header = await readBackup(file, assertReadable, (content) => unpack(content, into))
  })
  return header!
}

function assertReadable({ purr, postgres, migration }: BackupHeader): void {
  if (migration > LAST_MIGRATION)
    throw new NotABackup(`it was made by a later version of Purr (${purr}): restore it with that version`)
  if (postgres !== POSTGRES)
    throw new NotABackup(
      `it has the files of Postgres ${postgres}, made by Purr ${purr}: restore it with that version`,
    )
}
