import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { createProject, MAX_PROJECTS, renameProject } from '../../accounts/projects.ts'
import { BODY_LIMIT, jsonBody } from '../../http/body.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { nameField } from '../../http/name-field.ts'
import { BODY_ERRORS, operation } from '../../http/openapi.ts'
import { forwardParameters, type Page, pageQuery, pageSchema } from '../../http/page.ts'
import { checker } from '../../http/schema.ts'
import { noteChange } from '../access/changes.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices } from '../access/services.ts'
import { typed } from '../shared/typed.ts'
import { ORGANIZATION_PATH } from './organization-routes.ts'
import { findProject, listProjects, PROJECT, type Project } from './projects.ts'

export const PROJECT_PATH = Type.Object({
  ...ORGANIZATION_PATH.properties,
  project: Type.String({ format: 'uuid' }),
})

const QUERY = Type.Object(forwardParameters('project'))
const checkQuery = checker(QUERY)

const BODY = Type.Object({ name: nameField('A name that no other project has.', 'Phone bridge') })

const ANSWER = { description: 'The project.', content: { 'application/json': PROJECT } }

/** The projects of an organization, which divide its keys. */
export function projectRoutes(services: AccountServices) {
  return new Elysia({ prefix: '/management/organizations/:organization' })
    .use(errorHandler(services))
    .use(listRoute(services))
    .use(createRoute(services))
    .use(renameRoute(services))
}

function listRoute(services: AccountServices) {
  return new Elysia().use(inOrganization(services, 'member')).get(
    '/projects',
    ({ organizationId, query }): Promise<Page<Project>> => {
      const page = pageQuery(checkQuery(query))
      return services.lists.read(organizationId, () => listProjects(services.db, organizationId, page))
    },
    {
      query: typed(QUERY),
      detail: operation({
        summary: 'List the projects of an organization, by name, page by page.',
        requires: 'member',
        path: ORGANIZATION_PATH,
        query: QUERY,
        answer: {
          description: 'A page of projects.',
          content: { 'application/json': pageSchema(PROJECT) },
        },
        errors: ['invalid_limit', 'organization_not_found'],
      }),
    },
  )
}

function createRoute(services: AccountServices) {
  const { db, log } = services
  return new Elysia()
    .use(inOrganization(services, 'owner'))
    .use(jsonBody(services.bodies, BODY, BODY_LIMIT))
    .post(
      '/projects',
      async ({ actor, organizationId, input }): Promise<Project> => {
        const made = await createProject(db, organizationId, input.name.trim())
        if (made === 'too many') throw tooMany()
        if (made === 'exists') throw nameTaken()
        noteChange(log, actor, 'a project was made', { organization: organizationId, project: made.id })
        return (await findProject(db, organizationId, made.id))!
      },
      {
        parse: 'none',
        body: typed(BODY),
        detail: operation({
          summary: 'Make a project.',
          requires: 'owner',
          path: ORGANIZATION_PATH,
          body: { 'application/json': BODY },
          answer: ANSWER,
          errors: [
            ...BODY_ERRORS,
            'invalid_name',
            'organization_not_found',
            'already_exists',
            'project_limit_reached',
          ],
        }),
      },
    )
}

function renameRoute(services: AccountServices) {
  const { db, log } = services
  return new Elysia()
    .use(inOrganization(services, 'owner'))
    .derive(async ({ organizationId, params }) => {
      await assertProject(services, organizationId, (params as { project: string }).project) // before the body is read
      return {}
    })
    .use(jsonBody(services.bodies, BODY, BODY_LIMIT))
    .patch(
      '/projects/:project',
      async ({ actor, organizationId, params: { project }, input }): Promise<Project> => {
        if (!(await renameProject(db, organizationId, project, input.name.trim()))) throw nameTaken()
        noteChange(log, actor, 'a project was renamed', { organization: organizationId, project })
        return (await findProject(db, organizationId, project))!
      },
      {
        parse: 'none',
        body: typed(BODY),
        detail: operation({
          summary: 'Rename a project.',
          requires: 'owner',
          path: PROJECT_PATH,
          body: { 'application/json': BODY },
          answer: ANSWER,
          errors: [
            ...BODY_ERRORS,
            'invalid_name',
            'organization_not_found',
            'project_not_found',
            'already_exists',
          ],
        }),
      },
    )
}

/**
 * Makes sure that an organization has a project.
 *
 * @throws ServiceError project_not_found; DatabaseUnavailable
 */
export async function assertProject(
  { db }: AccountServices,
  organizationId: string,
  projectId: string,
): Promise<void> {
  if ((await findProject(db, organizationId, projectId)) === undefined) throw projectNotFound()
}

/** The refusal of an id that no project of the organization has. */
export function projectNotFound(): ServiceError {
  return new ServiceError('project_not_found', 'The organization has no project with this id.', {
    detail: 'GET /management/organizations/{organization}/projects lists those it has.',
  })
}

function nameTaken(): ServiceError {
  return new ServiceError('already_exists', 'There is a project with this name already.', {
    detail: 'Choose another name.',
  })
}

function tooMany(): ServiceError {
  return new ServiceError('project_limit_reached', `The organization has ${MAX_PROJECTS} projects already.`, {
    detail: 'Rename one that is not needed any more.',
  })
}
