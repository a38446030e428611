import type { Database } from './database.ts'
import { withoutStatement } from './unavailable.ts'

/** The SQLSTATE of a value that another row has and that must be unique. */
const TAKEN = '23505'

/**
 * Makes a change, unless another row has a value of it that must be unique, also one that somebody else is writing at the same
 * moment. Within a transaction, only the change is undone then.
 *
 * @returns what the change returns, or undefined if the value is taken
 * @throws whatever else the change throws
 */
export async function unlessTaken<Changed>(
  db: Database,
  change: (tx: Database) => Promise<Changed>,
): Promise<Changed | undefined> {
  try {
    return await db.transaction(change)
  } catch (error) {
    if ((withoutStatement(error) as { code?: unknown }).code === TAKEN) return undefined
    throw error
  }
}
