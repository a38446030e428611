import { join } from 'node:path'
import { Elysia } from 'elysia'
import { apiStatus } from '../health/api-status.ts'
import { ASSETS, ASSETS_FOLDER, DASHBOARD, PAGE_FILE } from './built.ts'

/** Allows the page what it has from this server, and nothing else: nothing inline, no frame around it, no form that leaves. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'", // WebSockets too
  "media-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'permissions-policy': 'microphone=(self), camera=(), geolocation=(), display-capture=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
}

/** Pages for people are no part of the API that is described. */
const HIDDEN = { detail: { hide: true } }

/** The web application for people: its page at every address below /dashboard, and the files that it loads. */
export function dashboardRoutes() {
  return new Elysia()
    .get('/', ({ request, redirect }) => apiStatus(request) ?? redirect(DASHBOARD, 302), HIDDEN)
    .get(DASHBOARD, ({ request }) => page(request), HIDDEN)
    .get(`${DASHBOARD}/*`, ({ request }) => page(request), HIDDEN)
    .get(`${ASSETS}/:file`, ({ params, request }) => asset(params.file, request), HIDDEN)
}

/** The page, which is read again each time: it is small, and a new build shows at once. */
async function page({ headers }: Request): Promise<Response> {
  const file = Bun.file(PAGE_FILE)
  if (!(await file.exists())) return new Response(NOT_BUILT, { status: 503 })
  const text = await file.text()
  const etag = `"${Bun.hash(text).toString(36)}"`
  // Browsers ask for it each time, and are answered that it is unchanged.
  const sent = { ...PAGE_HEADERS, 'cache-control': 'no-cache', etag }
  if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: sent })
  return new Response(text, { headers: sent })
}

const NOT_BUILT = 'The dashboard is not built: run "npx -y bun@1.4.5 run build:dashboard".\n'

/** A file of the page, compressed if the browser takes it so. It never changes, so browsers keep it. */
async function asset(name: string, { headers }: Request): Promise<Response> {
  const type = /^[\w-]+\.([a-z0-9]+)$/.exec(name)?.[1]
  if (type === undefined || !Object.hasOwn(TYPES, type)) return notFound()
  const found = await bestOf(join(ASSETS_FOLDER, name), headers.get('accept-encoding') ?? '')
  if (found === undefined) return notFound()
  return new Response(found.file, {
    headers: {
      'content-type': TYPES[type]!,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
      ...(found.encoding && { 'content-encoding': found.encoding }),
    },
  })
}

/** The smallest form of a file among those that a browser takes. */
async function bestOf(
  path: string,
  accepted: string,
): Promise<{ file: Bun.BunFile; encoding?: string } | undefined> {
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!accepts(accepted, encoding)) continue
    const file = Bun.file(path + ending)
    if (await file.exists()) return { file, encoding }
  }
  const file = Bun.file(path)
  return (await file.exists()) ? { file } : undefined
}

function accepts(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name, weight] = each.split(';')
    return name!.trim().toLowerCase() === encoding && !/^ *q=0(\.0*)? *$/.test(weight ?? '')
  })
}

function notFound(): Response {
  return new Response('There is no such file.\n', { status: 404, headers: { 'cache-control': 'no-store' } })
}
