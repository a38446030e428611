import { Elysia } from 'elysia'
import { authorize, type Caller } from '../accounts/keys.ts'
import type { Database } from '../storage/database.ts'
import { ServiceError } from './errors.ts'

/** Lets only requests with a valid API key pass, and gives their handlers the `caller`. */
export function authentication(db: Database) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request }) => ({
    caller: await authenticate(db, request.headers),
  }))
}

/** @throws ServiceError unauthorized, or billing_unavailable when the key cannot be looked up */
async function authenticate(db: Database, headers: Headers): Promise<Caller> {
  const key = presentedKey(headers)
  let caller: Caller | undefined
  try {
    caller = key === undefined ? undefined : await authorize(db, key)
  } catch (cause) {
    throw new ServiceError('billing_unavailable', 'The API key could not be verified.', {
      detail: 'Nothing was charged; try again in a moment.',
      cause,
    })
  }
  if (caller !== undefined) return caller
  const isElsewhere = headers.has('authorization')
  const missing = isElsewhere ? 'The Authorization header has no Bearer key.' : 'The API key is missing.'
  const message = key === undefined ? missing : 'The API key is not valid.'
  throw new ServiceError('unauthorized', message, {
    detail: 'Send it as "Authorization: Bearer <key>" or as "X-API-Key: <key>".',
  })
}

function presentedKey(headers: Headers): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? headers.get('x-api-key')?.trim()
}
