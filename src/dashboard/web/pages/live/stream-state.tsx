import { Badge } from '../../ui/badge.tsx'

/** Says whether what is shown is how it is now. */
export function StreamState({
  isPaused,
  isLost,
  at,
}: {
  isPaused: boolean
  isLost: boolean
  /** The time of the snapshot that is shown. Undefined: none is shown. */
  at: string | undefined
}) {
  const time = at === undefined ? '' : `, as of ${new Date(at).toLocaleTimeString()}`
  return (
    <span role="status">
      {isPaused ? (
        <Badge>Paused{time}</Badge>
      ) : isLost ? (
        <Badge tone="warning">Connecting again{time}</Badge>
      ) : at === undefined ? (
        <Badge>Connecting</Badge>
      ) : (
        <Badge tone="good">Live</Badge>
      )}
    </span>
  )
}
