/** The code of a link (`#code`). It is taken out of the address, so that it stays in no history. Empty if there is none. */
export function takeCode(): string {
  const code = decodeURIComponent(location.hash.slice(1))
  if (code !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
