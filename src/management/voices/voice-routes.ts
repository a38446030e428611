import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError, voiceNotFound } from '../../http/errors.ts'
import { operation } from '../../http/openapi.ts'
import { pageParameters, pageQuery } from '../../http/page.ts'
import { checker, oneOf, REFUSAL } from '../../http/schema.ts'
import { CLONE_FORM } from '../../voices/clone-request.ts'
import { deleteClone } from '../../voices/clones.ts'
import { CONSENT_FIELDS, consentRequest } from '../../voices/consent-request.ts'
import { listModels, MODEL, makersOfVoices } from '../../voices/models.ts'
import { CLONE_ERRORS } from '../../voices/routes.ts'
import { VOICE_DETAILS, type VoiceDetails, voiceDetails } from '../../voices/voice-details.ts'
import { listVoices, VOICE_KINDS, VOICES_PAGE, type VoicesPage } from '../../voices/voice-list.ts'
import { findVoice } from '../../voices/voices.ts'
import type { Actor } from '../access/actor.ts'
import { noteChange } from '../access/changes.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { ManagementServices } from '../access/services.ts'
import { ORGANIZATION_PATH } from '../organizations/organization-routes.ts'
import { typed } from '../shared/typed.ts'
import { VoiceSamples } from './voice-samples.ts'

/** Which voices are listed. An empty parameter counts as none. */
const VOICES_QUERY = Type.Object({
  language: Type.Optional(
    Type.String({
      description: 'Only voices of this language, in any region if it has none.',
      examples: ['en', 'nl-NL'],
    }),
  ),
  kind: Type.Optional(
    oneOf(['', ...VOICE_KINDS], {
      description: 'Only voices that the organization has cloned, or only shared ones.',
      examples: ['own'],
      [REFUSAL]: () =>
        new ServiceError('invalid_value', `kind is neither ${VOICE_KINDS.join(' nor ')}.`, {
          detail: 'Send one of them, or leave it out for all voices.',
        }),
    }),
  ),
  model: Type.Optional(Type.String({ description: 'Only voices of this model.', examples: ['gepard-1.0'] })),
  search: Type.Optional(
    Type.String({ description: 'Only voices with this in their name, in any case.', examples: ['ann'] }),
  ),
  ...pageParameters('voice'),
})

const VOICE_PATH = Type.Object({
  ...ORGANIZATION_PATH.properties,
  voice: Type.String({
    description: 'The id of a voice.',
    examples: ['fa9272c5-be53-4d61-8e61-214208929493'],
  }),
})

const FORM = Type.Object({ ...CLONE_FORM.properties, ...CONSENT_FIELDS })

const MODEL_LIST = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          ...MODEL.properties,
          clones: Type.Boolean({ description: 'Whether it makes voices of recordings.', examples: [true] }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

/** The models, as the dashboard shows them. */
export type ModelList = Static<typeof MODEL_LIST>

const checkQuery = checker(VOICES_QUERY)

/** The models and voices of an organization. Members use them and clone voices; owners delete them. */
export function voiceManagementRoutes(services: ManagementServices) {
  return new Elysia({ prefix: '/management/organizations/:organization' })
    .use(errorHandler(services))
    .use(modelRoute(services))
    .use(listRoute(services))
    .use(cloneRoute(services))
    .use(voiceRoutes(services))
    .use(deletionRoute(services))
}

function modelRoute(services: ManagementServices) {
  const { models } = services
  return new Elysia().use(inOrganization(services, 'member')).get(
    '/models',
    (): ModelList => {
      const makers = new Set(makersOfVoices(models).map(({ id }) => id))
      return { data: listModels(models).data.map((model) => ({ ...model, clones: makers.has(model.id) })) }
    },
    {
      detail: operation({
        summary: 'List the models that an organization can use.',
        requires: 'member',
        path: ORGANIZATION_PATH,
        answer: {
          description: 'The models, the main one first.',
          content: { 'application/json': MODEL_LIST },
        },
        errors: ['organization_not_found'],
      }),
    },
  )
}

function listRoute(services: ManagementServices) {
  const { lists } = services
  return new Elysia().use(inOrganization(services, 'member')).get(
    '/voices',
    async ({ organizationId, query }): Promise<VoicesPage> => {
      const { language, kind, model, search, ...parameters } = checkQuery(query)
      return lists.read(organizationId, () =>
        listVoices(services, organizationId, {
          ...pageQuery(parameters),
          languageRange: language || undefined,
          kind: kind || undefined,
          modelId: model || undefined,
          search: search || undefined,
        }),
      )
    },
    {
      query: typed(VOICES_QUERY),
      detail: operation({
        summary: 'List the voices that an organization can use, page by page.',
        requires: 'member',
        path: ORGANIZATION_PATH,
        query: VOICES_QUERY,
        answer: {
          description: 'A page of voices: first its own, the newest first, then the shared ones.',
          content: { 'application/json': VOICES_PAGE },
        },
        errors: ['organization_not_found', 'invalid_limit', 'invalid_value'],
      }),
    },
  )
}

function cloneRoute(services: ManagementServices) {
  const { cloning } = services
  return new Elysia().use(inOrganization(services, 'member')).post(
    '/voices',
    async ({ actor, organizationId, request, checkAgain }): Promise<VoiceDetails> => {
      const consentOf = (form: Parameters<typeof consentRequest>[0]) => consentRequest(form, nameOf(actor))
      const { id } = await cloning.clone({ organizationId }, request, { consentOf, checkAgain })
      return found(await voiceDetails(services, organizationId, id))
    },
    {
      parse: 'none',
      detail: operation({
        summary: 'Make a voice of a recording, with the consent of the person who speaks in it.',
        requires: 'member',
        path: ORGANIZATION_PATH,
        body: { 'multipart/form-data': FORM },
        answer: {
          description: 'The voice, with what was measured on the recording.',
          content: { 'application/json': VOICE_DETAILS },
        },
        errors: [...CLONE_ERRORS, 'invalid_consent', 'organization_not_found'],
      }),
    },
  )
}

/** A voice, and how it sounds. */
function voiceRoutes(services: ManagementServices) {
  const samples = new VoiceSamples()
  return new Elysia()
    .use(inOrganization(services, 'member'))
    .get(
      '/voices/:voice',
      async ({ organizationId, params: { voice } }): Promise<VoiceDetails> => {
        return found(await voiceDetails(services, organizationId, voice))
      },
      {
        detail: operation({
          summary: 'Get a voice, with what was measured on its recording and the consent to it.',
          requires: 'member',
          path: VOICE_PATH,
          answer: { description: 'The voice.', content: { 'application/json': VOICE_DETAILS } },
          errors: ['organization_not_found', 'voice_not_found'],
        }),
      },
    )
    .get(
      '/voices/:voice/sample',
      async ({ organizationId, params: { voice } }) => {
        const sample = await samples.of(
          organizationId,
          found(await findVoice(services, organizationId, voice)),
        )
        return new Response(sample, {
          headers: { 'content-type': 'audio/mpeg', 'cache-control': 'private, max-age=300' },
        })
      },
      {
        detail: operation({
          summary: 'Hear a voice.',
          description: 'A sentence in the language of the voice, as an MP3 file. It costs no credits.',
          requires: 'member',
          path: VOICE_PATH,
          answer: { description: 'The sample.', content: { 'audio/mpeg': Type.String() } },
          errors: ['organization_not_found', 'voice_not_found', 'concurrent_limit', 'upstream_unavailable'],
        }),
      },
    )
}

function deletionRoute(services: ManagementServices) {
  return new Elysia().use(inOrganization(services, 'owner')).delete(
    '/voices/:voice',
    async ({ actor, organizationId, params: { voice } }) => {
      if (!(await deleteClone(services.db, organizationId, voice))) throw noOwnVoice()
      noteChange(services.log, actor, 'a voice was deleted', { organization: organizationId, voice })
      return new Response(null, { status: 204 })
    },
    {
      parse: 'none',
      detail: operation({
        summary: 'Delete a voice that the organization has cloned.',
        requires: 'owner',
        path: VOICE_PATH,
        answer: { status: 204, description: 'It is deleted.' },
        errors: ['organization_not_found', 'voice_not_found'],
      }),
    },
  )
}

/** Who records a consent. */
function nameOf(actor: Actor): string {
  return actor.kind === 'person' ? actor.email : actor.name
}

function found<Voice>(voice: Voice | undefined): Voice {
  if (voice === undefined) throw voiceNotFound()
  return voice
}

function noOwnVoice(): ServiceError {
  return new ServiceError('voice_not_found', 'The organization has no cloned voice with this id.', {
    detail: 'Shared voices cannot be deleted.',
  })
}
