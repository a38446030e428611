import { useEffect, useState } from 'react'

/**
 * The code of the link (`#code`) that was opened last; empty if it has none. A browser does not load the page anew for a link of
 * which only the code is another.
 */
export function useCode(): string {
  const [code, setCode] = useState(takeCode)
  useEffect(() => {
    const take = () => {
      const next = takeCode()
      if (next !== '') setCode(next)
    }
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return code
}

/** Takes the code out of the address, so that it stays in no history. */
function takeCode(): string {
  const code = decodeURIComponent(location.hash.slice(1))
  if (code !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
