import { Elysia } from 'elysia'
import { authentication } from '../http/authentication.ts'
import { ServiceError } from '../http/errors.ts'
import type { KeyGuard } from '../http/key-guard.ts'
import type { Database } from '../storage/database.ts'
import { deleteClone } from './clones.ts'
import type { Cloning } from './cloning.ts'
import { getVoice, listVoices, type Voice, type VoicesPage } from './voices.ts'

const LARGEST_PAGE = 100

/** GET /voices, GET and DELETE /voices/{id}, and POST /voices/clone (spec 4.4 to 4.7). */
export function voiceRoutes(db: Database, guard: KeyGuard, cloning: Cloning) {
  return new Elysia()
    .use(authentication(db, guard))
    .get('/voices', async ({ caller, query, request }): Promise<VoicesPage | readonly Voice[]> => {
      const isWholeList = isListOfOldClient(request)
      const page = await listVoices(db, caller.organizationId, {
        language: query.language || undefined,
        limit: isWholeList ? Number.POSITIVE_INFINITY : pageSize(query.limit),
        startingAfter: query.starting_after || undefined,
        endingBefore: query.ending_before || undefined,
      })
      return isWholeList ? page.data : page
    })
    .get(
      '/voices/:id',
      ({ caller, params }): Promise<Voice> => getVoice(db, caller.organizationId, params.id),
    )
    .delete(
      '/voices/:id',
      async ({ caller, params }) => {
        await deleteClone(db, caller.organizationId, params.id)
        return new Response(null, { status: 204 })
      },
      { parse: 'none' },
    )
    .post('/voices/clone', ({ caller, request }) => cloning.clone(caller, request), { parse: 'none' })
}

/** Whether a request is one to POST /voices/clone, whose errors all have two fields (spec 7.1). */
export function isCloneRequest({ method, url }: Request): boolean {
  return method === 'POST' && /^\/voices\/clone\/?$/.test(new URL(url).pathname)
}

/**
 * cartesia-js 2 reads a bare array, where the specification has pages. No other client sends its version with this
 * path: cartesia-python 2 asks for the same path, with a later version, and reads pages.
 */
function isListOfOldClient({ url, headers }: Request): boolean {
  return headers.get('cartesia-version') === '2024-06-10' && new URL(url).pathname === '/voices/'
}

/** The page size asked for; an empty value counts as none. */
function pageSize(limit: string | undefined): number {
  if (limit === undefined || limit === '') return LARGEST_PAGE
  const size = Number(limit)
  if (/^\d+$/.test(limit) && size >= 1 && size <= LARGEST_PAGE) return size
  throw new ServiceError('invalid_limit', `limit is not a whole number from 1 to ${LARGEST_PAGE}.`)
}
