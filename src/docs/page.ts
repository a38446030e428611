import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pages in the order of the navigation, by their addresses; the files are beside this one. */
export const FILES: Readonly<Record<string, string>> = {
  '/docs': 'README.md',
  '/docs/api': 'api.md',
  '/docs/clients': 'clients.md',
  '/docs/dashboard': 'dashboard.md',
  '/docs/operating': 'operating.md',
  '/docs/observing': 'observing.md',
  '/docs/deploying': 'deploying.md',
  '/docs/engines': 'engines.md',
  '/docs/threat-model': 'threat-model.md',
  '/docs/performance': 'performance.md',
  '/docs/architecture': 'architecture.md',
  '/docs/specification': 'specification.md',
}

/** The address of the page on which the API can be tried. */
export const EXPLORER = '/docs/openapi'

/** The style of all pages, which stands in each of them. */
export const STYLE = read('style.css')

/** Allows a page its own style and nothing else: no script, image or connection, and no frame around it. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Links to all pages. */
export function navigation(current: string | undefined): string {
  const pages = Object.entries(FILES).map(([address, file]) => {
    return [address, file === 'README.md' ? 'Purr' : titleOf(file)] as const
  })
  return [...pages, [EXPLORER, 'Try the API'] as const]
    .map(([address, name]) => {
      return `<a href="${address}"${address === current ? ' aria-current="page"' : ''}>${escaped(name)}</a>`
    })
    .join('\n')
}

function titleOf(file: string): string {
  return /^# (.+)$/m.exec(read(file))![1]!
}

/** A text as HTML. */
export function escaped(text: string): string {
  return Bun.escapeHTML(text)
}

/** Reads a file of this folder. */
export function read(file: string): string {
  return readFileSync(join(import.meta.dir, file), 'utf8')
}
