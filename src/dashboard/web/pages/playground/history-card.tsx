import { Download, Play, Scale, Undo2 } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { formatSeconds } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { save } from './save.ts'
import type { Studio, StudioState } from './studio.ts'
import type { Utterance } from './utterance.ts'

const ENCODINGS = { pcm_s16le: '16-bit PCM', pcm_mulaw: 'µ-law', pcm_alaw: 'A-law' }
const TRANSPORTS = { bytes: 'bytes', sse: 'SSE', websocket: 'WebSocket' }

/** What was spoken since the page was opened: to be heard again, compared, or changed. */
export function HistoryCard({
  studio,
  state: { history, shown },
  onReuse,
}: {
  studio: Studio
  state: StudioState
  /** Takes the text of an entry to speak it again. */
  onReuse: (utterance: Utterance) => void
}) {
  const done = history.filter(({ size, status }) => size > 0 && status !== 'arriving' && status !== 'asked')
  if (done.length === 0) return null
  const other = shown?.status === 'complete' ? shown : undefined
  return (
    <Card title="History">
      <p className="quiet">It is only in this page, and is gone when you leave it.</p>
      <ul className="history">
        {done.map((utterance) => (
          <li key={utterance.id} aria-current={utterance === shown ? 'true' : undefined}>
            <div className="history-text">
              <div className="history-words">{utterance.settings.text}</div>
              <div className="quiet">{described(utterance)}</div>
            </div>
            <div className="row">
              <IconButton icon={Play} label="Play" onClick={() => void studio.replay(utterance)} />
              <IconButton
                icon={Scale}
                label={other ? `Compare with ${other.voice.name} above` : 'Compare with what is above'}
                disabled={other === undefined || other === utterance || utterance.status !== 'complete'}
                onClick={() => other && void studio.compareSpoken(other, utterance)}
              />
              <IconButton icon={Undo2} label="Use this text" onClick={() => onReuse(utterance)} />
              <IconButton icon={Download} label="Download WAV" onClick={() => save(utterance)} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function described({ voice, settings, seconds, status }: Utterance): string {
  const { encoding, sampleRate } = settings.format
  return [
    voice.name,
    formatSeconds(seconds),
    `${ENCODINGS[encoding]}, ${sampleRate / 1000} kHz`,
    TRANSPORTS[settings.transport],
    ...(status === 'complete' ? [] : [status]),
  ].join(' · ')
}
