import './usage/usage.css'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { Link } from 'wouter'
import type { Series } from '../../../management/usage/usage-answers.ts'
import { addressOf } from '../addresses.ts'
import { useOrganization } from '../session.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote, ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Breakdown } from './usage/breakdown.tsx'
import { Charts } from './usage/charts.tsx'
import { useGroups, useSeries } from './usage/data.ts'
import { Filters } from './usage/filters.tsx'
import { Limits } from './usage/limits.tsx'
import { queryOf, useSelection } from './usage/selection.ts'
import { Totals } from './usage/totals.tsx'

/** What the organization has spoken, and how near it is to its limits. */
export default function Usage() {
  const { id } = useOrganization()
  const [selection, change] = useSelection()
  const isFiltered = Object.keys(selection.filters).length > 0
  const series = useSeries(id, selection)
  const groups = useGroups(id, { ...selection, filters: {} })
  const narrowed = useGroups(id, selection, isFiltered)
  const most = isFiltered ? narrowed : groups
  const shown = most.data?.data ?? []
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
              {most.error && most.data === undefined && <ErrorNote error={most.error} />}
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
