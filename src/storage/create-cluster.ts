import { PGlite } from '@electric-sql/pglite'

/** Its default of 128 MB would be most of what Purr needs; the tables of one machine are small. */
const SETTINGS = ['shared_buffers = 8MB']

/** A program: creates an empty embedded database in the folder that is its argument. */
const folder = process.argv[2]!
await (await PGlite.create(folder, { postgresqlconf: SETTINGS })).close()
