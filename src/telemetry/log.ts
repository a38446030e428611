import pino, { type DestinationStream, type Logger } from 'pino'

/** Where Purr writes what happened: a JSON object a line, on standard error where nothing else is named. */
export type Log = Logger

/** What the drivers put into a database's error and clients may have written. */
const OTHERS_TEXT = ['err.params', 'err.parameters', 'err.detail']

/** How much is logged; each level has all before it. `debug` has a line for each request and each turn. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Most that waits to be written (characters). What comes then is not logged. */
const MOST_WAITING = 1_000_000

/** Creates the log. By default it writes to standard error. */
export function createLog(destination: DestinationStream = standardError()): Log {
  const redact = { paths: OTHERS_TEXT, remove: true }
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, redact }, destination)
}

/** A log that writes nothing. */
export function silentLog(): Log {
  const log = createLog()
  log.level = 'silent'
  return log
}

/**
 * Standard error. What it cannot take waits and is written when it can, or is lost: a full disk or a closed terminal is no
 * reason to stop speaking.
 */
function standardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, maxLength: MOST_WAITING })
  // At the end, the library would try for ever.
  destination.on('error', () => {
    destination.flushSync = destination.end = () => {}
  })
  return destination
}
