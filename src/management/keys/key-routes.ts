import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { keyPrefix } from '../../accounts/api-key.ts'
import { createAnotherKey, MAX_KEYS, revokeKey } from '../../accounts/keys.ts'
import { firstProject } from '../../accounts/organizations.ts'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { nameField } from '../../http/name-field.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { forwardParameters, type Page, pageQuery, pageSchema } from '../../http/page.ts'
import { checkedBy, checker, oneOf, REFUSAL } from '../../http/schema.ts'
import { withTimeout } from '../../storage/database.ts'
import { organizationNotFound } from '../access/actor.ts'
import { noteChange } from '../access/changes.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices } from '../access/services.ts'
import { ORGANIZATION_PATH } from '../organizations/organization-routes.ts'
import { assertProject, projectNotFound } from '../organizations/project-routes.ts'
import { searched, searchParameter } from '../shared/search.ts'
import { typed } from '../shared/typed.ts'
import { findKey, KEY, KEY_STATES, type KeyState, type ListedKey, listKeysOf } from './keys.ts'

/** Which keys are listed. An empty parameter counts as none. */
const KEYS_QUERY = Type.Object({
  project: Type.Optional(Type.String({ format: 'uuid', description: 'Only keys of this project.' })),
  state: Type.Optional(
    oneOf<KeyState | ''>(['', ...KEY_STATES], {
      description: 'Only keys that are valid, or only those that were revoked.',
      [REFUSAL]: () =>
        new ServiceError('invalid_value', 'state is neither valid nor revoked.', {
          detail: 'Send one of them, or leave it out for all keys.',
        }),
    }),
  ),
  search: searchParameter('Only keys whose name or prefix contains this, in whatever case.'),
  ...forwardParameters('key'),
})
const checkQuery = checker(KEYS_QUERY)

const NEW_KEY = Type.Object({
  name: nameField('What the key is for.', 'phone bridge'),
  project_id: Type.Optional(
    checkedBy<string>((id) => typeof id === 'string', {
      type: 'string',
      format: 'uuid',
      description: 'The project that it belongs to; the oldest one if it is left out.',
      [REFUSAL]: projectNotFound,
    }),
  ),
})

/** A key that was just made. */
const MADE_KEY = Type.Object(
  {
    ...KEY.properties,
    key: Type.String({
      description: 'The key itself. It is shown only here.',
      examples: ['sk_purr_TlagLAXd_…'],
    }),
  },
  { additionalProperties: false },
)
type MadeKey = Static<typeof MADE_KEY>

const KEY_PATH = Type.Object({
  ...ORGANIZATION_PATH.properties,
  key: Type.String({ description: 'The id of a key, or its prefix.' }),
})

/** The API keys of an organization. */
export function keyRoutes(services: AccountServices) {
  return new Elysia({ prefix: '/management/organizations/:organization' })
    .use(errorHandler(services))
    .use(listRoute(services))
    .use(revocationRoute(services))
    .use(createRoute(services))
}

function listRoute(services: AccountServices) {
  const { db, lists } = services
  return new Elysia().use(inOrganization(services, 'member')).get(
    '/keys',
    ({ actor, role, organizationId, query }): Promise<Page<ListedKey>> => {
      const { project, state, search, ...parameters } = checkQuery(query)
      const { limit, startingAfter } = pageQuery(parameters)
      const wanted = {
        limit,
        startingAfter,
        projectId: project || undefined,
        state: state || undefined,
        search: searched(search),
      }
      return lists.read(organizationId, () => listKeysOf(db, organizationId, { actor, role }, wanted))
    },
    {
      query: typed(KEYS_QUERY),
      detail: operation({
        summary: 'List the API keys of an organization, the newest first, page by page.',
        requires: 'member',
        path: ORGANIZATION_PATH,
        query: KEYS_QUERY,
        answer: { description: 'A page of keys.', content: { 'application/json': pageSchema(KEY) } },
        errors: ['invalid_limit', 'invalid_value', 'organization_not_found'],
      }),
    },
  )
}

function revocationRoute(services: AccountServices) {
  const { db, log, keys } = services
  return new Elysia().use(inOrganization(services, 'member')).delete(
    '/keys/:key',
    async ({ actor, role, organizationId, params }): Promise<Response> => {
      const found = await findKey(db, organizationId, { actor, role }, params.key)
      if (found === undefined || found.revoked_at !== null) throw keyNotFound()
      if (!found.may_revoke) throw notYours()
      const keyId = await withTimeout(() => revokeKey(db, found.prefix, organizationId), organizationId)
      if (keyId === undefined) throw keyNotFound()
      keys.revoked({ id: keyId, prefix: found.prefix })
      noteChange(log, actor, 'a key was revoked', { organization: organizationId, key: keyId })
      return new Response(null, { status: 204 })
    },
    {
      parse: 'none',
      detail: operation({
        summary: 'Revoke an API key, at once and for good. Open connections with it are closed.',
        description: 'Members may revoke the keys that they have made, owners all.',
        requires: 'member',
        path: KEY_PATH,
        answer: { status: 204, description: 'It is revoked.' },
        errors: ['organization_not_found', 'key_not_found'],
      }),
    },
  )
}

function createRoute(services: AccountServices) {
  const { db, log, guard, bodies } = services
  return new Elysia()
    .use(inOrganization(services, 'member'))
    .use(jsonBody(bodies, NEW_KEY, BODY_LIMIT))
    .post(
      '/keys',
      async ({ actor, role, organizationId, input }): Promise<MadeKey> => {
        const projectId = await projectOf(services, organizationId, input.project_id)
        const createdBy = actor.kind === 'person' ? actor.userId : undefined
        const key = await createAnotherKey(db, organizationId, projectId, input.name.trim(), createdBy)
        if (key === undefined) throw tooMany()
        guard.remember(key)
        const made = (await findKey(db, organizationId, { actor, role }, keyPrefix(key)!))!
        noteChange(log, actor, 'a key was made', { organization: organizationId, key: made.id })
        return { ...made, key }
      },
      {
        parse: 'none',
        body: typed(NEW_KEY),
        detail: operation({
          summary: 'Make an API key. It is shown only in this response.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          body: { 'application/json': NEW_KEY },
          example: { name: 'phone bridge' },
          answer: { description: 'The key.', content: { 'application/json': MADE_KEY } },
          errors: [
            ...BODY_ERRORS,
            'invalid_name',
            'organization_not_found',
            'project_not_found',
            'key_limit_reached',
          ],
        }),
      },
    )
}

/**
 * The id of a project of an organization, by default its oldest.
 *
 * @throws ServiceError project_not_found, organization_not_found; DatabaseUnavailable
 */
async function projectOf(
  services: AccountServices,
  organizationId: string,
  projectId: string | undefined,
): Promise<string> {
  if (projectId === undefined) {
    const first = await withTimeout(() => firstProject(services.db, organizationId), organizationId)
    if (first === undefined) throw organizationNotFound() // it was deleted meanwhile
    return first
  }
  await assertProject(services, organizationId, projectId)
  return projectId
}

/** The refusal of a key that is unknown or was revoked. */
export function keyNotFound(): ServiceError {
  return new ServiceError('key_not_found', 'The organization has no valid key with this id.', {
    detail: 'GET /management/organizations/{organization}/keys lists those it has.',
  })
}

function notYours(): ServiceError {
  return new ServiceError('not_granted', 'Members may revoke only the keys that they have made.', {
    detail: 'Ask an owner of the organization to do it.',
  })
}

function tooMany(): ServiceError {
  return new ServiceError('key_limit_reached', `The organization has ${MAX_KEYS} valid keys already.`, {
    detail: 'Revoke those that are not needed any more.',
  })
}
