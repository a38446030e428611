import { Elysia } from 'elysia'
import { EXPLORER_FILES, EXPLORER_PAGE, EXPLORER_POLICY } from './explorer.ts'
import { CONTENT_SECURITY_POLICY, EXPLORER } from './page.ts'
import { documentation } from './rendered.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=300', // short, because pages change with the version
}

/** Pages for people are no part of the API that is described. */
const HIDDEN = { detail: { hide: true } }

/**
 * The documentation at GET /docs and below, without a key: a page for each Markdown file of this folder, and one on which the
 * API can be tried.
 */
export function documentationRoutes() {
  return new Elysia()
    .get('/docs', () => answer('/docs'), HIDDEN)
    .get('/docs/*', ({ params }) => answer(`/docs/${params['*']}`), HIDDEN)
    .get(
      EXPLORER,
      () =>
        new Response(EXPLORER_PAGE, { headers: { ...HEADERS, 'content-security-policy': EXPLORER_POLICY } }),
      HIDDEN,
    )
    .get(`${EXPLORER}/:file`, ({ params }) => explorerFile(params.file), HIDDEN)
}

/** A file of the page on which the API can be tried; browsers keep it for an hour. */
async function explorerFile(name: string): Promise<Response> {
  const file = Object.hasOwn(EXPLORER_FILES, name) ? EXPLORER_FILES[name] : undefined
  if (file === undefined) return answer(`${EXPLORER}/${name}`)
  const headers = {
    'content-type': file.type,
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  }
  return new Response(Bun.file(file.path), { headers })
}

async function answer(address: string): Promise<Response> {
  const { pages, notFound } = await documentation()
  const page = pages.get(address.replace(/\/$/, ''))
  if (page !== undefined) return new Response(page, { headers: HEADERS })
  return new Response(notFound, { status: 404, headers: { ...HEADERS, 'cache-control': 'no-store' } })
}
