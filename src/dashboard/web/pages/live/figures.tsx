import './figures.css'
import type { ReactNode } from 'react'
import type { Snapshot } from '../../../../management/live/snapshot.ts'
import { Card, Stat } from '../../ui/card.tsx'
import { formatBytes, formatDecimal, formatMilliseconds, formatNumber } from '../../ui/format.ts'
import type { Moment } from './history.ts'
import { Sparkline } from './sparkline.tsx'

const firstAudio = ({ firstAudio }: Moment) => firstAudio
const lag = ({ lag }: Moment) => lag
const busy = ({ busy }: Moment) => busy
const memory = ({ memory }: Moment) => memory

interface FiguresProps {
  readonly snapshot: Snapshot
  readonly moments: readonly Moment[]
}

/** The numbers of the server, and how some of them went in the last minutes. */
export function Figures({ snapshot, moments }: FiguresProps) {
  return (
    <>
      <Trends snapshot={snapshot} moments={moments} />
      <Counts snapshot={snapshot} />
    </>
  )
}

/** The numbers of which the last minutes are drawn. */
function Trends({ snapshot, moments }: FiguresProps) {
  const { first_audio, event_loop, models, memory: used } = snapshot
  const span = spanOf(snapshot)
  const pools = models.flatMap(({ workers }) => workers ?? [])
  return (
    <div className="live-lines">
      <Figure
        label="First audio, 95% within"
        value={milliseconds(first_audio.p95_ms)}
        note={
          first_audio.p50_ms === null
            ? `${span}: nothing began`
            : `${span}; half of them within ${milliseconds(first_audio.p50_ms)}`
        }
        line={<Sparkline moments={moments} read={firstAudio} />}
      />
      <Figure
        label="Workers busy"
        value={
          pools.length === 0
            ? 'None here'
            : `${formatDecimal(sum(pools, 'busy'), 1)} of ${sum(pools, 'ready')}`
        }
        note={`${counted(sum(pools, 'waiting'), 'step')} waiting${dueOf(pools)}`}
        line={<Sparkline moments={moments} read={busy} />}
      />
      <Figure
        label="Lag of the main thread"
        value={milliseconds(event_loop.lag_ms)}
        note={`${span}: 99% within ${milliseconds(event_loop.p99_ms)}`}
        line={<Sparkline moments={moments} read={lag} />}
      />
      <Figure
        label="Memory"
        value={formatBytes(used.rss_bytes)}
        note={`${formatBytes(used.heap_bytes)} of JavaScript`}
        line={<Sparkline moments={moments} read={memory} />}
      />
    </div>
  )
}

/** The numbers that are shown alone. */
function Counts({ snapshot }: Pick<FiguresProps, 'snapshot'>) {
  const { turns, late_chunks, sockets, requests, database, settlements } = snapshot
  const span = spanOf(snapshot)
  return (
    <Card>
      <div className="live-figures">
        <Stat label="Turns now" value={formatNumber(turns.running)} note={today(turns.today)} />
        <Stat
          label="Turns ended"
          value={formatNumber(turns.last_minute)}
          note={`${span}; ${formatNumber(turns.failed_last_minute)} failed`}
        />
        <Stat
          label="Late pieces"
          value={formatNumber(late_chunks)}
          note={`${span}; a listener had to wait`}
        />
        <Stat
          label="Connections"
          value={formatNumber(sockets + requests)}
          note={`${counted(sockets, 'WebSocket')}, ${counted(requests, 'request')}`}
        />
        <Stat
          label="Database"
          value={milliseconds(database.p95_ms)}
          note={`${span}: 95% of statements within this`}
        />
        <Stat
          label="Settlements waiting"
          value={formatNumber(settlements)}
          note="Ends of turns, for the database"
        />
      </div>
    </Card>
  )
}

/** A number with the line of its last minutes. */
function Figure({ line, ...stat }: { label: string; value: string; note: string; line: ReactNode }) {
  return (
    <Card>
      <Stat {...stat} />
      {line}
    </Card>
  )
}

/** A number of things: "1 step", "2 steps". */
function counted(count: number, thing: string): string {
  return `${formatNumber(count)} ${thing}${count === 1 ? '' : 's'}`
}

type Workers = NonNullable<Snapshot['models'][number]['workers']>

function sum(pools: readonly Workers[], of: 'busy' | 'ready' | 'waiting'): number {
  return pools.reduce((total, pool) => total + pool[of], 0)
}

/** When the first step that waits is due. */
function dueOf(pools: readonly Workers[]): string {
  const due = Math.min(...pools.map(({ due_ms }) => due_ms ?? Number.POSITIVE_INFINITY))
  if (!Number.isFinite(due)) return ''
  return due < 0
    ? `, the first is ${formatMilliseconds(-due)} late`
    : `, the first is due in ${formatMilliseconds(due)}`
}

function today(turns: number | null): string {
  return turns === null ? '' : `${formatNumber(turns)} today, on all servers`
}

function milliseconds(value: number | null): string {
  return value === null ? '–' : formatMilliseconds(value)
}

/** How much of the last minute is known. */
function spanOf({ watched_seconds: seconds }: Snapshot): string {
  return seconds < 60 ? `Last ${seconds} s` : 'Last minute'
}
