import { Elysia } from 'elysia'
import type { Log } from '../telemetry/log.ts'
import { answered } from './answered.ts'

/**
 * Logs every request that is answered, at the level `debug`: its endpoint as documented, because a URL can contain a key.
 * Use it before the routes. If the level is higher when the server starts, it costs nothing.
 */
export function requestLog(log: Log) {
  if (!log.isLevelEnabled('debug')) return new Elysia()
  return new Elysia().onAfterResponse({ as: 'global' }, (context) => {
    log.debug(answered(context), 'a request was answered')
  })
}
