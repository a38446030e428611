import { Elysia } from 'elysia'

/** Responses below this do not gain from being compressed (characters of JSON). */
const SMALL = 1000

/**
 * Compresses the JSON that routes answer GET with, for clients that take gzip: pages of lists become a tenth. Responses to
 * other methods, which may have a secret, stay as they are, because the length of what is compressed says something about it.
 */
export function compressed() {
  return new Elysia().mapResponse({ as: 'scoped' }, ({ request, responseValue, set }) => {
    if (request.method !== 'GET' || !isPlain(responseValue)) return
    set.headers.vary = [set.headers.vary ?? [], 'accept-encoding'].flat().join(', ')
    if (!/\bgzip\b(?! *; *q=0(\.0*)? *(,|$))/.test(request.headers.get('accept-encoding') ?? '')) return
    const json = JSON.stringify(responseValue)
    if (json.length < SMALL) return
    set.headers['content-type'] = 'application/json'
    set.headers['content-encoding'] = 'gzip'
    return new Response(Bun.gzipSync(json))
  })
}

/** Whether it is what routes answer as JSON: an object, and not a response or stream of its own. */
function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
