import { Elysia } from 'elysia'
import { authentication } from '../http/authentication.ts'
import { ServiceError } from '../http/errors.ts'
import type { Database } from '../storage/database.ts'
import { findVoice, listVoices, type Voice } from './voices.ts'

const LARGEST_PAGE = 100

/** GET /voices and GET /voices/{id} (spec 4.4, 4.5). */
export function voiceRoutes(db: Database) {
  return new Elysia()
    .use(authentication(db))
    .get('/voices', ({ caller, query }) =>
      listVoices(db, caller.organizationId, {
        language: query.language || undefined,
        limit: pageSize(query.limit),
        startingAfter: query.starting_after || undefined,
        endingBefore: query.ending_before || undefined,
      }),
    )
    .get('/voices/:id', async ({ caller, params }): Promise<Voice> => {
      const { id, name, description, language } = await findVoice(db, caller.organizationId, params.id)
      return { id, name, description, language }
    })
}

/** The page size asked for; an empty value counts as none. */
function pageSize(limit: string | undefined): number {
  if (limit === undefined || limit === '') return LARGEST_PAGE
  const size = Number(limit)
  if (/^\d+$/.test(limit) && size >= 1 && size <= LARGEST_PAGE) return size
  throw new ServiceError('invalid_limit', `limit is not a whole number from 1 to ${LARGEST_PAGE}.`)
}
