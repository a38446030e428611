import { within } from '../system/within.ts'

/** How long the server waits for clients after it begins to stop (milliseconds). */
const TIMEOUTS = {
  /** Time for a connection without a pending response: its client may be sending a request's headers. */
  quiet: 5000,
  /** Time for all others. Every turn and clone has ended before that; these clients do not read their responses. */
  last: 20_000,
}
/** Time between two checks of the open connections (milliseconds). */
const PERIOD = 50

/**
 * Stops a server: it accepts no more connections, and closes each open one when its requests are answered. Resolves when all
 * are closed.
 */
export async function drain(server: Bun.Server<unknown>, { quiet, last } = TIMEOUTS): Promise<void> {
  const begun = performance.now()
  const closed = server.stop().then(() => true)
  while (!(await within(PERIOD, closed, false))) {
    const waited = performance.now() - begun
    const isQuiet = server.pendingRequests === 0 && server.pendingWebSockets === 0
    if (waited > last || (waited > quiet && isQuiet)) {
      await server.stop(true)
      return
    }
  }
}
