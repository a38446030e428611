import { isIPv6 } from 'node:net'

/** A host and a port as URLs have them: an IPv6 address is in brackets. */
export function authorityOf(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`
}
