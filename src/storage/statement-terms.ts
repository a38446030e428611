import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom a statement runs, and for how long it may. */
export interface StatementTerms {
  /** The organization, which may have only a few statements at a time. Undefined: nobody's. */
  readonly owner?: string | undefined
  /** Whether it may take as long as it needs. */
  readonly isUnlimited?: boolean
  /**
   * Milliseconds after which it is given up, with its connection to Postgres, and must not begin any more; at most the
   * 6 seconds that all have. The embedded database has no connection that could fail, and runs statements in their order.
   */
  readonly within?: number | undefined
  /** Aborted when its caller no longer waits for it. */
  readonly givenUp?: AbortSignal
}

const current = new AsyncLocalStorage<StatementTerms>()
const NOBODYS: StatementTerms = {}

/** Starts a query on some terms. Drizzle's queries have no place for them on their way to the connections. */
export function onTerms<Answer>(terms: StatementTerms, start: () => PromiseLike<Answer>): Promise<Answer> {
  return current.run(terms, async () => await start())
}

/** The terms of the query that is being started. */
export function currentTerms(): StatementTerms {
  return current.getStore() ?? NOBODYS
}
