import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'wouter'
import { addressOf, type PageName } from '../../addresses.ts'
import { Card } from '../../ui/card.tsx'

type Step = readonly [title: string, page: PageName, why: string, isDone: boolean]

/** What a new user does first. */
export function NextSteps({
  organization,
  hasCredits,
  hasSpoken,
  hasKey,
}: {
  organization: string
  hasCredits: boolean
  hasSpoken: boolean
  hasKey: boolean
}) {
  const steps: readonly Step[] = [
    ...(hasCredits ? [] : ([['Get credits', 'credits', 'Nothing is spoken without them.', false]] as const)),
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
