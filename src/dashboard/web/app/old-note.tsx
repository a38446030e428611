import type { Query } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { isPassing, queries } from '../api.ts'

/** How often a server that is away is asked again for what is shown (milliseconds). */
const PERIOD = 5000

/** Says above a page that its figures are old, as long as the server is away, and asks for them again. */
export function OldNote() {
  const at = useSyncExternalStore(subscribe, oldest)
  const isOld = at !== undefined
  useEffect(() => {
    if (!isOld) return
    const timer = setInterval(
      () => void queries.refetchQueries({ type: 'active', predicate: isOutdated }, { cancelRefetch: false }),
      PERIOD,
    )
    return () => clearInterval(timer)
  }, [isOld])
  return (
    <div role="status">
      {isOld && (
        <div className="note old-note">
          <strong>The server does not answer.</strong> What is shown is as of{' '}
          {new Date(at).toLocaleTimeString()}. It is asked for again every few seconds.
        </div>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  return queries.getQueryCache().subscribe(listener)
}

/**
 * When the oldest of what is shown came (milliseconds since 1970), of what could not be had again; undefined: nothing is old.
 */
function oldest(): number | undefined {
  const times = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: isOutdated })
    .map(({ state }) => state.dataUpdatedAt)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Whether something is shown that could not be had again. */
function isOutdated({ state: { data, error, status } }: Query): boolean {
  return status === 'error' && data !== undefined && isPassing(error)
}
