import { ServiceError } from '../../http/errors.ts'
import { urlOf } from '../../http/request-url.ts'

/** Methods that change nothing. */
const HARMLESS = new Set(['GET', 'HEAD'])

/**
 * Lets only requests pass that no page of another site has made: a browser adds the cookie of the session to those too, and
 * would do on this server what that page wants. Browsers say where a request is from, and pages cannot change it.
 *
 * @param publicUrl the URL at which clients reach Purr; undefined: that of their request
 * @throws ServiceError not_granted
 */
export function assertSameSite(request: Request, publicUrl: string | undefined): void {
  const { headers, method } = request
  const site = headers.get('sec-fetch-site') // only where the page came encrypted, or from this machine
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return
    throw foreign()
  }
  const origin = headers.get('origin')
  if (origin === null) {
    if (HARMLESS.has(method) || !headers.has('cookie')) return
    throw foreign()
  }
  if (!isOurs(origin, request, publicUrl)) throw foreign()
}

function isOurs(origin: string, { url }: Request, publicUrl: string | undefined): boolean {
  const from = URL.parse(origin)
  if (from === null) return false // "null", of a page that must not say where it is from
  if (publicUrl !== undefined && from.origin === new URL(publicUrl).origin) return true
  return from.host === URL.parse(url)?.host // behind a proxy, only the page knows whether it came encrypted
}

/**
 * Whether a browser has sent a request encrypted, if only to a proxy before this server.
 *
 * @param publicUrl as for {@link assertSameSite}
 */
export function isSecure(request: Request, publicUrl: string | undefined): boolean {
  const { protocol, host } = urlOf(request)
  if (protocol === 'https:') return true
  const known = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (known?.protocol !== 'https:') return false
  return host === known.host || request.headers.get('origin') === known.origin
}

function foreign(): ServiceError {
  return new ServiceError('not_granted', 'The request does not come from a page of this server.', {
    detail:
      'Use the dashboard of this server, at PUBLIC_URL if a proxy is before it. A program sends a management key instead of a cookie.',
  })
}
