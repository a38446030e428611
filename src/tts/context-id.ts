import { Type } from '@sinclair/typebox'
import { ServiceError } from '../http/errors.ts'
import { checkedBy, REFUSAL } from '../http/schema.ts'

/** Most code points of an id: it comes back on every frame. */
const MAX_CONTEXT_ID = 256

/** Whether a value can be an id. */
export function isContextId(value: unknown): value is string {
  return typeof value === 'string' && [...value].length <= MAX_CONTEXT_ID
}

/** The field of a request with the id of a turn whose audio is sent in frames. */
export const CONTEXT_ID_FIELD = Type.Optional(
  checkedBy<string>(isContextId, {
    type: 'string',
    description: 'The id of the turn. It comes back on every frame; made up when it is left out.',
    examples: ['a2b6bb2c-4bd4-4c3a-9d2c-ad2f5f0c5d11'],
    maxLength: MAX_CONTEXT_ID,
    [REFUSAL]: () => {
      const message = `context_id is not a string of at most ${MAX_CONTEXT_ID} characters.`
      return new ServiceError('invalid_context', message, {
        detail: 'Send a new id for each turn, such as a UUID.',
      })
    },
  }),
)
