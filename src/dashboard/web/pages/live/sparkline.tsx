import 'uplot/dist/uPlot.min.css'
import './sparkline.css'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { HISTORY, type Moment } from './history.ts'

const HEIGHT = 40

/**
 * The last five minutes of a number, as a line. It says nothing that the number beside it does not say, and so is not read
 * aloud.
 */
export function Sparkline({
  moments,
  read,
}: {
  moments: readonly Moment[]
  /** Null: a gap. */
  read: (moment: Moment) => number | null
}) {
  const frame = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(undefined)
  useEffect(() => {
    const element = frame.current!
    const plot = new uPlot(optionsFor(element), [[], []], element)
    chart.current = plot
    const watcher = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      plot.destroy()
    }
  }, [])
  useEffect(() => {
    chart.current?.setData([moments.map(({ at }) => at), moments.map(read)])
  }, [moments, read])
  return <div className="sparkline" ref={frame} aria-hidden="true" />
}

/** @param element has the colour of the line, which follows the theme */
function optionsFor(element: HTMLElement): uPlot.Options {
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [4, 0, 2, 0],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { time: false, range: (_plot, _least, most) => [most - HISTORY, most] },
      y: { range: (_plot, _least, most) => [0, Math.max(most, 1e-9) * 1.1] },
    },
    series: [{}, { stroke: () => getComputedStyle(element).color, width: 1.5, points: { show: false } }],
  }
}
