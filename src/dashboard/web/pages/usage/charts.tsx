import type { Series } from '../../../../management/usage/usage-answers.ts'
import { formatMilliseconds, formatNumber, formatShort } from '../../ui/format.ts'
import { ChartCard } from './chart-card.tsx'
import type { Line } from './line.ts'

/** Most error codes with a colour of their own; the rarest share the last one. */
const MOST_CODES = 6

/** All that is known of some time, as charts with one cursor. */
export function Charts({ series, onZoom }: { series: Series; onZoom: (from: number, to: number) => void }) {
  const { period, points, totals } = series
  const shared = { period, starts: points.map(({ start }) => Date.parse(start)), onZoom }
  return (
    <div className="usage-charts">
      <ChartCard
        {...shared}
        title="Characters"
        kind="bars"
        format={formatShort}
        lines={[
          {
            label: 'Characters',
            values: points.map(({ characters }) => characters),
            whole: formatNumber(totals.characters),
          },
        ]}
      />
      <ChartCard
        {...shared}
        title="Turns"
        kind="bars"
        format={formatShort}
        lines={[
          { label: 'Turns', values: points.map(({ turns }) => turns), whole: formatNumber(totals.turns) },
        ]}
      />
      <ChartCard
        {...shared}
        title="Time to first audio"
        kind="lines"
        format={formatSeconds}
        lines={[
          {
            label: 'Half within',
            values: points.map(({ first_audio_p50 }) => first_audio_p50),
            whole: formatSeconds(totals.first_audio_p50),
          },
          {
            label: '95% within',
            values: points.map(({ first_audio_p95 }) => first_audio_p95),
            whole: formatSeconds(totals.first_audio_p95),
            dashed: true,
          },
        ]}
      />
      <ChartCard
        {...shared}
        title="Turns at once"
        kind="lines"
        format={formatStreams}
        lines={concurrentLines(series)}
      />
      <ChartCard {...shared} title="Errors" kind="bars" format={formatShort} lines={errorLines(series)} />
    </div>
  )
}

/** Turns at once: the most, where that is known, and the mean. */
function concurrentLines({ points, totals }: Series): Line[] {
  const most = totals.concurrent_peak
  const mean = {
    label: 'On average',
    values: points.map(({ concurrent_mean }) => concurrent_mean),
    whole: formatStreams(totals.concurrent_mean),
    dashed: most !== null,
  }
  if (most === null) return [mean]
  const peak = {
    label: 'Most at once',
    values: points.map(({ concurrent_peak }) => concurrent_peak),
    whole: formatStreams(most),
  }
  return [peak, mean]
}

/** The errors by code, the most frequent first. */
function errorLines({ points, totals }: Series): Line[] {
  const codes = Object.entries(totals.errors)
    .toSorted(([, some], [, more]) => more - some)
    .map(([code]) => code)
  if (codes.length === 0) return [{ label: 'Errors', values: points.map(() => 0), whole: '0' }]
  const own = codes.length > MOST_CODES ? codes.slice(0, MOST_CODES - 1) : codes
  const others = codes.slice(own.length)
  const line = (label: string, some: readonly string[]): Line => {
    const sum = (errors: Readonly<Record<string, number>>) =>
      some.reduce((all, code) => all + (errors[code] ?? 0), 0)
    return { label, values: points.map(({ errors }) => sum(errors)), whole: formatNumber(sum(totals.errors)) }
  }
  return [...own.map((code) => line(code, [code])), ...(others.length > 0 ? [line('others', others)] : [])]
}

function formatSeconds(seconds: number | null): string {
  return seconds === null ? '–' : formatMilliseconds(seconds * 1000)
}

/** Turns at once: a mean with two digits. */
function formatStreams(count: number): string {
  if (count > 0 && count < 0.01) return `< ${(0.01).toLocaleString()}`
  return count.toLocaleString(undefined, { maximumSignificantDigits: count < 1 ? 2 : 3 })
}
