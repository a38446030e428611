import type { Snapshot } from '../../../../management/live/snapshot.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDecimal, formatNumber } from '../../ui/format.ts'
import { type Column, Table } from '../../ui/table.tsx'

type Model = Snapshot['models'][number]

const TONES = { ready: 'good', degraded: 'warning', unavailable: 'danger' } as const
const HEALTH = { ready: 'Ready', degraded: 'Degraded', unavailable: 'Unavailable' } as const

const COLUMNS: readonly Column<Model>[] = [
  { title: 'Model', cell: ({ id }) => id },
  { title: 'State', cell: ({ health }) => <Badge tone={TONES[health]}>{HEALTH[health]}</Badge> },
  {
    title: 'Turns',
    align: 'end',
    cell: ({ turns, capacity }) =>
      capacity === null ? formatNumber(turns) : `${formatNumber(turns)} of ${formatNumber(capacity)}`,
  },
  {
    title: 'Workers busy',
    align: 'end',
    cell: ({ workers }) =>
      workers === null ? 'on another server' : `${formatDecimal(workers.busy, 1)} of ${workers.ready}`,
  },
  { title: 'Steps waiting', align: 'end', cell: ({ workers }) => workers && formatNumber(workers.waiting) },
]

/** How the models are. */
export function ModelList({ models }: { models: readonly Model[] }) {
  return (
    <Card title="Models">
      <Table label="Models" columns={COLUMNS} rows={models} keyOf={({ id }) => id} />
    </Card>
  )
}
