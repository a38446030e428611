import { Marked, type Tokens } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { escaped, FILES, navigation, read, STYLE } from './page.ts'
import type { Rendered } from './rendered.ts'

/* The program of the thread that renders the documentation. It sends one message. */

declare const self: Worker

/** Headings get the ids that GitHub gives them, so that the same anchors work here and there. */
const markdown = new Marked(gfmHeadingId(), {
  renderer: {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const address = addressOf(href)
      return address === undefined ? text : `<a href="${escaped(address)}">${text}</a>`
    },
    image({ href }) {
      return `<figure>\n${picture(href)}</figure>`
    },
    table(table) {
      const cell = (tag: 'th' | 'td', { tokens }: Tokens.TableCell, label = '') => {
        const attribute = label === '' ? '' : ` data-label="${escaped(label)}"`
        return `<${tag}${attribute}>${this.parser.parseInline(tokens)}</${tag}>`
      }
      const labels = columnLabels(table)
      const head = table.header.map((header) => cell('th', header)).join('')
      const rows = table.rows.map(
        (row) => `<tr>${row.map((content, column) => cell('td', content, labels[column])).join('')}</tr>`,
      )
      const body = `<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>`
      return `<table>\n${body}\n</table>\n`
    },
  },
})

/** @param address of the page, which the navigation marks */
function render(text: string, address?: string): string {
  const body = markdown.parse(text, { async: false })
  const headings = getHeadingList()
  const title = headings[0]!.raw
  const sections = headings.filter(({ level }) => level === 2)
  const contents = `<details><summary>On this page</summary><ul>${sections
    .map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
    .join('')}</ul></details>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(address === '/docs' ? title : `${title} · Purr`)}</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Pages">${navigation(address)}</nav>
<main>
${sections.length < 2 ? body : body.replace('</h1>', `</h1>\n${contents}`)}
</main>
</body>
</html>
`
}

/** What a narrow screen, which shows a row as a list, writes before each cell. Two columns need no labels. */
function columnLabels({ header }: Tokens.Table): string[] {
  return header.map(({ text }, column) => (column === 0 || header.length < 3 ? '' : text.replaceAll('`', '')))
}

/** Where a link leads when its page is served. Undefined for what is only in the repository. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [file, anchor] = href.split('#')
  const page = Object.keys(FILES).find((address) => FILES[address] === file)
  return page === undefined || anchor === undefined ? page : `${page}#${anchor}`
}

/** A picture of the folder, as a part of its page: it takes the page's style in place of its own. */
function picture(file: string): string {
  return read(file).replace(/<style>.*?<\/style>\s*/s, '')
}

self.postMessage({
  pages: new Map(Object.entries(FILES).map(([address, file]) => [address, render(read(file), address)])),
  notFound: render('# There is no such page\n\nThe [first page](README.md) lists all pages.\n'),
} satisfies Rendered)
