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
.swagger-ui .opblock-body { overflow-x: auto }
audio { max-width: 100% }
noscript { display: block; padding: 1rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif }
`

/**
 * Shows the document, in dark colours where the reader prefers them. Swagger UI would ask for audio once more to play it,
 * without the key and the body: it plays the answer instead.
 */
const START = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
colour()
dark.addEventListener('change', colour)
const addresses = new WeakMap()
const addressOf = (audio) => {
  if (!addresses.has(audio)) addresses.set(audio, URL.createObjectURL(audio))
  return addresses.get(audio)
}
const player = ({ React }) => ({
  wrapComponents: {
    responseBody: (Body) => (said) =>
      said.content instanceof Blob && said.contentType.startsWith('audio/')
        ? React.createElement('audio', { controls: true, src: addressOf(said.content) })
        : React.createElement(Body, said),
  },
})
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#explorer',
  plugins: [player],
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
})
`

/** Allows the page its own script and style and questions to its own server, and nothing else. */
export const EXPLORER_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${hashOf(START)}`,
  `style-src 'self' ${hashOf(OWN_STYLE)}`,
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
<link rel="icon" href="data:,">
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
