import { join } from 'node:path'

/** Where the migrations are. */
export const MIGRATIONS = { migrationsFolder: join(import.meta.dir, 'migrations') }
