import uPlot from 'uplot'
import type { Line } from './line.ts'
import { LENGTHS, type Period } from './selection.ts'
import { timeOnAxis } from './times.ts'

/** Of each chart, in pixels. */
export const HEIGHT = 176
/** The charts of a page have one cursor. */
const SYNC = 'usage'

/** What a chart shows. */
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

/** Moves the cursor of all charts to the period that begins at a time (milliseconds since 1970). */
export function moveCursor(start: number, period: Period): void {
  const middle = middleOf(start, period)
  // Each by itself: uPlot passes on only what the mouse does.
  for (const plot of uPlot.sync(SYNC).plots) plot.setCursor({ left: plot.valToPos(middle, 'x'), top: 0 })
}

/** Where the value of a period is drawn, in seconds since 1970. */
function middleOf(start: number, period: Period): number {
  return (start + LENGTHS[period] / 2) / 1000
}

/**
 * The numbers as they are drawn. Bars stand on each other, so each is as high as those below it and itself. The highest come
 * first, so that those that they stand on are drawn over them.
 */
export function dataOf({ kind, starts, lines, period }: ChartProps): uPlot.AlignedData {
  const middles = starts.map((start) => middleOf(start, period))
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

/**
 * How a chart is drawn.
 *
 * @param element has the colours of the text and the grid, which follow the theme
 * @param latest what is shown, also after it has changed
 * @param colour that of a series, counted from 1
 * @param onMove called with the place under the cursor; null: it has left the chart
 */
export function optionsFor(
  element: HTMLElement,
  latest: { readonly current: ChartProps },
  colour: (series: number) => () => string,
  onMove: (place: number | null) => void,
): uPlot.Options {
  const { kind, period } = latest.current
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
    axes: axesFor(element, latest),
    series: [{}, ...seriesFor(latest.current, colour)],
    hooks: {
      setCursor: [(plot) => onMove(plot.cursor.idx ?? null)],
      setSelect: [(plot) => zoom(plot, latest.current)],
    },
  }
}

function axesFor(element: HTMLElement, latest: { readonly current: ChartProps }): uPlot.Axis[] {
  const { period } = latest.current
  const text = () => getComputedStyle(element).color
  const grid = { stroke: () => getComputedStyle(element).borderTopColor, width: 1 }
  const font = `12px ${getComputedStyle(element).fontFamily}`
  return [
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
  ]
}

/** In the order of `dataOf`. */
function seriesFor({ kind, lines }: ChartProps, colour: (series: number) => () => string): uPlot.Series[] {
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
  return kind === 'bars' ? series.toReversed() : series
}

/** Zooms to the whole periods of what was drawn over. */
function zoom(plot: uPlot, { period, onZoom }: ChartProps): void {
  const { left, width } = plot.select
  if (width < 8) return
  const length = LENGTHS[period]
  const periodAt = (place: number) => Math.floor((plot.posToVal(place, 'x') * 1000) / length) * length
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  onZoom(periodAt(left), periodAt(left + width) + length)
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
