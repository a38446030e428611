import { Type } from '@sinclair/typebox'
import { ServiceError } from './errors.ts'
import { checkedBy, REFUSAL } from './schema.ts'

/** How long a token is valid by default, and at most (seconds). */
const LIFE = 300
const MAX_LIFE = 3600

/** The schema of a field with the seconds for which a token is to be valid. */
export function tokenLife(description: string) {
  return Type.Optional(
    checkedBy<number>(
      (value) => Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_LIFE,
      {
        type: 'integer',
        minimum: 1,
        maximum: MAX_LIFE,
        default: LIFE,
        description,
        [REFUSAL]: () =>
          new ServiceError('invalid_expiry', `expires_in is not a whole number from 1 to ${MAX_LIFE}.`, {
            detail: 'Send the seconds for which the token is to be valid, or leave it out.',
          }),
      },
    ),
  )
}

/** When a token that is made now expires, in seconds since 1970. */
export function expiryOf(life = LIFE): number {
  return Math.ceil(Date.now() / 1000) + life
}
