import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  createOrganization,
  findOrganization,
  renameOrganization,
  setLimits,
  setTier,
} from '../../accounts/organizations.ts'
import { isTier, type Limit, MOST, TIERS, type Tier } from '../../accounts/tiers.ts'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { nameField } from '../../http/name-field.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { forwardParameters, type Page, pageQuery, pageSchema } from '../../http/page.ts'
import { checkedBy, checker, REFUSAL } from '../../http/schema.ts'
import { withTimeout } from '../../storage/database.ts'
import { type Actor, assertOperator, type Role } from '../access/actor.ts'
import { noteChange } from '../access/changes.ts'
import { managed, operatorOnly } from '../access/guard.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices } from '../access/services.ts'
import { searched, searchParameter } from '../shared/search.ts'
import { typed } from '../shared/typed.ts'
import { listOrganizationsOf, ORGANIZATION, type Organization, shownOrganization } from './organizations.ts'

export const ORGANIZATION_PATH = Type.Object({ organization: Type.String({ format: 'uuid' }) })

const ORGANIZATIONS_QUERY = Type.Object({
  search: searchParameter('Only organizations whose names contain this, in whatever case.'),
  ...forwardParameters('organization'),
})
const checkQuery = checker(ORGANIZATIONS_QUERY)

const NAME = nameField('A name that no other organization has.', 'Acme')

const NEW_ORGANIZATION = Type.Object({ name: NAME })

/** The schema of one of an organization's own limits. */
function ownLimit(name: string, limit: Limit) {
  return Type.Optional(
    checkedBy<number | null>((value) => value === null || isLimit(value, limit), {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: MOST[limit],
      description: 'null: that of the tier.',
      [REFUSAL]: () =>
        new ServiceError('invalid_value', `${name} is not a whole number from 0 to ${MOST[limit]}.`, {
          detail: 'Send such a number, or null for the limit of the tier.',
        }),
    }),
  )
}

function isLimit(value: unknown, limit: Limit): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST[limit]
}

const CHANGES = Type.Object({
  name: Type.Optional(NAME),
  tier: Type.Optional(
    checkedBy<Tier>((tier) => typeof tier === 'string' && isTier(tier), {
      type: 'string',
      enum: Object.keys(TIERS),
      description: 'Only the operator changes it.',
      [REFUSAL]: () =>
        new ServiceError('invalid_value', 'tier is not the name of a tier.', {
          detail: `Send one of ${Object.keys(TIERS).join(', ')}.`,
        }),
    }),
  ),
  own_limits: Type.Optional(
    Type.Object(
      {
        requests_per_minute: ownLimit('requests_per_minute', 'requestsPerMinute'),
        concurrency: ownLimit('concurrency', 'concurrency'),
        clones_per_hour: ownLimit('clones_per_hour', 'clonesPerHour'),
        voices: ownLimit('voices', 'voices'),
      },
      {
        description: 'Only the operator changes them. Those that are left out stay as they are.',
        [REFUSAL]: () =>
          new ServiceError('invalid_value', 'own_limits is not an object.', {
            detail: 'Send {"concurrency": 50}, or leave it out.',
          }),
      },
    ),
  ),
})

const ANSWER = { description: 'The organization.', content: { 'application/json': ORGANIZATION } }

/** Organizations: who pays. */
export function organizationRoutes(services: AccountServices) {
  return new Elysia({ prefix: '/management' })
    .use(errorHandler(services))
    .use(listRoute(services))
    .use(createRoute(services))
    .use(getRoute(services))
    .use(changeRoute(services))
}

function listRoute(services: AccountServices) {
  return new Elysia().use(managed(services)).get(
    '/organizations',
    ({ actor, query }): Promise<Page<Organization>> => {
      const { search, ...parameters } = checkQuery(query)
      const { limit, startingAfter } = pageQuery(parameters)
      return services.lists.read(readerOf(actor), () =>
        listOrganizationsOf(services.db, actor, { limit, startingAfter, search: searched(search) }),
      )
    },
    {
      query: typed(ORGANIZATIONS_QUERY),
      detail: operation({
        summary: 'List your organizations, by name, page by page. The operator sees all.',
        requires: 'sign-in',
        query: ORGANIZATIONS_QUERY,
        answer: {
          description: 'A page of organizations.',
          content: { 'application/json': pageSchema(ORGANIZATION) },
        },
        errors: ['invalid_limit', 'invalid_value'],
      }),
    },
  )
}

function createRoute(services: AccountServices) {
  const { db, log, bodies } = services
  return new Elysia()
    .use(operatorOnly(services))
    .use(jsonBody(bodies, NEW_ORGANIZATION, BODY_LIMIT))
    .post(
      '/organizations',
      async ({ actor, input }): Promise<Organization> => {
        const name = input.name.trim()
        const made = await withTimeout(() => createOrganization(db, name))
        if (made === undefined) throw nameTaken()
        const { organizationId } = made
        noteChange(log, actor, 'an organization was made', { organization: organizationId })
        return shown(services, organizationId, 'operator')
      },
      {
        parse: 'none',
        body: typed(NEW_ORGANIZATION),
        detail: operation({
          summary: 'Make an organization with a first project.',
          requires: 'operator',
          body: { 'application/json': NEW_ORGANIZATION },
          answer: ANSWER,
          errors: [...BODY_ERRORS, 'invalid_name', 'already_exists'],
        }),
      },
    )
}

function getRoute(services: AccountServices) {
  return new Elysia()
    .use(inOrganization(services, 'member'))
    .get(
      '/organizations/:organization',
      ({ role, organizationId }): Promise<Organization> => shown(services, organizationId, role),
      {
        detail: operation({
          summary: 'Get an organization.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          answer: ANSWER,
          errors: ['organization_not_found'],
        }),
      },
    )
}

function changeRoute(services: AccountServices) {
  return new Elysia()
    .use(inOrganization(services, 'owner'))
    .use(jsonBody(services.bodies, CHANGES, BODY_LIMIT))
    .patch(
      '/organizations/:organization',
      async ({ actor, role, organizationId, input }): Promise<Organization> => {
        await change(services, actor, organizationId, input)
        return shown(services, organizationId, role)
      },
      {
        parse: 'none',
        body: typed(CHANGES),
        detail: operation({
          summary: 'Change an organization: owners its name, the operator also its tier and limits.',
          requires: 'owner',
          path: ORGANIZATION_PATH,
          body: { 'application/json': CHANGES },
          example: { name: 'Acme Telephony' },
          answer: ANSWER,
          errors: [
            ...BODY_ERRORS,
            'invalid_name',
            'invalid_value',
            'organization_not_found',
            'already_exists',
          ],
        }),
      },
    )
}

/**
 * Changes all that is asked for, or nothing.
 *
 * @throws ServiceError not_granted, already_exists; DatabaseUnavailable
 */
async function change(
  { db, log }: AccountServices,
  actor: Actor,
  organizationId: string,
  { name, tier, own_limits: own }: Static<typeof CHANGES>,
): Promise<void> {
  if (tier !== undefined || own !== undefined) assertOperator(actor)
  const limits = {
    requestsPerMinute: own?.requests_per_minute,
    concurrency: own?.concurrency,
    clonesPerHour: own?.clones_per_hour,
    voices: own?.voices,
  }
  const isChanged = await withTimeout(() =>
    db.transaction(async (tx) => {
      if (name !== undefined && !(await renameOrganization(tx, organizationId, name.trim()))) return false
      if (tier !== undefined) await setTier(tx, organizationId, tier)
      if (Object.values(limits).some((each) => each !== undefined))
        await setLimits(tx, organizationId, limits)
      return true
    }),
  )
  if (!isChanged) throw nameTaken()
  const what = { organization: organizationId, isRenamed: name !== undefined, tier, limits }
  noteChange(log, actor, 'an organization was changed', what)
}

async function shown({ db }: AccountServices, organizationId: string, role: Role): Promise<Organization> {
  return shownOrganization((await withTimeout(() => findOrganization(db, organizationId)))!, role)
}

/** Whose budget of lists an actor uses where no organization is named. */
function readerOf(actor: Actor): string {
  return actor.kind === 'person' ? actor.userId : (actor.keyId ?? actor.name)
}

function nameTaken(): ServiceError {
  return new ServiceError('already_exists', 'There is an organization with this name already.', {
    detail: 'Choose another name.',
  })
}
