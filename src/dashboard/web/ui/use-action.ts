import { useState } from 'react'
import { renewRefusedSession } from '../session.tsx'

/** Something that is done when somebody asks for it. */
export interface Action {
  /** Does it, unless it is being done. */
  readonly run: () => Promise<void>
  readonly busy: boolean
  /** Why it was not done the last time. */
  readonly error: unknown
}

/** Keeps account of something asynchronous that a form or button does. */
export function useAction(act: () => Promise<unknown>): Action {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: undefined })
  const run = async () => {
    if (state.busy) return
    setState({ busy: true, error: undefined })
    try {
      await act()
      setState({ busy: false, error: undefined })
    } catch (error) {
      renewRefusedSession(error)
      setState({ busy: false, error })
    }
  }
  return { run, ...state }
}
