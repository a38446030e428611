import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { authentication } from '../http/authentication.ts'
import { jsonBody } from '../http/body.ts'
import { errorHandler } from '../http/error-handler.ts'
import { type ErrorCode, ServiceError } from '../http/errors.ts'
import { BODY_ERRORS, operation } from '../http/openapi.ts'
import { pageParameters, pageQuery } from '../http/page.ts'
import { checker } from '../http/schema.ts'
import type { HttpServices } from '../http/services.ts'
import {
  changeDictionary,
  DICTIONARIES_PAGE,
  DICTIONARY,
  deleteDictionary,
  getDictionary,
  itemCountOf,
  keepDictionary,
  listDictionaries,
} from './dictionaries.ts'
import { CHANGE_REQUEST, CREATE_REQUEST, changes, newContent } from './dictionary-request.ts'

/** Items that cost as much as a page of a list does. */
const ITEMS_OF_A_PAGE = 500
/** Most bytes of a dictionary: 10,000 items of 200 bytes. */
const DICTIONARY_LIMIT = 2_097_152

const QUERY = Type.Object(pageParameters('pronunciation dictionary'))
const checkQuery = checker(QUERY)

const PATH = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The id of a dictionary of your organization.' }),
})

const CONTENT_ERRORS: readonly ErrorCode[] = [
  ...BODY_ERRORS,
  'invalid_name',
  'invalid_description',
  'invalid_language',
  'invalid_items',
]

const ANSWER = { description: 'The dictionary.', content: { 'application/json': DICTIONARY } }

/** POST and GET /pronunciation-dicts; GET, PATCH and DELETE /pronunciation-dicts/{id}. */
export function dictionaryRoutes(http: HttpServices) {
  const { db, bodies } = http
  const create = new Elysia()
    .use(authentication(http))
    .use(jsonBody(bodies, CREATE_REQUEST, DICTIONARY_LIMIT, tooLarge))
    .post(
      '/pronunciation-dicts',
      async ({ caller: { organizationId }, input }) => {
        enter(http, organizationId)(input.items?.length ?? 0)
        return keepDictionary(db, organizationId, await newContent(input))
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Make a pronunciation dictionary.',
          body: { 'application/json': CREATE_REQUEST },
          example: { name: 'Our names', items: [{ text: 'Nguyen', alias: 'win' }] },
          answer: ANSWER,
          errors: [...CONTENT_ERRORS, 'pronunciation_dict_limit_reached'],
        }),
      },
    )
  const change = new Elysia()
    .use(authentication(http))
    .use(jsonBody(bodies, CHANGE_REQUEST, DICTIONARY_LIMIT, tooLarge))
    .patch(
      '/pronunciation-dicts/:id',
      async ({ caller: { organizationId }, params: { id }, input }) => {
        const count = enter(http, organizationId)
        count(input.items?.length ?? (await itemCountOf(db, organizationId, id)))
        return changeDictionary(db, organizationId, id, await changes(input))
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Change a pronunciation dictionary: fields that are left out or null stay as they are.',
          path: PATH,
          body: { 'application/json': CHANGE_REQUEST },
          example: { description: 'Names of our customers' },
          answer: ANSWER,
          errors: [...CONTENT_ERRORS, 'pronunciation_dict_not_found'],
        }),
      },
    )
  return new Elysia().use(errorHandler(http)).use(create).use(change).use(withoutBody(http))
}

function withoutBody(http: HttpServices) {
  const { db } = http
  return new Elysia()
    .use(authentication(http))
    .get(
      '/pronunciation-dicts',
      ({ caller: { organizationId }, query }) => {
        const count = enter(http, organizationId)
        return listDictionaries(db, organizationId, pageQuery(checkQuery(query)), count)
      },
      {
        detail: operation({
          summary: 'List the pronunciation dictionaries of your organization, page by page.',
          query: QUERY,
          answer: {
            description: 'A page of dictionaries.',
            content: { 'application/json': DICTIONARIES_PAGE },
          },
          errors: ['invalid_limit'],
        }),
      },
    )
    .get(
      '/pronunciation-dicts/:id',
      async ({ caller: { organizationId }, params: { id } }) => {
        const count = enter(http, organizationId)
        count(await itemCountOf(db, organizationId, id))
        return getDictionary(db, organizationId, id)
      },
      {
        detail: operation({
          summary: 'Get a pronunciation dictionary.',
          path: PATH,
          answer: ANSWER,
          errors: ['pronunciation_dict_not_found'],
        }),
      },
    )
    .delete(
      '/pronunciation-dicts/:id',
      async ({ caller: { organizationId }, params: { id } }) => {
        enter(http, organizationId)
        await deleteDictionary(db, organizationId, id)
        return new Response(null, { status: 204 })
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Delete a pronunciation dictionary.',
          path: PATH,
          answer: { status: 204, description: 'It is deleted.' },
          errors: ['pronunciation_dict_not_found'],
        }),
      },
    )
}

/**
 * Lets a request in. Call the function that it returns with the number of items that the request works on, before it does:
 * many such requests at once would all be let in before the first of them had read anything.
 *
 * Both throw ServiceError rate_limited if the organization has asked for too much.
 */
function enter({ lists }: HttpServices, organizationId: string): (items: number) => void {
  lists.enter(organizationId, 'dictionaries')
  return (items) => lists.enter(organizationId, 'dictionaries', items / ITEMS_OF_A_PAGE)
}

function tooLarge(): ServiceError {
  return new ServiceError('payload_too_large', `The body is larger than ${DICTIONARY_LIMIT} bytes.`, {
    detail: 'Divide the dictionary in two.',
  })
}
