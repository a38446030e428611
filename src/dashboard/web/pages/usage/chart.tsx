import 'uplot/dist/uPlot.min.css'
import './chart.css'
import { type KeyboardEvent, useRef } from 'react'
import { type Line, valueAt } from './line.ts'
import { type ChartProps, moveCursor } from './plot.ts'
import { periodName } from './times.ts'
import { usePlot } from './use-plot.ts'

/** Numbers over time. The arrow keys move its cursor, which all charts of the page share; its values are read aloud. */
export function Chart(props: ChartProps) {
  const { label, period, starts, lines, format } = props
  const frame = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const at = usePlot(props, frame, legend)
  const move = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at ?? starts.length - 1, starts.length)
    if (next === undefined) return
    event.preventDefault()
    moveCursor(starts[next]!, period)
  }
  const shownOf = (line: Line) => (at === undefined ? line.whole : valueAt(line, at, format))
  const said = lines.map((line) => `${line.label} ${shownOf(line)}`).join(', ')
  return (
    <>
      <div className="legend" ref={legend}>
        {lines.map((line, place) => (
          <span key={line.label}>
            <span className="swatch" data-series={place + 1} data-dashed={line.dashed ? '' : undefined} />
            {line.label} <b>{shownOf(line)}</b>
          </span>
        ))}
        <span className="legend-time">{at === undefined ? '' : periodName(period, starts[at]!)}</span>
      </div>
      {/* A slider: what it is to the keyboard. The numbers are in the table, too. */}
      <div
        ref={frame}
        className="chart"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, starts.length)}
        aria-valuenow={(at ?? starts.length - 1) + 1}
        aria-valuetext={`${at === undefined ? 'All' : periodName(period, starts[at]!)}: ${said}`}
        onKeyDown={move}
      />
    </>
  )
}

/** Where a key leads from a place. Undefined: it leads nowhere. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    PageUp: place - 10,
    PageDown: place + 10,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next))
}
