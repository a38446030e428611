import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate, formatMoney, formatMonth, formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { type Credits, useEntries } from './data.ts'

const KINDS = { purchase: 'Purchase', grant: 'Grant', reversal: 'Paid back' } as const

/** Purchases, grants and what was paid back, one by one. */
export function Statement({ organization, credits }: { organization: string; credits: Credits }) {
  const found = useEntries(organization, credits.bought + credits.granted - credits.reversed)
  const entries = found.data?.pages.flatMap(({ data }) => data) ?? []
  type Entry = (typeof entries)[number]
  const columns: Column<Entry>[] = [
    { title: 'Date', width: '130px', cell: ({ created_at }) => formatDate(created_at) },
    {
      title: 'What',
      width: '130px',
      cell: ({ kind }) => <Badge tone={kind === 'reversal' ? 'warning' : 'plain'}>{KINDS[kind]}</Badge>,
    },
    { title: 'Reason or reference', cell: ({ reason, reference }) => reason ?? reference },
    {
      title: 'Paid',
      align: 'end',
      width: '110px',
      cell: ({ cents }) => (cents === 0 ? '' : formatMoney(cents)),
    },
    { title: 'Credits', align: 'end', width: '140px', cell: ({ credits: sum }) => signed(sum) },
  ]
  return (
    <Card title="Statement of account">
      <Loaded query={found}>
        {() =>
          entries.length === 0 ? (
            <EmptyState title="No credits yet">
              What is bought, granted or paid back is listed here.
            </EmptyState>
          ) : (
            <PagedTable
              label="Statement of account"
              columns={columns}
              rows={entries}
              keyOf={({ id }) => id}
              query={found}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

/** The sums of the same by month. */
export function Months({ months }: { months: Credits['months'] }) {
  if (months.length === 0) return null
  return (
    <Card title="By month">
      <Table
        label="Sums by month"
        rows={months}
        keyOf={({ month }) => month}
        columns={[
          { title: 'Month (UTC)', cell: ({ month }) => formatMonth(month) },
          { title: 'Bought', align: 'end', cell: ({ bought }) => formatNumber(bought) },
          { title: 'Granted', align: 'end', cell: ({ granted }) => formatNumber(granted) },
          { title: 'Paid back', align: 'end', cell: ({ reversed }) => formatNumber(reversed) },
          { title: 'Paid', align: 'end', cell: ({ paid_cents }) => formatMoney(paid_cents) },
        ]}
      />
    </Card>
  )
}

function signed(credits: number): string {
  return credits > 0 ? `+${formatNumber(credits)}` : formatNumber(credits)
}
