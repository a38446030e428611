/** Stands for the address of this server, which does not matter here. */
const HERE = 'http://here'

/**
 * The address within the dashboard to which somebody wanted to go before they were asked to sign in; the first page if there is
 * none, or if it leads elsewhere.
 */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const there = URL.parse(`/dashboard${next}`, HERE)
  const isHere = there?.origin === HERE && there.pathname.startsWith('/dashboard/')
  return next.startsWith('/') && isHere ? next : '/'
}
