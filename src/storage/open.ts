import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openEmbedded, openPostgres, type Storage } from './database.ts'

/** Opens the configured database: Postgres when it has an address, else the embedded one in the data folder. */
export function openStorage({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Storage> {
  return databaseUrl === undefined ? openEmbedded(join(dataDir, 'database')) : openPostgres(databaseUrl)
}
