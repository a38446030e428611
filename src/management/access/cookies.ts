/** Adds cookies to the headers of a response, which nobody else may store. */
export function setCookies(headers: Record<string, unknown>, cookies: readonly string[]): void {
  headers['cache-control'] = 'no-store'
  if (cookies.length > 0) headers['set-cookie'] = [...cookies]
}
