import { ChartNoAxesColumn, Table as TableIcon } from 'lucide-react'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { Chart, type ChartProps } from './chart.tsx'
import { periodName } from './times.ts'

/** A chart, or the table of its numbers with the latest first. */
export function ChartCard({ title, ...chart }: Omit<ChartProps, 'label'> & { title: string }) {
  const [isTable, setTable] = useState(false)
  const label = `${title}, by ${chart.period}`
  return (
    <Card
      title={title}
      actions={
        <IconButton
          icon={isTable ? ChartNoAxesColumn : TableIcon}
          label={isTable ? `${title} as a chart` : `${title} as a table`}
          onClick={() => setTable(!isTable)}
        />
      }
    >
      {isTable ? <Numbers {...chart} label={label} /> : <Chart {...chart} label={label} />}
    </Card>
  )
}

function Numbers({ label, period, starts, lines, format }: ChartProps) {
  const places = starts.map((_, place) => starts.length - 1 - place)
  return (
    <VirtualTable
      label={label}
      rows={places}
      keyOf={(place) => String(starts[place])}
      columns={[
        {
          title: period === 'day' ? 'Day (UTC)' : 'From',
          cell: (place) => periodName(period, starts[place]!),
          width: '200px',
        },
        ...lines.map((line) => ({
          title: line.label,
          align: 'end' as const,
          cell: (place: number) => {
            const value = line.values[place]
            return value === null || value === undefined ? '–' : format(value)
          },
        })),
      ]}
    />
  )
}
