/** Adds cookies to the headers of an answer, which nobody else may keep. */
export function setCookies(headers: Record<string, unknown>, cookies: readonly string[]): void {
  headers['cache-control'] = 'no-store'
  if (cookies.length > 0) headers['set-cookie'] = [...cookies]
}
