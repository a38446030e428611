/** How long a client is waited for, from the order to stop (milliseconds). */
const TIMEOUTS = {
  /** One to which no answer is due, but whose connection is open: it may be in the midst of a request's headers. */
  quiet: 5000,
  /** All others. Every turn and clone has been ended before: these do not take their answers. */
  last: 20_000,
}
/** Between two looks at what is left (milliseconds). */
const PERIOD = 50

/**
 * Stops a server: it takes no more connections, and closes those that it has when their requests are answered. Resolves
 * when all are closed.
 */
export async function drain(server: Bun.Server<unknown>, { quiet, last } = TIMEOUTS): Promise<void> {
  const begun = performance.now()
  const closed = server.stop().then(() => true)
  const isClosed = () => Promise.race([closed, Bun.sleep(PERIOD).then(() => false)])
  while (!(await isClosed())) {
    const waited = performance.now() - begun
    const isQuiet = server.pendingRequests === 0 && server.pendingWebSockets === 0
    if (waited > last || (waited > quiet && isQuiet)) {
      await server.stop(true)
      return
    }
  }
}
