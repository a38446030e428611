import type { LiveRefusal, Snapshot } from '../../../../management/live/snapshot.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import type { Column } from '../../ui/table.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'

const COLUMNS: readonly Column<LiveRefusal>[] = [
  {
    title: 'Time',
    width: '112px',
    cell: ({ at }) => <time dateTime={at}>{new Date(at).toLocaleTimeString()}</time>,
  },
  { title: 'Code', width: '200px', cell: ({ code }) => <code>{code}</code> },
  { title: 'Where', cell: ({ where }) => where },
  {
    title: 'Organization',
    width: '150px',
    cell: ({ organization }) =>
      organization === null ? 'not known' : (organization.name ?? organization.id),
  },
]

/** What was refused or has failed, the newest first. */
export function RefusalList({
  refusals: { list, last_minute },
  watched,
}: {
  refusals: Snapshot['refusals']
  /** Seconds of the last minute that are known. */
  watched: number
}) {
  const codes = Object.entries(last_minute).toSorted(([, some], [, more]) => more - some)
  return (
    <Card
      title="Refusals and failures"
      actions={codes.map(([code, count]) => (
        <Badge key={code} tone="warning">
          {code} {formatNumber(count)}
        </Badge>
      ))}
    >
      {list.length === 0 ? (
        <EmptyState title="Nothing was refused">
          Requests, turns and frames that are refused or fail are shown here as it happens, by their error
          codes.
        </EmptyState>
      ) : (
        <>
          <p className="quiet">
            The last {formatNumber(list.length)}, newest first. Beside the heading: how many of each code
            there were in the last {watched < 60 ? `${watched} s` : 'minute'}.
          </p>
          <VirtualTable
            label="Refusals and failures"
            columns={COLUMNS}
            rows={list.toReversed()}
            keyOf={({ number }) => String(number)}
          />
        </>
      )}
    </Card>
  )
}
