import { Elysia } from 'elysia'
import { CONTENT_SECURITY_POLICY, renderDocumentation, renderNotFound } from './page.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=300', // short, because pages change with the version
}

/** Rendered when the server starts, so that rendering delays no request and no audio. */
const PAGES = renderDocumentation()
const NOT_FOUND = renderNotFound()

/** The documentation at GET /docs and below, without a key: a page for each Markdown file of this folder. */
export function documentationRoutes() {
  return new Elysia()
    .get('/docs', () => answer('/docs'))
    .get('/docs/*', ({ params }) => answer(`/docs/${params['*']}`))
}

function answer(address: string): Response {
  const page = PAGES.get(address.replace(/\/$/, ''))
  if (page !== undefined) return new Response(page, { headers: HEADERS })
  return new Response(NOT_FOUND, { status: 404, headers: { ...HEADERS, 'cache-control': 'no-store' } })
}
