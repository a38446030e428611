import { version } from '../../package.json'

/**
 * What clients of the compatible API read at GET /, as their `getStatus` or `apiStatus`. They send the header `Cartesia-Version`,
 * which browsers do not.
 *
 * @returns undefined for whoever is no such client
 */
export function apiStatus({ headers }: Request): Response | undefined {
  return headers.has('cartesia-version') ? Response.json({ ok: true, version }) : undefined
}
