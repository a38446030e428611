import { useEffect, useRef } from 'react'

/** Steps of moving pictures for people who want less motion (milliseconds). */
const CALM_STEP = 500

/** Calls a function before the browser draws, as long as it is wanted, and once before and after that. */
export function useFrames(isWanted: boolean, draw: () => void): void {
  const latest = useRef(draw)
  useEffect(() => {
    latest.current = draw
  })
  useEffect(() => {
    latest.current()
    if (!isWanted) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)')
    let drawn = 0
    let request = requestAnimationFrame(function frame(now) {
      request = requestAnimationFrame(frame)
      if (calm.matches && now - drawn < CALM_STEP) return
      drawn = now
      latest.current()
    })
    return () => {
      cancelAnimationFrame(request)
      latest.current()
    }
  }, [isWanted])
}
