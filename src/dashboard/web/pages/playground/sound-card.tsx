import { Download } from 'lucide-react'
import { Link } from 'wouter'
import { addressOf } from '../../addresses.ts'
import { ApiError } from '../../api.ts'
import { useOrganization } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { formatSeconds } from '../../ui/format.ts'
import { save } from './save.ts'
import { SoundView } from './sound-view.tsx'
import { Stats } from './stats.tsx'
import type { Studio, StudioState } from './studio.ts'
import type { Status, Utterance } from './utterance.ts'
import { Words } from './words.tsx'

/** What is spoken or played now: its picture, words and figures. */
export function SoundCard({ studio, state }: { studio: Studio; state: StudioState }) {
  const { shown, isBusy, isPreparing, playError } = state
  if (shown === undefined) return null
  const isPlayed = isBusy && !isPreparing
  return (
    <Card
      title={shown.voice.name}
      actions={
        shown.size > 0 && (
          <Button icon={Download} onClick={() => save(shown)}>
            Download WAV
          </Button>
        )
      }
    >
      <SoundView key={shown.id} studio={studio} utterance={shown} isBusy={isBusy} />
      <Words key={`words ${shown.id}`} studio={studio} utterance={shown} isBusy={isPlayed} />
      {shown.status === 'failed' && <Failure error={shown.error} />}
      {playError !== undefined && <ErrorNote error={playError} />}
      <Stats utterance={shown} />
      <p className="quiet sound-status" role="status">
        {isPreparing
          ? 'Both are spoken first, so that they can be played equally loud.'
          : saying(shown, isBusy)}
      </p>
    </Card>
  )
}

/** Why something was not spoken, with the way to more credits where they are missing. */
function Failure({ error }: { error: unknown }) {
  const { id } = useOrganization()
  const isUnpaid = error instanceof ApiError && error.code === 'payment_required'
  return (
    <>
      <ErrorNote error={error} />
      {isUnpaid && <Link href={addressOf('credits', id)}>See the credits</Link>}
    </>
  )
}

const SAYINGS: Readonly<Record<Status, string>> = {
  asked: 'Asked for.',
  arriving: 'Speaking.',
  complete: 'Spoken',
  interrupted: 'Interrupted.',
  failed: 'Not spoken to its end.',
}

function saying({ status, seconds }: Utterance, isBusy: boolean): string {
  if (status !== 'complete') return SAYINGS[status]
  return isBusy ? 'Playing.' : `${SAYINGS.complete}: ${formatSeconds(seconds)}.`
}
