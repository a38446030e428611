import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { authentication } from '../http/authentication.ts'
import { errorHandler } from '../http/error-handler.ts'
import { BRIEF_ENVELOPE, type ErrorCode, ServiceError, voiceNotFound } from '../http/errors.ts'
import { operation } from '../http/openapi.ts'
import { pageParameters, pageQuery } from '../http/page.ts'
import { urlOf } from '../http/request-url.ts'
import { checker } from '../http/schema.ts'
import type { HttpServices } from '../http/services.ts'
import { CLONE_FORM } from './clone-request.ts'
import { deleteClone } from './clones.ts'
import type { Cloning } from './cloning.ts'
import { listModels, MODEL_LIST } from './models.ts'
import { listVoices, VOICES_PAGE, type VoicesPage } from './voice-list.ts'
import { getVoice, VOICE, type Voice } from './voices.ts'

/** The query of GET /voices (spec 4.4). An empty parameter counts as none. */
const VOICES_QUERY = Type.Object({
  language: Type.Optional(
    Type.String({ description: 'Only voices with this whole BCP-47 tag.', examples: ['en', 'nl-NL'] }),
  ),
  ...pageParameters('voice'),
})

const VOICE_PATH = Type.Object({
  id: Type.String({ description: 'The id of a voice.', examples: ['fa9272c5-be53-4d61-8e61-214208929493'] }),
})

const checkQuery = checker(VOICES_QUERY)

/** GET /voices, GET and DELETE /voices/{id}, and POST /voices/clone (spec 4.4 to 4.7), and GET /models. */
export function voiceRoutes(http: HttpServices, cloning: Cloning) {
  return new Elysia().use(catalogueRoutes(http)).use(deleteRoute(http)).use(cloneRoute(http, cloning))
}

/** What a clone can be refused with. */
export const CLONE_ERRORS: readonly ErrorCode[] = [
  'invalid_form',
  'invalid_name',
  'invalid_description',
  'invalid_language',
  'unknown_model',
  'invalid_clip',
  'voice_limit_reached',
  'payment_required',
  'request_timeout',
  'concurrent_limit',
  'upstream_unavailable',
  'service_stopping',
]

/** POST /voices/clone, whose errors all have two fields (spec 7.1). */
function cloneRoute(http: HttpServices, cloning: Cloning) {
  return new Elysia()
    .use(errorHandler(http, BRIEF_ENVELOPE))
    .use(authentication(http))
    .post('/voices/clone', ({ caller, request }) => cloning.clone(caller, request), {
      parse: 'none',
      detail: operation({
        summary: 'Make a voice of a recording.',
        body: { 'multipart/form-data': CLONE_FORM },
        answer: { description: 'The voice.', content: { 'application/json': VOICE } },
        errors: CLONE_ERRORS,
        envelope: BRIEF_ENVELOPE,
      }),
    })
}

function catalogueRoutes(http: HttpServices) {
  return new Elysia()
    .use(errorHandler(http))
    .use(authentication(http, { takesTokens: true }))
    .get('/models', () => listModels(http.models), {
      detail: operation({
        summary: 'List the models that can be used.',
        answer: {
          description: 'The models, the main one first.',
          content: { 'application/json': MODEL_LIST },
        },
        errors: [],
      }),
    })
    .get(
      '/voices',
      async ({ caller, query, request }): Promise<VoicesPage | readonly Voice[]> => {
        const isWholeList = isListOfOldClient(request)
        const { language, ...parameters } = checkQuery(query)
        const { organizationId } = caller
        const page = await http.lists.read(organizationId, () =>
          listVoices(http, organizationId, {
            ...pageQuery(parameters),
            ...(isWholeList && { limit: Number.POSITIVE_INFINITY }),
            language: language || undefined,
          }),
        )
        return isWholeList ? page.data : page
      },
      {
        detail: operation({
          summary: 'List the voices that can be used, page by page.',
          query: VOICES_QUERY,
          answer: { description: 'A page of voices.', content: { 'application/json': VOICES_PAGE } },
          errors: ['invalid_limit', 'invalid_value'],
        }),
      },
    )
    .get(
      '/voices/:id',
      async ({ caller, params }): Promise<Voice> => {
        const voice = await getVoice(http, caller.organizationId, params.id)
        if (voice === undefined) throw voiceNotFound()
        return voice
      },
      {
        detail: operation({
          summary: 'Get a voice.',
          path: VOICE_PATH,
          answer: { description: 'The voice.', content: { 'application/json': VOICE } },
          errors: ['voice_not_found'],
        }),
      },
    )
}

function deleteRoute(http: HttpServices) {
  return new Elysia()
    .use(errorHandler(http))
    .use(authentication(http))
    .delete(
      '/voices/:id',
      async ({ caller, params }) => {
        if (!(await deleteClone(http.db, caller.organizationId, params.id))) throw noOwnVoice()
        return new Response(null, { status: 204 })
      },
      {
        parse: 'none',
        detail: operation({
          summary: 'Delete a voice that your organization has cloned.',
          path: VOICE_PATH,
          answer: { status: 204, description: 'It is deleted.' },
          errors: ['voice_not_found'],
        }),
      },
    )
}

function noOwnVoice(): ServiceError {
  return new ServiceError('voice_not_found', 'Your organization has no cloned voice with this id.', {
    detail: 'GET /voices lists its own voices first. Shared voices cannot be deleted.',
  })
}

/**
 * cartesia-js 2 reads a bare array, where the specification has pages. No other client sends its version with this
 * path: cartesia-python 2 asks for the same path, with a later version, and reads pages.
 */
function isListOfOldClient(request: Request): boolean {
  const version = request.headers.get('cartesia-version')
  return version === '2024-06-10' && urlOf(request).pathname === '/voices/'
}
