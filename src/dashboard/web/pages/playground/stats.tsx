import { Stat } from '../../ui/card.tsx'
import { formatMilliseconds, formatNumber, formatSeconds } from '../../ui/format.ts'
import type { Utterance } from './utterance.ts'

const factor = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 })

/** What was measured of something spoken. */
export function Stats({ utterance }: { utterance: Utterance }) {
  const { untilFirst, untilHeard, realTimeFactor, seconds, credits, gaps } = utterance
  return (
    <div className="playground-stats">
      <Stat label="First audio received" value={shown(untilFirst, formatMilliseconds)} />
      <Stat label="First audio heard" value={shown(untilHeard, formatMilliseconds)} />
      <Stat label="Duration" value={formatSeconds(seconds)} />
      <Stat
        label="Real-time factor"
        value={shown(realTimeFactor, factor.format)}
        note={realTimeFactor === undefined ? undefined : 'Seconds to speak a second'}
      />
      <Stat label="Credits charged" value={shown(credits, formatNumber)} />
      <Stat
        label="Gaps"
        value={formatNumber(gaps.count)}
        note={gaps.count === 0 ? undefined : `${formatSeconds(gaps.seconds)} of silence: audio came too late`}
      />
    </div>
  )
}

function shown(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '–' : format(value)
}
