import { ListMusic } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Side } from './comparison.ts'
import type { Studio, StudioState } from './studio.ts'

const KEYS: readonly { side: Side; key: string; letter: string }[] = [
  { side: 'a', key: '1', letter: 'A' },
  { side: 'b', key: '2', letter: 'B' },
]

/** Two ways to say a text, to be heard in turn. */
export function ComparisonCard({ studio, state }: { studio: Studio; state: StudioState }) {
  const { comparison, side, isBusy } = state
  if (comparison === undefined) return null
  return (
    <Card
      title="Compare"
      actions={
        <Button icon={ListMusic} onClick={() => void studio.playBoth()}>
          Play both
        </Button>
      }
    >
      <div className="comparison">
        {KEYS.map(({ side: each, key, letter }) => (
          <button
            key={each}
            type="button"
            className="comparison-side"
            aria-pressed={isBusy && side === each}
            aria-keyshortcuts={key}
            onClick={() => void studio.choose(each)}
          >
            <span className="comparison-letter">{letter}</span>
            {comparison[each].voice.name}
            <kbd>{key}</kbd>
          </button>
        ))}
      </div>
      <p className="quiet">
        Both are equally loud. Choose the other one while you listen, with the keys 1 and 2 too: it goes on at
        the same word.
      </p>
    </Card>
  )
}
