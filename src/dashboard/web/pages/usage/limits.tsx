import './limits.css'
import { Meter } from '@base-ui/react/meter'
import { useQuery } from '@tanstack/react-query'
import type { LimitsAnswer } from '../../../../management/usage/usage-answers.ts'
import { api, unwrap } from '../../api.ts'
import { useOrganization } from '../../session.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatAgo, formatNumber } from '../../ui/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** How often the limits are asked for (milliseconds). */
const PERIOD = 5000
/** The share of a limit from which on it counts as near. */
const NEAR = 0.8

type Limit = LimitsAnswer['limits'][number]
type Refused = Pick<Limit, 'refused_last_hour' | 'refused_last_day' | 'last_refused_at'>

const WORDS: Readonly<Record<Limit['limit'], { title: string; used: string }>> = {
  requests_per_minute: { title: 'Requests', used: 'requests in the last minute' },
  concurrency: { title: 'Turns at once', used: 'turns being spoken' },
  clones_per_hour: { title: 'Clones', used: 'clones in the last hour' },
  voices: { title: 'Cloned voices', used: 'cloned voices' },
}

/** How near the organization is to its limits, and what they have refused. */
export function Limits() {
  const { id } = useOrganization()
  const { data, error, refetch } = useQuery({
    queryKey: ['limits', id],
    queryFn: () => unwrap(api.management.organizations({ organization: id }).limits.get()),
    refetchInterval: PERIOD,
  })
  return (
    <Card title="Limits now">
      {data ? (
        <div className="limits">
          {data.limits.map((limit) => (
            <OneLimit key={limit.limit} limit={limit} />
          ))}
          {data.balance.last_refused_at !== null && (
            <p className="limit-balance">
              The balance did not cover some requests. {refusedInWords(data.balance)}
            </p>
          )}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={3} />
      )}
    </Card>
  )
}

function OneLimit({ limit }: { limit: Limit }) {
  const { title, used } = WORDS[limit.limit]
  const words = `${formatNumber(limit.used)} of ${formatNumber(limit.most)} ${used}`
  const part = limit.most === 0 ? 1 : Math.min(1, limit.used / limit.most)
  const state = part >= 1 ? 'full' : part >= NEAR ? 'near' : undefined
  return (
    <Meter.Root
      className="limit"
      value={Math.min(limit.used, limit.most)}
      max={Math.max(1, limit.most)}
      aria-valuetext={words}
      data-state={state}
    >
      <Meter.Label className="limit-title">{title}</Meter.Label>
      <Meter.Track className="limit-track">
        <Meter.Indicator className="limit-indicator" />
      </Meter.Track>
      <div className="limit-words">{words}</div>
      <div className="limit-refused" data-refused={limit.last_refused_at === null ? undefined : ''}>
        {refusedInWords(limit)}
      </div>
    </Meter.Root>
  )
}

function refusedInWords({ last_refused_at, refused_last_hour, refused_last_day }: Refused): string {
  if (last_refused_at === null) return 'Nothing refused in three days.'
  const last = `Last refused ${formatAgo(last_refused_at)}`
  if (refused_last_day === 0) return `${last}.`
  const hour = refused_last_hour > 0 ? `${formatNumber(refused_last_hour)} in the last hour, ` : ''
  return `${last}; ${hour}${formatNumber(refused_last_day)} in the last day.`
}
