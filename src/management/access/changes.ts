import type { Log } from '../../telemetry/log.ts'
import type { Actor } from './actor.ts'

/**
 * Logs who has changed something: people and keys by their ids.
 *
 * @param what has happened, as in "a key was made"
 * @param changed what names that which was changed
 */
export function noteChange(log: Log, actor: Actor, what: string, changed: object): void {
  const by = actor.kind === 'person' ? { person: actor.userId } : { program: actor.keyId ?? actor.name }
  log.info({ by, ...changed }, what)
}
