import { createHash } from 'node:crypto'
import STYLE from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import SCRIPT from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import { EXPLORER, navigation } from './page.ts'

/** What the page adds to the style of Swagger UI: the navigation, and grounds for a light and a dark page. */
const OWN_STYLE = `
:root { color-scheme: light dark }
body { margin: 0; background: #fff }
.dark-mode body { background: #1c2022 }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; max-width: 1420px; margin: 0 auto; padding: 1rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif }
nav a { color: light-dark(#0b5cad, #7ab4f0); text-decoration: none }
nav a[aria-current] { color: light-dark(#1f2328, #dfe3e8); font-weight: 600 }
noscript { display: block; padding: 1rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif }
`

/** Shows the document, in dark colours where the reader prefers them. */
const START = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
colour()
dark.addEventListener('change', colour)
SwaggerUIBundle({ url: '/openapi.json', dom_id: '#explorer', deepLinking: true, tryItOutEnabled: true, validatorUrl: null })
`

/** Allows the page its own script and style and questions to its own server, and nothing else. */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${hashOf(START)}`,
  "style-src 'self' 'unsafe-inline'", // Swagger UI sets styles on its elements
  "img-src 'self' data:",
  'media-src blob:', // the audio of an answer
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page on which people read the OpenAPI document and try its operations, with Swagger UI. It needs no other server. */
export const EXPLORER_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Try the API · Purr</title>
<link rel="stylesheet" href="${EXPLORER}/swagger-ui.css">
<style>${OWN_STYLE}</style>
</head>
<body>
<nav aria-label="Pages">${navigation(EXPLORER)}</nav>
<noscript>This page needs JavaScript. The document that it shows is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<div id="explorer"></div>
<script src="${EXPLORER}/swagger-ui-bundle.js"></script>
<script>${START}</script>
</body>
</html>
`

/** The files of the page, read only when somebody asks for them. */
export const EXPLORER_FILES: Readonly<Record<string, { readonly path: string; readonly type: string }>> = {
  'swagger-ui.css': { path: STYLE, type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { path: SCRIPT, type: 'text/javascript; charset=utf-8' },
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
