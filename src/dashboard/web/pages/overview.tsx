import './overview/overview.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { addressOf } from '../addresses.ts'
import { api, unwrap } from '../api.ts'
import { useOrganization } from '../session.tsx'
import { Card, Stat } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatNumber } from '../ui/format.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useCredits } from './credits/data.ts'
import { useKeys, useProjects } from './keys/data.ts'
import { NextSteps } from './overview/next-steps.tsx'

const VALID = { search: '', project: '', state: 'valid' } as const

/** How an organization is doing, and what to do next. */
export default function Overview() {
  const { id, name } = useOrganization()
  const credits = useCredits(id)
  const projects = useProjects(id)
  const keys = useKeys(id, VALID)
  const usage = useToday(id)
  const failed = [credits, projects, keys, usage].find(({ error }) => error !== null)
  if (failed) return <ErrorState error={failed.error} onRetry={() => failed.refetch()} />
  if (!credits.data || !projects.data || !keys.data || !usage.data) return <Skeleton />
  const { totals } = usage.data
  const count = projects.data.data.reduce((sum, project) => sum + project.keys, 0)
  const listed = keys.data.pages.flatMap(({ data }) => data)
  const errors = Object.values(totals.errors).reduce((sum, each) => sum + each, 0)
  return (
    <>
      <PageHeader title="Overview">{name}</PageHeader>
      <div className="stack">
        <Card>
          <div className="stats">
            <Stat
              label="Balance"
              value={formatNumber(credits.data.balance)}
              note={<Link href={addressOf('credits', id)}>Credits</Link>}
            />
            <Stat
              label="Characters today"
              value={formatNumber(totals.characters)}
              note={<Link href={addressOf('usage', id)}>Usage</Link>}
            />
            <Stat
              label="Turns today"
              value={formatNumber(totals.turns)}
              note={errors === 0 ? 'No errors' : `${formatNumber(errors)} errors`}
            />
            <Stat
              label="Valid keys"
              value={formatNumber(count)}
              note={<Link href={addressOf('keys', id)}>Keys</Link>}
            />
          </div>
        </Card>
        <NextSteps
          organization={id}
          hasSpoken={credits.data.spent > 0}
          hasKey={listed.some(({ is_dashboard }) => !is_dashboard)}
        />
      </div>
    </>
  )
}

/** What was spoken since midnight, in the time zone of the browser. */
function useToday(organization: string) {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  const from = midnight.toISOString()
  return useQuery({
    queryKey: ['usage', organization, 'today', from],
    queryFn: () =>
      unwrap(api.management.organizations({ organization }).usage.get({ query: { period: 'hour', from } })),
    refetchInterval: 15_000,
  })
}
