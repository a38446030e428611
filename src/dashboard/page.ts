import { ASSETS } from './built.ts'

/** The names of the files that the page loads. */
interface PageFiles {
  /** The script that runs before the page is painted. */
  readonly theme: string
  readonly script: string
  readonly style: string
  readonly fonts: readonly string[]
  readonly licences: string
}

/** The page, whose content the script makes. */
export function pageWith(files: PageFiles): string {
  const preloads = files.fonts.map(
    (name) => `<link rel="preload" href="${ASSETS}/${name}" as="font" type="font/woff2" crossorigin>\n`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Purr</title>
<link rel="license" href="${ASSETS}/${files.licences}" type="text/plain">
<link rel="icon" href="${ICON}">
<script src="${ASSETS}/${files.theme}"></script>
<link rel="stylesheet" href="${ASSETS}/${files.style}">
${preloads.join('')}<script type="module" src="${ASSETS}/${files.script}"></script>
</head>
<body>
<div id="app"></div>
<noscript>The dashboard needs JavaScript. The <a href="/docs">documentation</a> does not.</noscript>
</body>
</html>
`
}

/** Purr's mark: three bars of sound. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><g stroke="#fff" stroke-width="3.5" stroke-linecap="round"><path d="M9 13.5v5M16 8v16M23 11.5v9"/></g></svg>',
)}`
