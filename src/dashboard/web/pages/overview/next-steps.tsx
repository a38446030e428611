import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'wouter'
import { addressOf, type PageName } from '../../addresses.ts'
import { Card } from '../../ui/card.tsx'

/** What a new user does first. */
export function NextSteps({
  organization,
  hasSpoken,
  hasKey,
}: {
  organization: string
  hasSpoken: boolean
  hasKey: boolean
}) {
  const steps: readonly [title: string, page: PageName, why: string, isDone: boolean][] = [
    ['Hear a voice', 'playground', 'Write a sentence and listen to it, here in the browser.', hasSpoken],
    ['Make a key', 'keys', 'Your programs speak with it.', hasKey],
    ['Copy the quick start', 'quick-start', 'For curl, SDKs, LiveKit, Pipecat and jambonz.', false],
  ]
  return (
    <Card title="Next steps">
      <ol className="steps">
        {steps.map(([title, page, why, isDone]) => (
          <li key={page} className="step" data-done={isDone || undefined}>
            {isDone ? (
              <CircleCheck role="img" aria-label="Done" />
            ) : (
              <CircleDashed role="img" aria-label="To do" />
            )}
            <div>
              <Link href={addressOf(page, organization)}>{title}</Link>
              <div className="quiet">{why}</div>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
