/**
 * What a server says about when to try again, in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as a date
 * (RFC 9110, section 10.2.3). Undefined when it says nothing that can be read.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const milliseconds = headers.get('retry-after-ms')
  if (milliseconds !== null && Number(milliseconds) > 0) return Number(milliseconds)
  const written = headers.get('retry-after')
  if (written === null) return undefined
  const wait = /^\s*\d/.test(written) ? Number(written) * 1000 : Date.parse(written) - Date.now()
  return wait > 0 ? wait : undefined
}
