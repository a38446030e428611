import { endWithParent } from '../system/c-library.ts'
import { openCluster } from './cluster.ts'

/** Its default of 128 MB would be most of what Purr needs; the tables of one machine are small. */
const SETTINGS = ['shared_buffers = 8MB']

/**
 * A program: creates an embedded database in an empty folder, for the process that has started it and no longer than that
 * lives. Its arguments are the folder and that process's id; what has gone wrong is a line on standard error.
 */
const [folder, parent] = process.argv.slice(2)
endWithParent(Number(parent))
try {
  await (await openCluster(folder!, { postgresqlconf: SETTINGS })).close()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
