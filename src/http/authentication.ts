import { Elysia } from 'elysia'
import { authorize, authorizeRequest, type Caller, type Counted } from '../accounts/authorize.ts'
import { RATE_WINDOW, type Rate } from '../accounts/request-rate.ts'
import { retrySeconds, ServiceError } from './errors.ts'
import type { KeyGuard } from './key-guard.ts'
import { networkOf } from './network.ts'
import type { HttpServices } from './services.ts'

/** Lets only requests with a valid API key pass, and gives their handlers its `caller`. */
export function authentication({ db, guard }: HttpServices) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server }) => ({
    caller: await authenticate({
      request,
      network: networkOf(request, server),
      key: keyInHeaders(request),
      guard,
      look: (key) => authorize(db, key),
    }),
  }))
}

/**
 * The same for requests that count against the organization's requests per minute. Those beyond the limit are refused, and
 * every answer says how many are left.
 */
export function countedAuthentication(
  { db, guard }: HttpServices,
  keyOf: (request: Request) => string | undefined = keyInHeaders,
) {
  return new Elysia().derive({ as: 'scoped' }, async ({ request, server, set }) => {
    const counted = await authenticate({
      request,
      network: networkOf(request, server),
      key: keyOf(request),
      guard,
      look: (key) => authorizeRequest(db, key),
    })
    return { caller: admitted(counted, set.headers) }
  })
}

/**
 * The caller of a counted request. Adds to the headers of the response how many requests are left.
 *
 * @throws ServiceError rate_limited if the request is one too many
 */
export function admitted(
  { caller, isAdmitted, rate }: Counted,
  headers: Record<string, string | number>,
): Caller {
  headers['ratelimit-policy'] = `"requests";q=${rate.limit};w=${RATE_WINDOW}`
  const reset = rate.remaining === 0 ? `;t=${retrySeconds(rate.wait)}` : ''
  headers.ratelimit = `"requests";r=${rate.remaining}${reset}`
  if (!isAdmitted) throw tooManyRequests(rate)
  return caller
}

/** The refusal of a request that is one too many. */
export function tooManyRequests({ limit, wait }: Rate): ServiceError {
  return new ServiceError(
    'rate_limited',
    `More than ${limit} requests were started in the last ${RATE_WINDOW} seconds.`,
    {
      detail: `Try again in ${retrySeconds(wait)} s, or use one WebSocket for many turns: only its handshake counts.`,
      retryAfter: wait,
    },
  )
}

/** The key of a WebSocket handshake. It may be in the address, because browsers cannot set headers there. */
export function keyOfHandshake(request: Request): string | undefined {
  const { searchParams } = new URL(request.url)
  return keyInHeaders(request) || searchParams.get('api_key') || searchParams.get('access_token') || undefined
}

interface Authentication<Found> {
  readonly request: Request
  /** The network that it came from. */
  readonly network: string
  readonly key: string | undefined
  readonly guard: KeyGuard
  readonly look: (key: string) => Promise<Found | undefined>
}

/**
 * Finds the caller of a request by its key.
 *
 * @throws ServiceError unauthorized, or rate_limited after too many unauthorized requests from the same network;
 *   DatabaseUnavailable
 */
async function authenticate<Found>({
  request,
  network,
  key,
  guard,
  look,
}: Authentication<Found>): Promise<Found> {
  const found = await guard.check(network, key, look)
  if (found !== undefined) return found
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
