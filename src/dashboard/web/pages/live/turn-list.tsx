import type { LiveTurn, Snapshot } from '../../../../management/live/snapshot.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDecimal, formatMilliseconds, formatNumber, formatSeconds } from '../../ui/format.ts'
import type { Column } from '../../ui/table.tsx'
import { VirtualTable } from '../../ui/virtual-table.tsx'

const STATES = { waiting: 'Waiting', speaking: 'Speaking', ending: 'Ending' } as const
const TONES = { waiting: 'plain', speaking: 'accent', ending: 'plain' } as const

/** How the text comes and the audio leaves, in words. */
const TRANSPORTS: Readonly<Record<LiveTurn['transport'], string>> = {
  bytes: 'Bytes',
  sse: 'Events',
  websocket: 'WebSocket',
  openai: 'OpenAI',
  jambonz: 'jambonz',
  call: 'Phone call',
  wyoming: 'Wyoming',
  prompt: 'Phone prompt',
}

const MODEL: Column<LiveTurn> = { title: 'Model', width: '132px', cell: ({ model }) => model }

const COLUMNS: readonly Column<LiveTurn>[] = [
  { title: 'Organization', width: '150px', cell: ({ organization: { id, name } }) => name ?? id },
  { title: 'Voice', width: '144px', cell: ({ voice }) => voice ?? '…' },
  { title: 'Transport', width: '116px', cell: ({ transport }) => TRANSPORTS[transport] },
  { title: 'State', width: '104px', cell: ({ state }) => <Badge tone={TONES[state]}>{STATES[state]}</Badge> },
  { title: 'Running', align: 'end', width: '88px', cell: ({ seconds }) => formatSeconds(seconds, 1) },
  {
    title: 'Sent of made',
    align: 'end',
    width: '136px',
    cell: ({ sent_seconds, made_seconds }) =>
      `${formatDecimal(sent_seconds, 1)} of ${formatSeconds(made_seconds, 1)}`,
  },
  {
    title: 'First audio',
    align: 'end',
    width: '108px',
    cell: ({ first_audio_ms }) => first_audio_ms !== null && formatMilliseconds(first_audio_ms),
  },
  { title: 'Late', align: 'end', width: '64px', cell: ({ late_chunks }) => formatNumber(late_chunks) },
]
const WITH_MODELS = COLUMNS.toSpliced(2, 0, MODEL)

/** The turns that are running, those that have run the longest first. */
export function TurnList({
  list,
  running,
  more,
  hasModels,
}: Pick<Snapshot['turns'], 'list' | 'running' | 'more'> & {
  /** Whether there is more than one model. */
  hasModels: boolean
}) {
  return (
    <Card title={`Turns running now: ${formatNumber(running)}`}>
      {list.length === 0 ? (
        <EmptyState title="Nothing is being spoken">
          A turn is shown here from its first text until its credits are settled. What it says is not shown.
        </EmptyState>
      ) : (
        <VirtualTable
          label="Turns running now"
          columns={hasModels ? WITH_MODELS : COLUMNS}
          rows={list}
          keyOf={({ id }) => id}
          total={running}
        />
      )}
      {more > 0 && <p className="quiet">and {formatNumber(more)} more, which began later</p>}
    </Card>
  )
}
