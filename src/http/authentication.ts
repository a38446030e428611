import { Elysia } from 'elysia'
import {
  authorize,
  authorizeKeyId,
  authorizeRequest,
  authorizeRequestOfKeyId,
  type Caller,
  type CountedCaller,
} from '../accounts/authorize.ts'
import { isExpired, isKeyToken, keyIdOfToken } from '../accounts/key-token.ts'
import type { RefusalWatch } from '../accounts/refusal-watch.ts'
import { RATE_WINDOW, type Rate } from '../accounts/request-rate.ts'
import type { Database } from '../storage/database.ts'
import { bearerOf } from './bearer.ts'
import { keyRevoked, limitIsZero, retrySeconds, ServiceError } from './errors.ts'
import type { KeyGuard } from './key-guard.ts'
import { networkOf } from './network.ts'
import { arrivalOf, traceRefusal } from './request-trace.ts'
import { urlOf } from './request-url.ts'
import type { HttpServices } from './services.ts'

/** How the key of a request is found. */
interface KeyOptions {
  /** Where it is; by default in the headers. */
  readonly keyOf?: (request: Request) => string | undefined
  /** Whether an access token can stand for it. By default, one is refused. */
  readonly takesTokens?: boolean
}

/** Lets only requests with a valid API key through, and passes the `caller` to their handlers. */
export function authentication(http: HttpServices, options: KeyOptions = {}) {
  const look = lookUp(http.db, options, { byKey: authorize, byKeyId: authorizeKeyId })
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server, set }) => {
    const caller = await authenticate(http.guard, { request, server, options, look })
    return { caller: named(caller, set.headers), checkAgain: () => assertValid(http.db, caller) }
  })
}

/** @throws ServiceError unauthorized if the key of a caller was revoked meanwhile; DatabaseUnavailable */
async function assertValid(db: Database, { keyId }: Caller): Promise<void> {
  if ((await authorizeKeyId(db, keyId)) === undefined) throw keyRevoked()
}

/**
 * Lets only requests with a valid API key through, counts them against the organization's requests per minute, and passes the
 * `caller` to their handlers. Those beyond the limit are refused, and every response says how many are left.
 */
export function countedAuthentication(http: HttpServices, options: KeyOptions = {}) {
  const look = lookUp(http.db, options, { byKey: authorizeRequest, byKeyId: authorizeRequestOfKeyId })
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server, set, route }) => {
    const arrival = arrivalOf(http.tracing, request, route)
    const counted = await authenticate(http.guard, { request, server, options, look })
    const checkAgain = () => assertValid(http.db, counted.caller)
    if (arrival === undefined) return { caller: admitted(http.usage, counted, set.headers), checkAgain }
    arrival.authorized = performance.now()
    try {
      return { caller: { ...admitted(http.usage, counted, set.headers), arrival }, checkAgain }
    } catch (error) {
      traceRefusal(http.tracing, { ...named(counted.caller, set.headers), arrival }, error as ServiceError)
      throw error
    }
  })
}

/**
 * The caller of a counted request. Adds to the headers of the response how many requests are left.
 *
 * @param usage is notified if the request is one too many
 * @param headers of the response, with the id of the request
 * @throws ServiceError rate_limited if the request is one too many
 */
export function admitted(
  usage: RefusalWatch,
  { caller, isAdmitted, rate }: CountedCaller,
  headers: Record<string, string | number>,
): Caller {
  headers['ratelimit-policy'] = `"requests";q=${rate.limit};w=${RATE_WINDOW}`
  const reset = rate.remaining === 0 ? `;t=${retrySeconds(rate.wait)}` : ''
  headers.ratelimit = `"requests";r=${rate.remaining}${reset}`
  if (!isAdmitted) {
    usage.refused(caller, 'requestsPerMinute')
    throw tooManyRequests(rate)
  }
  return named(caller, headers)
}

/** A caller, and the id of the request that the response has. */
function named(caller: Caller, headers: Readonly<Record<string, string | number>>): Caller {
  return { ...caller, requestId: headers['x-request-id']?.toString() }
}

/** The refusal of a request that is one too many. */
export function tooManyRequests({ limit, wait }: Rate): ServiceError {
  if (limit === 0) return limitIsZero('rate_limited', 'requests a minute', wait)
  return new ServiceError(
    'rate_limited',
    `More than ${limit === 1 ? '1 request was' : `${limit} requests were`} started in the last ${RATE_WINDOW} seconds.`,
    {
      detail: `Try again in ${retrySeconds(wait)} s, or use one WebSocket for many turns: only its handshake counts.`,
      retryAfter: wait,
    },
  )
}

/** The key of a WebSocket handshake. It may be in the URL, because browsers cannot set headers there. */
export function keyOfHandshake(request: Request): string | undefined {
  const { searchParams } = urlOf(request)
  return keyInHeaders(request) || searchParams.get('api_key') || searchParams.get('access_token') || undefined
}

/** Finds what belongs to a key, or to the key that a token stands for. */
interface Lookup<Found> {
  readonly byKey: (db: Database, key: string) => Promise<Found | undefined>
  readonly byKeyId: (db: Database, keyId: string) => Promise<Found | undefined>
}

/**
 * A function that looks up a key or an access token.
 *
 * It throws ServiceError not_granted for a valid token where tokens are not taken, and DatabaseUnavailable.
 */
function lookUp<Found>(db: Database, { takesTokens }: KeyOptions, { byKey, byKeyId }: Lookup<Found>) {
  return async (key: string): Promise<Found | undefined> => {
    if (!isKeyToken('tts', key)) return byKey(db, key)
    const keyId = await keyIdOfToken(db, 'tts', key)
    if (keyId === undefined) return undefined
    if (!takesTokens) throw notGranted()
    return byKeyId(db, keyId)
  }
}

function notGranted(): ServiceError {
  return new ServiceError('not_granted', 'An access token cannot be used for this.', {
    detail: 'It speaks, and lists voices and models. Send the API key, from a program that may hold it.',
  })
}

interface Authentication<Found> {
  readonly request: Request
  readonly server: Bun.Server<unknown> | null
  readonly options: KeyOptions
  readonly look: (key: string) => Promise<Found | undefined>
}

/**
 * Finds the caller of a request by its key.
 *
 * @throws ServiceError unauthorized, not_granted, or rate_limited after too many unauthorized requests from the same network;
 *   DatabaseUnavailable
 */
async function authenticate<Found>(
  guard: KeyGuard,
  { request, server, options: { keyOf = keyInHeaders }, look }: Authentication<Found>,
): Promise<Found> {
  const key = keyOf(request)
  const found = await guard.check(networkOf(request, server), key, look)
  if (found !== undefined) return found
  if (key !== undefined && isKeyToken('tts', key)) throw badToken(key)
  const isElsewhere = request.headers.has('authorization')
  const missing = isElsewhere ? 'The Authorization header has no Bearer key.' : 'The API key is missing.'
  const message = key === undefined ? missing : 'The API key is not valid.'
  throw new ServiceError('unauthorized', message, {
    detail: 'Send it as "Authorization: Bearer <key>" or as "X-API-Key: <key>".',
  })
}

function badToken(token: string): ServiceError {
  const message = isExpired(token) ? 'The access token has expired.' : 'The access token is not valid.'
  return new ServiceError('unauthorized', message, {
    detail: 'POST /access-token with the API key makes one.',
  })
}

function keyInHeaders(request: Request): string | undefined {
  return bearerOf(request) ?? request.headers.get('x-api-key')?.trim()
}
