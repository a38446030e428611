import { BODY_LIMIT } from '../http/body.ts'
import { ServiceError } from '../http/errors.ts'
import { isContextId } from './context-id.ts'

/** Code units at each end of a frame in which fields are looked for: all fields but the text fit there. */
const END = 4096
/**
 * Fields in JSON that is not parsed. Neither matches inside a string, where quotes are escaped. A field of a nested object is
 * taken for the frame's own, which at worst names another turn of the same client.
 */
const CONTEXT_ID = /"context_id"\s*:\s*("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))+")/u
const CONTINUES = /"continue"\s*:\s*true/

/** What is known of a frame that is too large to be parsed. */
export interface OversizedFrame {
  /** Its context. Null: it has none, or none that is one. */
  readonly contextId: string | null
  /** Whether more text of its context follows. */
  readonly continues: boolean
  readonly error: ServiceError
}

/** Refuses a frame that is too large to be parsed. Its context is looked for only at its ends, where clients write it. */
export function oversizedFrame(message: string): OversizedFrame {
  const ends = [message.slice(-END), message.slice(0, END)]
  const literal = ends.map((end) => CONTEXT_ID.exec(end)?.[1]).find((each) => each !== undefined)
  const contextId: unknown = literal === undefined ? null : JSON.parse(literal)
  return {
    contextId: isContextId(contextId) ? contextId : null,
    continues: ends.some((end) => CONTINUES.test(end)),
    error: new ServiceError('payload_too_large', `The frame is larger than ${BODY_LIMIT} bytes.`, {
      detail: 'Split the text across several frames.',
    }),
  }
}
