/** The origins whose pages may read responses: some, or any. */
export type CorsOrigins = readonly string[] | '*'

/** The methods of all routes. */
const METHODS = 'GET, HEAD, POST, PATCH, DELETE'

/** The response headers that a page cannot read unless they are named. */
const EXPOSED = [
  'Purr-Version',
  'X-Request-Id',
  'Retry-After',
  'Retry-After-Ms',
  'X-Should-Retry',
  'RateLimit',
  'RateLimit-Policy',
  'Accept-Ranges',
  'Content-Range',
  'ETag',
].join(', ')

/** Seconds for which a browser need not ask again. Chromium keeps no response longer. */
const MAX_AGE = '7200'

/** Names of headers, as browsers list them. */
const HEADER_NAMES = /^[\w, -]{1,2000}$/

/**
 * Lets pages of some origins use the API (https://fetch.spec.whatwg.org/#http-cors-protocol). Without a key they can do nothing
 * more than before: browsers never add a key or a cookie to their requests, because credentials are not allowed.
 */
export class Cors {
  readonly #origins: CorsOrigins

  constructor(origins: CorsOrigins) {
    this.#origins = origins
  }

  /**
   * Adds to the headers of a response what the page may read of it. Returns the whole response to a preflight, with which a
   * browser asks whether the page may send a request, for any URL.
   */
  answer(
    { method, headers: asked }: Request,
    headers: Record<string, string | number>,
  ): Response | undefined {
    if (this.#origins.length === 0) return undefined
    if (this.#origins !== '*') headers.vary = 'Origin'
    const origin = asked.get('origin')
    if (origin === null || !this.#allows(origin)) return undefined
    headers['access-control-allow-origin'] = this.#origins === '*' ? '*' : origin
    if (method !== 'OPTIONS' || !asked.has('access-control-request-method')) {
      headers['access-control-expose-headers'] = EXPOSED
      return undefined
    }
    headers['access-control-allow-methods'] = METHODS
    headers['access-control-max-age'] = MAX_AGE
    const names = asked.get('access-control-request-headers') ?? ''
    // Clients' libraries send headers of their own, which mean nothing here.
    if (HEADER_NAMES.test(names)) headers['access-control-allow-headers'] = names
    return new Response(null, { status: 204 })
  }

  #allows(origin: string): boolean {
    return this.#origins === '*' || this.#origins.includes(origin)
  }
}
