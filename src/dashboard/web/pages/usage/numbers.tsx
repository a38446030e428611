import { VirtualTable } from '../../ui/virtual-table.tsx'
import { valueAt } from './line.ts'
import type { ChartProps } from './plot.ts'
import { periodName } from './times.ts'

/** The numbers of a chart. */
export default function Numbers({ label, period, starts, lines, format }: ChartProps) {
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
          cell: (place: number) => valueAt(line, place, format),
        })),
      ]}
    />
  )
}
