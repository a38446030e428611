import type { Series } from '../../../../management/usage/usage-answers.ts'
import { Card, Stat } from '../../ui/card.tsx'
import { formatMilliseconds, formatNumber, formatPercent, formatSpeech } from '../../ui/format.ts'

/** All that was spoken in the time, in numbers. */
export function Totals({ totals }: { totals: Series['totals'] }) {
  const failed = Object.values(totals.errors).reduce((sum, count) => sum + count, 0)
  const all = Math.max(totals.turns, failed)
  return (
    <Card>
      <div className="usage-stats">
        <Stat label="Characters" value={formatNumber(totals.characters)} note="those that were charged" />
        <Stat label="Turns" value={formatNumber(totals.turns)} />
        <Stat
          label="Errors"
          value={formatNumber(failed)}
          note={failed === 0 ? 'none' : `${formatPercent(failed / all)} of all`}
        />
        <Stat
          label="First audio"
          value={totals.first_audio_p50 === null ? '–' : formatMilliseconds(totals.first_audio_p50 * 1000)}
          note={
            totals.first_audio_p95 === null
              ? undefined
              : `95% within ${formatMilliseconds(totals.first_audio_p95 * 1000)}`
          }
        />
        <Stat
          label="Speech"
          value={formatSpeech(totals.audio_seconds)}
          note={totals.concurrent_peak === null ? undefined : `at most ${totals.concurrent_peak} at once`}
        />
      </div>
    </Card>
  )
}
