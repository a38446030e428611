import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { operation } from '../../http/openapi.ts'
import { usageGroups } from '../../usage/groups.ts'
import { organizationLimits } from '../../usage/limits.ts'
import { usageSeries } from '../../usage/series.ts'
import { TooMuchUsage, type UsageRead, UsageReads } from '../../usage/usage-reads.ts'
import { organizationNotFound } from '../access/actor.ts'
import { inOrganization } from '../access/in-organization.ts'
import type { AccountServices } from '../access/services.ts'
import { ORGANIZATION_PATH } from '../organizations/organization-routes.ts'
import { typed } from '../shared/typed.ts'
import {
  GROUPS,
  type Groups,
  LIMITS,
  type LimitsAnswer,
  SERIES,
  type Series,
  shownGroups,
  shownLimits,
  shownSeries,
} from './usage-answers.ts'
import { csvOf } from './usage-csv.ts'
import { MAX_POINTS, USAGE_QUERY, usageQuery } from './usage-query.ts'

const CSV = Type.String({
  description: 'A line for each period.',
  examples: ['start,turns,characters,…\r\n2026-11-22T18:00:00.000Z,12,480,…\r\n'],
})

/** Rows of usage that take as long to add up as a page of a list takes to read. */
const ROWS_OF_A_PAGE = 2000

/** Adds up usage of an organization, within the bounds of its lists. */
type Answering = <Answer>(
  organizationId: string,
  make: (read: UsageRead) => Promise<Answer>,
) => Promise<Answer>

/** Usage of an organization over time and by what was used, and how near it is to its limits. */
export function usageRoutes(services: AccountServices) {
  const answer = answering(services)
  return new Elysia({ prefix: '/management/organizations/:organization' })
    .use(errorHandler(services))
    .use(seriesRoutes(services, answer))
    .use(groupRoute(services, answer))
    .use(limitRoute(services))
}

function answering({ db, lists }: AccountServices): Answering {
  const reads = new UsageReads(db)
  return (organizationId, make) =>
    reads.answer(organizationId, async (read) => {
      lists.enter(organizationId, 'usage')
      try {
        return await make(read)
      } catch (error) {
        throw error instanceof TooMuchUsage ? tooMuch() : error
      } finally {
        lists.took(organizationId, read.cost / ROWS_OF_A_PAGE)
      }
    })
}

/** Usage over time, in JSON and in CSV. */
function seriesRoutes(services: AccountServices, answer: Answering) {
  const series = async (organizationId: string, query: unknown): Promise<Series> => {
    const now = Date.now()
    const asked = usageQuery(organizationId, query, now)
    return shownSeries(asked, await answer(organizationId, (read) => usageSeries(read, asked, now)))
  }
  return new Elysia()
    .use(inOrganization(services, 'member'))
    .get('/usage', ({ organizationId, query }): Promise<Series> => series(organizationId, query), {
      query: typed(USAGE_QUERY),
      detail: operation({
        summary: 'Show what was spoken, by minute, hour or day.',
        description: `It is some seconds old, and some seconds of it are missing if a server has crashed: it is for charts, and no invoice. At most ${MAX_POINTS} periods can be asked for. Minutes are kept for 3 days, hours for 100, days for 1100.`,
        requires: 'member',
        path: ORGANIZATION_PATH,
        query: USAGE_QUERY,
        answer: { description: 'Each period.', content: { 'application/json': SERIES } },
        errors: ['invalid_value', 'organization_not_found'],
      }),
    })
    .get(
      '/usage.csv',
      async ({ organizationId, query }): Promise<Response> => {
        const usage = await series(organizationId, query)
        const name = `usage-${usage.period}-${usage.from.slice(0, 10)}.csv`
        return new Response(csvOf(usage), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="${name}"`,
          },
        })
      },
      {
        query: typed(USAGE_QUERY),
        detail: operation({
          summary: 'The same as a table in CSV.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          query: USAGE_QUERY,
          answer: { description: 'The table.', content: { 'text/csv': CSV } },
          errors: ['invalid_value', 'organization_not_found'],
        }),
      },
    )
}

function groupRoute(services: AccountServices, answer: Answering) {
  return new Elysia().use(inOrganization(services, 'member')).get(
    '/usage/groups',
    async ({ organizationId, query }): Promise<Groups> => {
      const now = Date.now()
      const asked = usageQuery(organizationId, query, now)
      return shownGroups(await answer(organizationId, (read) => usageGroups(read, asked, now)))
    },
    {
      query: typed(USAGE_QUERY),
      detail: operation({
        summary: 'Show what was spoken with each key, voice and model, that with the most characters first.',
        requires: 'member',
        path: ORGANIZATION_PATH,
        query: USAGE_QUERY,
        answer: { description: 'At most 500 of them.', content: { 'application/json': GROUPS } },
        errors: ['invalid_value', 'organization_not_found'],
      }),
    },
  )
}

function limitRoute(services: AccountServices) {
  const { db, lists } = services
  return new Elysia().use(inOrganization(services, 'member')).get(
    '/limits',
    async ({ organizationId }): Promise<LimitsAnswer> => {
      lists.enter(organizationId, 'usage')
      const limits = await organizationLimits(db, organizationId)
      if (limits === undefined) throw organizationNotFound()
      return shownLimits(limits)
    },
    {
      detail: operation({
        summary: 'Show the limits of an organization, how near it is to them, and what they have refused.',
        requires: 'member',
        path: ORGANIZATION_PATH,
        answer: { description: 'The limits.', content: { 'application/json': LIMITS } },
        errors: ['organization_not_found'],
      }),
    },
  )
}

function tooMuch(): ServiceError {
  return new ServiceError('invalid_value', 'This is more usage than can be added up for one response.', {
    detail: 'Send a shorter time, a longer period, or a key.',
  })
}
