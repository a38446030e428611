import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { KeyedSemaphore } from '../../accounts/keyed-semaphore.ts'
import { errorHandler } from '../../http/error-handler.ts'
import { ServiceError } from '../../http/errors.ts'
import { operation } from '../../http/openapi.ts'
import { usageGroups } from '../../usage/groups.ts'
import { organizationLimits } from '../../usage/limits.ts'
import { TooMuchUsage, type UsageQuery, usageSeries } from '../../usage/series.ts'
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

/** Usage of an organization over time and by what was used, and how near it is to its limits. */
export function usageRoutes(services: AccountServices) {
  const { db } = services
  // Each of an organization waits for the one before: a chart takes as much of the database as a list does.
  const reading = new KeyedSemaphore(1)
  const read = async <Answer>(asked: UsageQuery, ask: () => Promise<Answer>): Promise<Answer> => {
    const outcome = await reading.run(asked.organizationId, async () => {
      const [result] = await Promise.allSettled([ask()])
      return result
    })
    if (outcome.status === 'fulfilled') return outcome.value
    throw outcome.reason instanceof TooMuchUsage ? tooMuch() : outcome.reason
  }
  const series = async (organizationId: string, query: unknown): Promise<Series> => {
    const now = Date.now()
    const asked = usageQuery(organizationId, query, now)
    return shownSeries(asked, await read(asked, () => usageSeries(db, asked, now)))
  }
  return new Elysia({ prefix: '/management/organizations/:organization' })
    .use(errorHandler(services))
    .use(inOrganization(services, 'member'))
    .get('/usage', ({ organizationId, query }): Promise<Series> => series(organizationId, query), {
      query: typed(USAGE_QUERY),
      detail: operation({
        summary: 'Tell what was spoken, by minute, hour or day.',
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
    .get(
      '/usage/groups',
      async ({ organizationId, query }): Promise<Groups> => {
        const asked = usageQuery(organizationId, query, Date.now())
        return shownGroups(await read(asked, () => usageGroups(db, asked)))
      },
      {
        query: typed(USAGE_QUERY),
        detail: operation({
          summary:
            'Tell what was spoken with each key, voice and model, that with the most characters first.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          query: USAGE_QUERY,
          answer: { description: 'At most 500 of them.', content: { 'application/json': GROUPS } },
          errors: ['invalid_value', 'organization_not_found'],
        }),
      },
    )
    .get(
      '/limits',
      async ({ organizationId }): Promise<LimitsAnswer> => {
        const limits = await organizationLimits(db, organizationId)
        if (limits === undefined) throw organizationNotFound()
        return shownLimits(limits)
      },
      {
        detail: operation({
          summary: 'Tell the limits of an organization, how near it is to them, and what they have refused.',
          requires: 'member',
          path: ORGANIZATION_PATH,
          answer: { description: 'The limits.', content: { 'application/json': LIMITS } },
          errors: ['organization_not_found'],
        }),
      },
    )
}

function tooMuch(): ServiceError {
  return new ServiceError('invalid_value', 'This is more usage than can be added up for one answer.', {
    detail: 'Send a shorter time, a longer period, or a key.',
  })
}
