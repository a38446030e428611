import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { About } from './live/about.tsx'
import { Figures } from './live/figures.tsx'
import { ModelList } from './live/model-list.tsx'
import { RefusalList } from './live/refusal-list.tsx'
import { StreamState } from './live/stream-state.tsx'
import { TurnList } from './live/turn-list.tsx'
import { useLive } from './live/use-live.ts'

/** What the server is doing now, for its operator. */
export default function Live() {
  const [isPaused, setPaused] = useState(false)
  const { snapshot, moments, error } = useLive(!isPaused)
  return (
    <>
      <PageHeader
        title="Live"
        actions={
          <>
            <StreamState isPaused={isPaused} isLost={error !== undefined} at={snapshot?.at} />
            <Button icon={isPaused ? Play : Pause} onClick={() => setPaused(!isPaused)}>
              {isPaused ? 'Go on' : 'Pause'}
            </Button>
          </>
        }
      >
        {snapshot && <About process={snapshot.process} />}
      </PageHeader>
      {snapshot === undefined ? (
        error === undefined ? (
          <Skeleton lines={8} />
        ) : (
          <ErrorState error={error} />
        )
      ) : (
        <div className="stack">
          <Figures snapshot={snapshot} moments={moments} />
          {snapshot.models.length > 1 && <ModelList models={snapshot.models} />}
          <TurnList {...snapshot.turns} hasModels={snapshot.models.length > 1} />
          <RefusalList refusals={snapshot.refusals} watched={snapshot.watched_seconds} />
        </div>
      )}
    </>
  )
}
