import 'uplot/dist/uPlot.min.css'
import './chart.css'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { useTheme } from '../../theme.ts'
import { LENGTHS, type Period } from './selection.ts'
import { periodName, timeOnAxis } from './times.ts'

const HEIGHT = 176
/** The charts of a page have one cursor. */
const SYNC = 'usage'

/** A row of numbers over time. */
export interface Line {
  readonly label: string
  /** The value of each period. Null: there is none. */
  readonly values: readonly (number | null)[]
  /** All of them in one, as it is shown. */
  readonly whole: string
  readonly dashed?: boolean
}

export interface ChartProps {
  readonly label: string
  readonly period: Period
  /** The starts of the periods, in milliseconds since 1970. */
  readonly starts: readonly number[]
  /** Lines, or bars that stand on each other; six at most. */
  readonly kind: 'lines' | 'bars'
  readonly lines: readonly Line[]
  readonly format: (value: number) => string
  /** Called when a time was drawn over, with its ends. */
  readonly onZoom: (from: number, to: number) => void
}

/** Numbers over time. The arrow keys move its cursor, which all charts of the page share; its values are read aloud. */
export function Chart(props: ChartProps) {
  const { label, period, starts, lines, kind, format } = props
  const frame = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  const latest = useRef(props)
  latest.current = props
  const [index, setIndex] = useState<number | null>(null)
  const [theme] = useTheme()
  const shape = `${kind} ${period} ${lines.map(({ label: each, dashed }) => `${each} ${dashed}`).join()}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: another shape is another chart; all else is in `latest`
  useEffect(() => {
    const element = frame.current!
    const colour = (series: number) => () =>
      getComputedStyle(legend.current!.querySelector(`[data-series="${series}"]`)!).color
    const plot = new uPlot(optionsFor(element, latest, colour, setIndex), dataOf(latest.current), element)
    chart.current = plot
    const watcher = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    watcher.observe(element)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => plot.redraw()
    dark.addEventListener('change', redraw)
    return () => {
      dark.removeEventListener('change', redraw)
      watcher.disconnect()
      plot.destroy()
    }
  }, [shape])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data is made of these
  useEffect(() => {
    chart.current?.setData(dataOf(latest.current))
  }, [starts, lines])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  useEffect(() => {
    chart.current?.redraw()
  }, [theme])

  const at = index !== null && index < starts.length ? index : undefined
  const move = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at ?? starts.length - 1, starts.length)
    if (next === undefined) return
    event.preventDefault()
    const middle = (starts[next]! + LENGTHS[period] / 2) / 1000
    // Each by itself: uPlot passes on only what the mouse does.
    for (const plot of uPlot.sync(SYNC).plots) plot.setCursor({ left: plot.valToPos(middle, 'x'), top: 0 })
  }
  const shownOf = ({ values, whole }: Line) => {
    if (at === undefined) return whole
    const value = values[at]
    return value === null || value === undefined ? '–' : format(value)
  }
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

/**
 * The numbers as they are drawn. Bars stand on each other, so each is as high as those below it and itself. The highest come
 * first, so that those that they stand on are drawn over them.
 */
function dataOf({ kind, starts, lines, period }: ChartProps): uPlot.AlignedData {
  const middles = starts.map((start) => (start + LENGTHS[period] / 2) / 1000)
  if (kind === 'lines') return [middles, ...lines.map(({ values }) => [...values])]
  const sums = starts.map(() => 0)
  const stacked = lines.map(({ values }) =>
    values.map((value, place) => {
      sums[place]! += value ?? 0
      return sums[place]!
    }),
  )
  return [middles, ...stacked.toReversed()]
}

function optionsFor(
  element: HTMLElement,
  latest: { readonly current: ChartProps },
  colour: (series: number) => () => string,
  onMove: (index: number | null) => void,
): uPlot.Options {
  const { kind, lines, period } = latest.current
  const text = () => getComputedStyle(element).color
  const grid = { stroke: () => getComputedStyle(element).borderTopColor, width: 1 }
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const bars = uPlot.paths.bars!({ size: [0.8, 48], radius: 0.1 })
  const series = lines.map(({ label, dashed }, place): uPlot.Series => {
    const stroke = colour(place + 1)
    if (kind === 'bars')
      return { label, fill: stroke, stroke, width: 0, paths: bars, points: { show: false } }
    return {
      label,
      stroke,
      width: 2,
      dash: dashed ? [6, 4] : undefined,
      points: { size: 5, filter: lonePoints },
      spanGaps: false,
    }
  })
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 28, 0, 0], // half of the last time
    legend: { show: false },
    cursor: {
      sync: { key: SYNC },
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { show: kind === 'lines' },
    },
    tzDate: (seconds) =>
      period === 'day' ? uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC') : new Date(seconds * 1000),
    scales: {
      x: { time: true, range: () => timeOf(latest.current) },
      y: { range: (_plot, _least, most) => [0, Math.max(most ?? 0, Number.EPSILON) * 1.08] },
    },
    axes: [
      {
        stroke: text,
        font,
        grid: { show: false },
        ticks: grid,
        space: 72,
        size: 32,
        values: (_plot, splits) => splits.map((seconds) => timeOnAxis(seconds * 1000, period)),
      },
      {
        stroke: text,
        font,
        grid,
        ticks: { show: false },
        size: 60,
        space: 40,
        values: (_plot, splits) => splits.map((value) => latest.current.format(value)),
      },
    ],
    series: [{}, ...(kind === 'bars' ? series.toReversed() : series)],
    hooks: {
      setCursor: [(plot) => onMove(plot.cursor.idx ?? null)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < 8) return
          const length = LENGTHS[latest.current.period]
          const periodAt = (place: number) => Math.floor((plot.posToVal(place, 'x') * 1000) / length) * length
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          latest.current.onZoom(periodAt(left), periodAt(left + width) + length)
        },
      ],
    },
  }
}

/** The places of the points that have no line: no neighbour. Null where there is room for all points. */
function lonePoints(plot: uPlot, series: number, areAllShown: boolean): number[] | null {
  if (areAllShown) return null
  const values = plot.data[series]!
  return [...values.keys()].filter(
    (place) => values[place] != null && values[place - 1] == null && values[place + 1] == null,
  )
}

/** The ends of the time, in seconds. */
function timeOf({ starts, period }: ChartProps): [number, number] {
  const first = starts[0] ?? 0
  return [first / 1000, ((starts.at(-1) ?? first) + LENGTHS[period]) / 1000]
}
