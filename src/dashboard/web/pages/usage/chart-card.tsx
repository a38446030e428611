import { ChartNoAxesColumn, Table as TableIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { orReload } from '../../loading.ts'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Chart } from './chart.tsx'
import type { ChartProps } from './plot.ts'

const Numbers = lazy(orReload(() => import('./numbers.tsx')))

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
      {isTable ? (
        <Suspense fallback={<Skeleton />}>
          <Numbers {...chart} label={label} />
        </Suspense>
      ) : (
        <Chart {...chart} label={label} />
      )}
    </Card>
  )
}
