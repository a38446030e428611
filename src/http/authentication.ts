import { Elysia } from 'elysia'
import { authorize, type Caller } from '../accounts/keys.ts'
import type { Database } from '../storage/database.ts'
import { ServiceError } from './errors.ts'

/** Lets only requests with a valid API key pass, and gives their handlers the `caller`. */
export function authentication(db: Database, keyOf: (request: Request) => string | undefined = keyInHeaders) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request }) => ({
    caller: await authenticate(db, request, keyOf(request)),
  }))
}

/** The key of a WebSocket handshake: browsers cannot set headers there, so it may stand in the address. */
export function keyOfHandshake(request: Request): string | undefined {
  const { searchParams } = new URL(request.url)
  return keyInHeaders(request) ?? searchParams.get('api_key') ?? searchParams.get('access_token') ?? undefined
}

/** @throws ServiceError unauthorized, or billing_unavailable when the key cannot be looked up */
async function authenticate(db: Database, request: Request, key: string | undefined): Promise<Caller> {
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
  const isElsewhere = request.headers.has('authorization')
  const missing = isElsewhere ? 'The Authorization header has no Bearer key.' : 'The API key is missing.'
  const message = key === undefined ? missing : 'The API key is not valid.'
  throw new ServiceError('unauthorized', message, {
    detail: 'Send it as "Authorization: Bearer <key>" or as "X-API-Key: <key>".',
  })
}

function keyInHeaders({ headers }: Request): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? headers.get('x-api-key')?.trim()
}
