import type { PGlite } from '@electric-sql/pglite'

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Has an embedded database do one query at a time, with a turn of the event loop after each: it computes on this thread
 * and answers in microtasks, so that a burst of queries would hold everything else up until the last is done.
 */
export function paced(client: PGlite): PGlite {
  const query: PGlite['query'] = client.query.bind(client)
  let last: Promise<unknown> = Promise.resolve()
  client.query = (...request) => {
    const answer = last.then(() => query(...request)) as ReturnType<typeof query>
    last = answer.then(turnOfTheLoop, turnOfTheLoop)
    return answer as never
  }
  return client
}
