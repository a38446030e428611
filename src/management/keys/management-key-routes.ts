import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  createManagementKey,
  listManagementKeys,
  MAX_MANAGEMENT_KEYS,
  type ManagementKeyListing,
  revokeManagementKey,
} from '../../accounts/management-keys.ts'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { nameField } from '../../http/name-field.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { withTimeout } from '../../storage/database.ts'
import { isUuid } from '../../storage/uuid.ts'
import type { Actor } from '../access/actor.ts'
import { noteChange } from '../access/changes.ts'
import { operatorOnly } from '../access/guard.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices } from '../access/services.ts'
import { MOMENT, orNull } from '../shared/shown-fields.ts'
import { typed } from '../shared/typed.ts'

const FIELDS = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  prefix: Type.String({ description: 'The part of the key by which it is recognised.' }),
  created_at: MOMENT,
  last_used_at: orNull(MOMENT),
}

const SAMPLE = {
  id: '8f5b1c5e-6f0e-4f0c-9a57-3b1d2f9f6a10',
  name: 'Deployment',
  prefix: 'a1B2c3D4',
  created_at: '2026-11-22T18:00:00.000Z',
  last_used_at: null,
}

const KEYS = Type.Object(
  { data: Type.Array(Type.Object(FIELDS, { additionalProperties: false })) },
  { additionalProperties: false, examples: [{ data: [SAMPLE] }] },
)

/** Management keys. */
export type ManagementKeys = Static<typeof KEYS>

const NEW_KEY = Type.Object(
  { ...FIELDS, key: Type.String({ description: 'The key. It is shown only now.' }) },
  { additionalProperties: false, examples: [{ ...SAMPLE, key: `mk_purr_a1B2c3D4_${'x'.repeat(40)}` }] },
)

const NAMED = Type.Object({ name: nameField('What the key is for.', 'Deployment') })

/** Whose keys some routes are about. */
type Owner = { readonly organizationId: string | null }

/** Keys of the management API: those of an organization, and those of the operator. */
export function managementKeyRoutes(services: AccountServices) {
  const ofOrganization = {
    requires: 'owner',
    path: { organization: Type.String({ format: 'uuid' }) },
  } as const
  const ofOperator = { requires: 'operator', path: {} } as const
  const organizations = new Elysia({ prefix: '/management/organizations/:organization/management-keys' })
    .use(errorHandler(services))
    .use(inOrganization(services, 'owner'))
    .get('', ({ organizationId }) => list(services, { organizationId }), listed(ofOrganization))
    .delete(
      '/:key',
      ({ actor, organizationId, params, set }) =>
        revoke(services, actor, { organizationId }, params.key, set),
      revoked(ofOrganization),
    )
    .use(jsonBody(services.bodies, NAMED, BODY_LIMIT))
    .post(
      '',
      ({ actor, input, organizationId }) => create(services, actor, { organizationId }, input.name),
      created(ofOrganization),
    )
  const operators = new Elysia({ prefix: '/management/management-keys' })
    .use(errorHandler(services))
    .use(operatorOnly(services))
    .get('', () => list(services, OPERATOR), listed(ofOperator))
    .delete(
      '/:key',
      ({ actor, params, set }) => revoke(services, actor, OPERATOR, params.key, set),
      revoked(ofOperator),
    )
    .use(jsonBody(services.bodies, NAMED, BODY_LIMIT))
    .post('', ({ actor, input }) => create(services, actor, OPERATOR, input.name), created(ofOperator))
  return new Elysia().use(organizations).use(operators)
}

const OPERATOR: Owner = { organizationId: null }

async function list({ db }: AccountServices, { organizationId }: Owner): Promise<ManagementKeys> {
  const keys = await withTimeout(() => listManagementKeys(db, organizationId))
  return { data: keys.map(shown) }
}

async function create(
  { db, log, guard }: AccountServices,
  actor: Actor,
  { organizationId }: Owner,
  name: string,
): Promise<Static<typeof NEW_KEY>> {
  const made = await createManagementKey(db, organizationId, name.trim())
  if (made === undefined) throw tooMany()
  const { key, ...listing } = made
  guard.remember(key)
  const changed = { organization: organizationId, managementKey: made.id }
  noteChange(log, actor, 'a management key was made', changed)
  return { ...shown(listing), key }
}

async function revoke(
  { db, log }: AccountServices,
  actor: Actor,
  { organizationId }: Owner,
  id: string,
  set: { status?: number | string },
): Promise<void> {
  const isRevoked = isUuid(id) && (await withTimeout(() => revokeManagementKey(db, organizationId, id)))
  if (!isRevoked) throw noKey()
  const changed = { organization: organizationId, managementKey: id.toLowerCase() }
  noteChange(log, actor, 'a management key was revoked', changed)
  set.status = 204
}

interface Place {
  readonly requires: 'owner' | 'operator'
  readonly path: Record<string, ReturnType<typeof Type.String>>
}

const notFound = ({ requires }: Place) => (requires === 'owner' ? (['organization_not_found'] as const) : [])

function listed(place: Place) {
  return {
    detail: operation({
      summary: `List the management keys of ${whose(place)}.`,
      requires: place.requires,
      path: Type.Object(place.path),
      answer: { description: 'The keys, oldest first.', content: { 'application/json': KEYS } },
      errors: notFound(place),
    }),
  }
}

function created(place: Place) {
  return {
    parse: 'none' as const,
    body: typed(NAMED),
    detail: operation({
      summary: `Make a management key of ${whose(place)}.`,
      requires: place.requires,
      path: Type.Object(place.path),
      body: { 'application/json': NAMED },
      answer: { description: 'The key.', content: { 'application/json': NEW_KEY } },
      errors: [...BODY_ERRORS, 'invalid_name', 'already_exists', ...notFound(place)],
    }),
  }
}

function revoked(place: Place) {
  return {
    parse: 'none' as const,
    detail: operation({
      summary: `Revoke a management key of ${whose(place)}.`,
      requires: place.requires,
      path: Type.Object({ ...place.path, key: Type.String({ format: 'uuid' }) }),
      answer: { status: 204, description: 'It is refused from now on.' },
      errors: ['not_found', ...notFound(place)],
    }),
  }
}

function whose({ requires }: Place): string {
  return requires === 'owner' ? 'an organization' : 'the operator, for all organizations'
}

function shown({ createdAt, lastUsedAt, ...each }: ManagementKeyListing) {
  return { ...each, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null }
}

function noKey(): ServiceError {
  return new ServiceError('not_found', 'There is no valid management key with this id.', {
    detail: 'List the management keys for their ids. It may have been revoked already.',
  })
}

function tooMany(): ServiceError {
  return new ServiceError('already_exists', `There are ${MAX_MANAGEMENT_KEYS} management keys already.`, {
    detail: 'Revoke those that nobody uses.',
  })
}
