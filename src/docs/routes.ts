import { Elysia } from 'elysia'
import { CONTENT_SECURITY_POLICY, renderDocumentation, renderNotFound } from './page.ts'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
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
  return new Response(page ?? NOT_FOUND, { status: page === undefined ? 404 : 200, headers: HEADERS })
}
