import type { Database } from './database.ts'
import { withoutStatement } from './unavailable.ts'

/**
 * The SQLSTATEs of a value that another row has and that must be unique, and of a deadlock: changes wait in a circle, each for a
 * value that the next one is about to give up. One of them fails, so the others find their values taken too.
 */
const TAKEN: readonly unknown[] = ['23505', '40P01']

/**
 * Makes a change, unless another row has a value of it that must be unique, also one that somebody else is writing at the same
 * moment. Within a transaction, only the change is undone then.
 *
 * @param change locks nothing but the rows that it changes
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
    if (TAKEN.includes((withoutStatement(error) as { code?: unknown }).code)) return undefined
    throw error
  }
}
