import { type SQL, sql } from 'drizzle-orm'

/** SQL for an interval of seconds, which may be fractions. */
export function interval(seconds: number): SQL {
  return sql`make_interval(secs => ${seconds}::float8)`
}
