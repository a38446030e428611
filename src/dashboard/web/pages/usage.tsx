import './usage/usage.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { Link } from 'wouter'
import type { Series } from '../../../management/usage/usage-answers.ts'
import { addressOf } from '../addresses.ts'
import { api, unwrap } from '../api.ts'
import { useOrganization } from '../session.tsx'
import { Card, Stat } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatMilliseconds, formatNumber, formatPercent } from '../ui/format.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Breakdown } from './usage/breakdown.tsx'
import { Charts } from './usage/charts.tsx'
import { Filters } from './usage/filters.tsx'
import { Limits } from './usage/limits.tsx'
import { type Period, queryOf, useSelection } from './usage/selection.ts'

/** Time between two looks (milliseconds). What is looked at in longer periods changes less. */
const REFRESH: Readonly<Record<Period, number>> = { minute: 10_000, hour: 30_000, day: 60_000 }

/** What the organization has spoken, and how near it is to its limits. */
export default function Usage() {
  const { id } = useOrganization()
  const [selection, change] = useSelection()
  const { period } = selection
  const usage = api.management.organizations({ organization: id }).usage
  const shared = { refetchInterval: REFRESH[period], placeholderData: keepPreviousData }
  const series = useQuery({
    queryKey: ['usage', id, selection],
    queryFn: () => unwrap(usage.get({ query: queryOf(selection) })),
    ...shared,
  })
  const everything = { ...selection, filters: {} }
  const groups = useQuery({
    queryKey: ['usage', id, 'groups', everything],
    queryFn: () => unwrap(usage.groups.get({ query: queryOf(everything) })),
    ...shared,
  })
  const isFiltered = Object.keys(selection.filters).length > 0
  const narrowed = useQuery({
    queryKey: ['usage', id, 'groups', selection],
    queryFn: () => unwrap(usage.groups.get({ query: queryOf(selection) })),
    enabled: isFiltered,
    ...shared,
  })
  const shown = (isFiltered ? narrowed : groups).data?.data ?? []
  const csv = `/management/organizations/${id}/usage.csv?${new URLSearchParams(queryOf(selection) as Record<string, string>)}`
  const zoom = (from: number, to: number) =>
    change({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  return (
    <>
      <PageHeader
        title="Usage"
        actions={
          <a className="button" href={csv} download>
            <Download aria-hidden="true" />
            Download CSV
          </a>
        }
      >
        A few seconds old. Credits are counted apart from this, in the ledger.
      </PageHeader>
      <div className="stack">
        <Limits />
        <Filters selection={selection} groups={groups.data?.data ?? []} onChange={change} />
        {series.data ? (
          isEmpty(series.data) ? (
            <Nothing organizationId={id} isFiltered={isFiltered} onLookBack={change} />
          ) : (
            <>
              <Totals totals={series.data.totals} />
              <Charts series={series.data} onZoom={zoom} />
              {shown.length > 0 && (
                <Breakdown groups={shown} onFilter={(filter, value) => change({ [filter]: value })} />
              )}
            </>
          )
        ) : series.error ? (
          <ErrorState error={series.error} onRetry={() => void series.refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    </>
  )
}

function isEmpty({ totals }: Series): boolean {
  return totals.turns === 0 && Object.keys(totals.errors).length === 0
}

function Totals({ totals }: { totals: Series['totals'] }) {
  const failed = Object.values(totals.errors).reduce((sum, count) => sum + count, 0)
  const all = Math.max(totals.turns, failed)
  return (
    <Card>
      <div className="usage-stats">
        <Stat label="Characters" value={formatNumber(totals.characters)} note="those that were charged" />
        <Stat label="Turns" value={formatNumber(totals.turns)} />
        <Stat
          label="Errors"
          value={formatNumber(failed)}
          note={failed === 0 ? 'none' : `${formatPercent(failed / all)} of all`}
        />
        <Stat
          label="First audio"
          value={totals.first_audio_p50 === null ? '–' : formatMilliseconds(totals.first_audio_p50 * 1000)}
          note={
            totals.first_audio_p95 === null
              ? undefined
              : `95% within ${formatMilliseconds(totals.first_audio_p95 * 1000)}`
          }
        />
        <Stat
          label="Speech"
          value={`${formatNumber(totals.audio_seconds / 60)} min`}
          note={totals.concurrent_peak === null ? undefined : `at most ${totals.concurrent_peak} at once`}
        />
      </div>
    </Card>
  )
}

function Nothing({
  organizationId,
  isFiltered,
  onLookBack,
}: {
  organizationId: string
  isFiltered: boolean
  onLookBack: (changes: Readonly<Record<string, string | null>>) => void
}) {
  const further = { period: 'day', range: '90d', from: null, to: null }
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title={isFiltered ? 'Nothing spoken with this' : 'Nothing spoken yet'}
      actions={
        <>
          <Link className="button" data-kind="primary" href={addressOf('playground', organizationId)}>
            Open the playground
          </Link>
          <button type="button" className="button" onClick={() => onLookBack(further)}>
            Look back 90 days
          </button>
        </>
      }
    >
      {isFiltered
        ? 'In this time nothing was spoken with what is chosen above.'
        : 'What you speak in this time is shown here: try the playground.'}
    </EmptyState>
  )
}
