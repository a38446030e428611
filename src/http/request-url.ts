/**
 * The URL of a request. A client can send anything as Host: where that is no host, the URL has `localhost`. Bun leaves some of
 * these out of the request's own URL, and others in.
 */
export function urlOf({ url }: Request): URL {
  return URL.parse(url) ?? new URL(url.replace(/^https?:\/\/[^/]*/, ''), 'http://localhost')
}
