/** The form of UUIDs, and of the ids that proxies give. A key is longer, and a text has other characters. */
const WELL_FORMED = /^[0-9A-Za-z-]{8,40}$/

/**
 * The id that names a request in the log and in the response: the `X-Request-Id` that a proxy or the client has given it, if it
 * is well formed, or a new one.
 */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get('x-request-id')
  return given !== null && WELL_FORMED.test(given) ? given : crypto.randomUUID()
}
