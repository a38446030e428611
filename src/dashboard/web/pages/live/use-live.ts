import { useEffect, useReducer } from 'react'
import type { Snapshot } from '../../../../management/live/snapshot.ts'
import { ApiError, queries } from '../../api.ts'
import { type Moment, withMoment } from './history.ts'
import { liveStream } from './live-stream.ts'

/** Pause before a lost connection is opened again: the first time, and at most (milliseconds). */
const RETRY = { first: 1000, most: 10_000 }

/** What the page shows. */
interface LiveState {
  /** The last one that came. */
  readonly snapshot: Snapshot | undefined
  readonly moments: readonly Moment[]
  /** Why there is no connection; undefined while there is one, or none was lost yet. */
  readonly error: unknown
}

type Change = { readonly snapshot: Snapshot } | { readonly error: unknown }

const NOTHING: LiveState = { snapshot: undefined, moments: [], error: undefined }

/** Watches the server as long as it is wanted and the window is seen. A lost connection is made again. */
export function useLive(isWanted: boolean): LiveState {
  const [state, change] = useReducer(changed, NOTHING)
  useEffect(() => {
    if (!isWanted) return
    let left: AbortController | undefined
    const follow = () => {
      left?.abort()
      if (document.hidden) return
      left = new AbortController()
      void watch(left.signal, change)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      left?.abort()
    }
  }, [isWanted])
  return state
}

function changed({ snapshot, moments }: LiveState, change: Change): LiveState {
  if ('error' in change) return { snapshot, moments, error: change.error }
  return { snapshot: change.snapshot, moments: withMoment(moments, change.snapshot), error: undefined }
}

async function watch(signal: AbortSignal, change: (change: Change) => void): Promise<void> {
  let wait = RETRY.first
  while (!signal.aborted) {
    try {
      for await (const snapshot of liveStream(signal)) {
        change({ snapshot })
        wait = RETRY.first
      }
      throw new ApiError(0, 'offline', 'The server has ended the connection.')
    } catch (error) {
      if (signal.aborted) return
      change({ error })
      // Whoever was signed out is led to the sign-in.
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: ['session'] })
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
    wait = Math.min(wait * 2, RETRY.most)
  }
}
