import { sql } from 'drizzle-orm'
import { foldCharges } from '../../src/retention/fold-charges.ts'
import { rows } from '../../src/storage/database.ts'
import { openStorage } from '../../src/storage/open.ts'

/** Folds all charges of an organization, and says so when it begins. Killed by a test. */
const [organizationId, dataDir, databaseUrl] = process.argv.slice(2)
const { db } = await openStorage({ dataDir: dataDir!, databaseUrl: databaseUrl || undefined })
await rows(db, sql`SELECT 1`)
console.log('folding')
await foldCharges(db, organizationId!, new Date(), 1)
console.log('done')
