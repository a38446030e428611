import './overview/overview.css'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { addressOf } from '../addresses.ts'
import { api, unwrap } from '../api.ts'
import { useProjects } from '../projects.ts'
import { useOrganization } from '../session.tsx'
import { Card, Stat } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatNumber } from '../ui/format.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { useCredits } from './credits/data.ts'
import { useKeys, VALID_KEYS } from './keys/data.ts'
import { NextSteps } from './overview/next-steps.tsx'

/** How an organization is doing, and what to do next. Each part is shown when it has come. */
export default function Overview() {
  const { id, name } = useOrganization()
  const credits = useCredits(id)
  const projects = useProjects(id)
  const keys = useKeys(id, VALID_KEYS)
  const usage = useToday(id)
  const failed = [credits, projects, keys, usage].find(({ data, error }) => error !== null && !data)
  const listed = keys.data?.pages.flatMap(({ data }) => data)
  const to = (page: 'credits' | 'usage' | 'keys', words: string) => (
    <Link href={addressOf(page, id)}>{words}</Link>
  )
  return (
    <>
      <PageHeader title="Overview">{name}</PageHeader>
      <div className="stack">
        {failed && <ErrorState error={failed.error} onRetry={() => failed.refetch()} />}
        <Card>
          <div className="stats">
            <Stat
              label="Balance"
              value={shown(credits, ({ balance }) => formatNumber(balance))}
              note={to('credits', 'Credits')}
            />
            <Stat
              label="Characters today"
              value={shown(usage, ({ totals }) => formatNumber(totals.characters))}
              note={to('usage', 'Usage')}
            />
            <Stat
              label="Turns today"
              value={shown(usage, ({ totals }) => formatNumber(totals.turns))}
              note={shown(usage, ({ totals }) => errorsOf(totals.errors))}
            />
            <Stat
              label="Valid keys"
              value={shown(projects, (all) =>
                formatNumber(all.reduce((sum, project) => sum + project.keys, 0)),
              )}
              note={to('keys', 'Keys')}
            />
          </div>
        </Card>
        {credits.data && listed && (
          <NextSteps
            organization={id}
            hasCredits={credits.data.balance > 0}
            hasSpoken={credits.data.spent > 0}
            hasKey={listed.some(({ is_dashboard }) => !is_dashboard)}
          />
        )}
      </div>
    </>
  )
}

/** What is shown of an answer: a space that is as high until it has come. */
function shown<Data>({ data }: Pick<UseQueryResult<Data>, 'data'>, as: (data: Data) => ReactNode): ReactNode {
  return data === undefined ? '\u00a0' : as(data)
}

function errorsOf(errors: Readonly<Record<string, number>>): string {
  const count = Object.values(errors).reduce((sum, each) => sum + each, 0)
  if (count === 0) return 'No errors'
  return count === 1 ? '1 error' : `${formatNumber(count)} errors`
}

/** What was spoken since midnight, in the time zone of the browser. Where it is within an hour of UTC, minutes are added up. */
function useToday(organization: string) {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  const period = midnight.getUTCMinutes() === 0 ? 'hour' : 'minute'
  const from = midnight.toISOString()
  return useQuery({
    queryKey: ['usage', organization, 'today', from],
    queryFn: () =>
      unwrap(api.management.organizations({ organization }).usage.get({ query: { period, from } })),
    refetchInterval: 15_000,
  })
}
