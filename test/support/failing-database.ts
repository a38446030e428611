import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from '../../src/storage/database.ts'

/** When a statement fails: before it takes effect, or after it, when only the answer is lost. */
export type Failure = 'before' | 'after' | 'never'

/**
 * A database whose raw statements can fail.
 *
 * @param failure decides for every statement, by its SQL
 */
export function failing(db: Database, failure: (statement: string) => Failure): Database {
  const dialect = new PgDialect()
  const execute = async (statement: SQL) => {
    const fails = failure(dialect.sqlToQuery(statement).sql)
    if (fails === 'before') throw new Error('connection refused')
    const answer = await db.execute(statement)
    if (fails === 'after') throw new Error('connection reset')
    return answer
  }
  return new Proxy(db, { get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)) })
}
