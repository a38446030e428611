import { useEffect, useState } from 'react'

/**
 * The code of the link (`#code`) that was opened last; empty if it has none. A browser does not reload the page for a link
 * of which only the code is another.
 */
export function useCode(): string {
  const [code, setCode] = useState(takeCode)
  useEffect(() => {
    const take = () => setCode(takeCode())
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return code
}

/** The codes that were taken, by their pages: React may begin to show a page and then begin again. */
const taken = new Map<string, string>()

/** Takes the code out of the address, so that it stays in no history. */
function takeCode(): string {
  const { hash, pathname, search } = location
  if (hash.length > 1) {
    taken.set(pathname, decoded(hash.slice(1)))
    history.replaceState(history.state, '', pathname + search)
  }
  return taken.get(pathname) ?? ''
}

/** A code as it was before a mail program escaped it. One of which a part is missing stays as it is, and is not valid. */
function decoded(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}
