import type { PGlite } from '@electric-sql/pglite'

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Makes an embedded database run one query at a time, with a turn of the event loop after each. It runs on this thread
 * and answers in microtasks, so without this a burst of queries would block everything else until the last one is done.
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
