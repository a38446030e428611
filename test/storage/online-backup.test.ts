import { expect, test } from 'bun:test'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backUp } from '../../src/storage/backup/back-up.ts'
import { OnlineBackup } from '../../src/storage/backup/online-backup.ts'
import { restore } from '../../src/storage/backup/restore.ts'
import { openEmbedded } from '../../src/storage/pglite.ts'
import { DatabaseUnavailable } from '../../src/storage/unavailable.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { failing } from '../support/failing-database.ts'

test('a begin whose answer is lost, and a hidden file of somebody else, do no harm to the next backup', async () => {
  const folder = await newDataFolder()
  const storage = await openEmbedded(join(folder, 'database'))
  let isLost = true
  const db = failing(storage.db, (statement) =>
    isLost && statement.includes('pg_backup_start') ? 'after' : 'never',
  )
  const backup = new OnlineBackup(db)
  await expect(backup.begin()).rejects.toThrow(DatabaseUnavailable)
  isLost = false
  const cluster = join(folder, 'database/postgres')
  await writeFile(join(cluster, 'base/.DS_Store'), 'of a file manager')
  const file = join(folder, 'purr.backup')
  await backUp(cluster, { begin: () => backup.begin(), end: (id) => backup.end(id) }, file)
  await storage.close()
  await restore(file, join(folder, 'restored'))
  expect(await readdir(join(folder, 'restored/postgres/base'))).not.toContain('.DS_Store')
  await rm(folder, { recursive: true })
})
