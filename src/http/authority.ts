import { isIPv6 } from 'node:net'

/** A host as URLs have it: an IPv6 address is in brackets. */
export function hostInUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}

/** A host and a port as URLs have them. */
export function authorityOf(host: string, port: number): string {
  return `${hostInUrl(host)}:${port}`
}
