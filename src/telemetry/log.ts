import pino, { type Logger } from 'pino'

/** Where Purr writes what happened: a JSON object a line on standard error. */
export type Log = Logger

export function createLog(): Log {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2))
}
