import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** A page's elements by tag, with their attributes. */
interface Parsed {
  readonly links: string[]
  readonly ids: string[]
  readonly tags: Set<string>
  readonly attributes: Set<string>
}

async function parsed(html: string): Promise<Parsed> {
  const found: Parsed = { links: [], ids: [], tags: new Set(), attributes: new Set() }
  const rewriter = new HTMLRewriter().on('*', {
    element(element) {
      found.tags.add(element.tagName)
      for (const [name, value] of element.attributes) {
        found.attributes.add(name)
        if (name === 'href' && element.tagName === 'a') found.links.push(value)
        if (name === 'id') found.ids.push(value)
      }
    },
  })
  await rewriter.transform(new Response(html)).text()
  return found
}

/** All pages that can be reached from the first one by links, by their addresses. */
async function pagesByLinks(): Promise<Map<string, Parsed>> {
  const pages = new Map<string, Parsed>()
  const addresses = new Set(['/docs'])
  for (const address of addresses) {
    const answer = await fetch(`${service.url}${address}`)
    expect([address, answer.status]).toEqual([address, 200])
    const page = await parsed(await answer.text())
    pages.set(address, page)
    for (const link of page.links) if (link.startsWith('/')) addresses.add(link.split('#')[0]!)
  }
  return pages
}

describe('the documentation', () => {
  test('has a page for every file of src/docs, all of which can be reached by links without a key', async () => {
    const names = [...new Glob('*.md').scanSync('src/docs')].map((file) => file.replace('.md', ''))
    const addresses = names.map((name) => (name === 'README' ? '/docs' : `/docs/${name}`))
    expect([...(await pagesByLinks()).keys()].toSorted()).toEqual([...addresses, '/docs/openapi'].toSorted())
  })

  test('has no link that leads nowhere', async () => {
    const pages = await pagesByLinks()
    const broken: string[] = []
    for (const [address, { links }] of pages) {
      for (const link of links) {
        if (link.startsWith('https://')) continue
        const [path, anchor] = link.split('#')
        const target = pages.get(path === '' ? address : path!)
        if (target === undefined || (anchor !== undefined && !target.ids.includes(anchor)))
          broken.push(`${address}: ${link}`)
      }
    }
    expect(broken).toEqual([])
    expect([...pages.values()].flatMap(({ links }) => links).length).toBeGreaterThan(100)
  })

  test('loads nothing: its policy allows its own style alone, and it asks for no more', async () => {
    const answer = await fetch(`${service.url}/docs/api`)
    const html = await answer.text()
    const [, style] = /<style>(.*?)<\/style>/s.exec(html)!
    const hash = new Bun.CryptoHasher('sha256').update(style!).digest('base64')
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const { tags, attributes } = await parsed(html)
    for (const tag of ['script', 'link', 'img', 'iframe', 'form', 'object']) expect(tags).not.toContain(tag)
    for (const attribute of ['style', 'src', 'onclick']) expect(attributes).not.toContain(attribute)
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
  })

  test('has a page on which the API can be tried: it loads only what its own server has and its policy allows', async () => {
    const answer = await fetch(`${service.url}/docs/openapi`)
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy')!
    const directives = new Map(
      policy.split('; ').map((each) => [each.split(' ')[0]!, each.split(' ').slice(1)]),
    )
    expect(directives.get('default-src')).toEqual(["'none'"])
    expect(
      [...directives.values()]
        .flat()
        .filter((source) => !/^('self'|'none'|'sha256-.+'|data:|blob:)$/.test(source)),
    ).toEqual([])
    for (const [element, directive] of [
      ['style', 'style-src'],
      ['script', 'script-src'],
    ] as const) {
      const [, own] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(html)!
      const hash = new Bun.CryptoHasher('sha256').update(own!).digest('base64')
      expect(directives.get(directive)).toContain(`'sha256-${hash}'`)
    }
    const files = [...html.matchAll(/(?:src|stylesheet" href)="([^"]+)"/g)].map(([, address]) => address!)
    expect(files).toEqual(['/docs/openapi/swagger-ui.css', '/docs/openapi/swagger-ui-bundle.js'])
    for (const file of files) {
      const { status, headers } = await fetch(service.url + file)
      expect([file, status, headers.get('content-type')]).toEqual([
        file,
        200,
        file.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      ])
    }
    for (const file of ['package.json', '..%2fapi', 'constructor'])
      expect((await fetch(`${service.url}/docs/openapi/${file}`)).status).toBe(404)
  })

  test('prints samples as they are in the files', async () => {
    const html = await (await fetch(`${service.url}/docs/clients`)).text()
    expect(html).toContain('<code class="language-html">&lt;!doctype html&gt;')
    expect(html).toContain('socket.on(&#39;error&#39;, fail)')
  })

  test('names the column of each cell of a wide table, for screens on which a row is a list', async () => {
    const html = await (await fetch(`${service.url}/docs/operating`)).text()
    expect(html).toContain('<tr><td><code>WORKERS</code></td><td data-label="Default">number of cores</td>')
    expect(html).toContain('<tr><td>other turns, and clones</td><td>16</td></tr>')
  })

  test('titles every page with its heading and the name of the service', async () => {
    const html = await (await fetch(`${service.url}/docs/operating`)).text()
    expect(html).toContain('<title>Operating · Purr</title>')
  })

  test.each(['/docs/nothing', '/docs/api.md', '/docs/..%2f..%2fpackage.json', '/docs/api/more'])(
    'has no page at %s, and says so in its own style',
    async (address) => {
      const answer = await fetch(`${service.url}${address}`)
      const html = await answer.text()
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'")
      expect(html).toContain('There is no such page')
      expect(html).toContain('<a href="/docs/api">')
    },
  )

  test.each(['/docs/', '/docs/api/'])('is at %s too', async (address) => {
    expect((await fetch(`${service.url}${address}`)).status).toBe(200)
  })
})
