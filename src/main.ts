import { isatty } from 'node:tty'
import type { Signals } from './server/start.ts'

/*
 * The program. It handles signals before it loads the server, which takes a second or more: process 1 of a container ignores a
 * signal that it does not handle, and SIGHUP ends any other process.
 */

/** At the start there is nothing to finish yet. */
const signals: Signals = { stop: (exitCode) => process.exit(exitCode), reload: undefined }
/** Asked now: a terminal that is gone is none. */
const hasTerminal = isatty(0)

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signals.stop(0))
// systemd's reload sends it, whether there is a certificate or not. From a terminal it says that the terminal is gone.
process.on('SIGHUP', () => {
  if (signals.reload) signals.reload()
  else if (hasTerminal) signals.stop(0)
})

const { start } = await import('./server/start.ts')
await start(signals)
