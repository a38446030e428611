import { DrizzleQueryError } from 'drizzle-orm'
import type { Database } from '../../src/storage/database.ts'

/** How statements are begun. */
const WAYS: ReadonlySet<unknown> = new Set([
  'execute',
  'select',
  'insert',
  'update',
  'delete',
  'transaction',
  '$count',
])

/** A query that fails, however it goes on. */
const FAILS: unknown = new Proxy(() => {}, {
  apply: () => FAILS,
  get: (_target, name) =>
    name === 'then'
      ? (_done: unknown, failed: (error: Error) => void) =>
          failed(new DrizzleQueryError('SELECT', [], new Error('connection refused')))
      : FAILS,
})

/**
 * A database that can be away: then every statement fails.
 *
 * @param isAway is asked for every statement
 */
export function away(db: Database, isAway: () => boolean): Database {
  return new Proxy(db, {
    get: (target, name) => (WAYS.has(name) && isAway() ? FAILS : Reflect.get(target, name)),
  })
}
