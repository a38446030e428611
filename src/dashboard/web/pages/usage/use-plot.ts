import { type RefObject, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { useTheme } from '../../theme.ts'
import { type ChartProps, dataOf, HEIGHT, optionsFor } from './plot.ts'

/**
 * Draws a chart, and draws it again when it, its room or the theme changes.
 *
 * @param frame what it is drawn in
 * @param legend its swatches have the colours of the series
 * @returns the place of the period under the cursor; undefined: the cursor is elsewhere
 */
export function usePlot(
  props: ChartProps,
  frame: RefObject<HTMLElement | null>,
  legend: RefObject<HTMLElement | null>,
): number | undefined {
  const { period, starts, kind, lines } = props
  const chart = useRef<uPlot>(undefined)
  const latest = useRef(props)
  latest.current = props
  const [place, setPlace] = useState<number | null>(null)
  const [theme] = useTheme()
  const shape = `${kind} ${period} ${lines.map(({ label, dashed }) => `${label} ${dashed}`).join()}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: another shape is another chart; everything else is in `latest`
  useEffect(() => {
    const element = frame.current!
    const colour = (series: number) => () =>
      getComputedStyle(legend.current!.querySelector(`[data-series="${series}"]`)!).color
    const plot = new uPlot(optionsFor(element, latest, colour, setPlace), dataOf(latest.current), element)
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

  return place !== null && place < starts.length ? place : undefined
}
