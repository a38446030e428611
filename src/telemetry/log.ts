import pino, { type DestinationStream, type Logger } from 'pino'

/** Where Purr writes what happened: a JSON object a line, on standard error where nothing else is named. */
export type Log = Logger

/** What the drivers put into a database's error and clients may have written. */
const OTHERS_TEXT = ['err.params', 'err.parameters', 'err.detail']

/** How much is logged; each level has all before it. `debug` has a line for each request and each turn. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

export function createLog(destination: DestinationStream = pino.destination(2)): Log {
  const redact = { paths: OTHERS_TEXT, remove: true }
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime, redact }, destination)
}
