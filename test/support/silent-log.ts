import { createLog, type Log } from '../../src/telemetry/log.ts'

/** A log that writes nothing. */
export function silentLog(): Log {
  const log = createLog()
  log.level = 'silent'
  return log
}
