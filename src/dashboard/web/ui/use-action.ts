import { useCallback, useState } from 'react'
import { renewRefusedSession } from '../session.tsx'

/** Something that is done when somebody asks for it. */
export interface Action<Input extends unknown[]> {
  /** Does it, unless it is being done. Resolves with whether it was done. */
  readonly run: (...input: Input) => Promise<boolean>
  readonly busy: boolean
  /** Why it was not done the last time. */
  readonly error: unknown
}

/** Keeps account of something asynchronous that a form or button does. */
export function useAction<Input extends unknown[]>(
  act: (...input: Input) => Promise<unknown>,
): Action<Input> {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: undefined })
  const run = useCallback(
    async (...input: Input) => {
      setState({ busy: true, error: undefined })
      try {
        await act(...input)
        setState({ busy: false, error: undefined })
        return true
      } catch (error) {
        renewRefusedSession(error)
        setState({ busy: false, error })
        return false
      }
    },
    [act],
  )
  return { run, ...state }
}
