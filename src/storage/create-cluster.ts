import { endWithParent } from '../system/c-library.ts'
import { openCluster } from './cluster.ts'

/** The default of 128 MB would be most of the memory that Purr needs, and the tables of one machine are small. */
const SETTINGS = ['shared_buffers = 8MB']

/**
 * A program that creates an embedded database in an empty folder. It ends when the process that started it does. Its
 * arguments are the folder and that process's id. A failure is one line on standard error.
 */
const [folder, parent] = process.argv.slice(2)
endWithParent(Number(parent))
try {
  await (await openCluster(folder!, { postgresqlconf: SETTINGS })).close()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
