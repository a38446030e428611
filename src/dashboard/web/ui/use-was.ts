import { useState } from 'react'

/** Whether something is so, or was since the component has been shown: what was loaded for it stays. */
export function useWas(is: boolean): boolean {
  const [was, setWas] = useState(false)
  if (is && !was) setWas(true)
  return is || was
}
