import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { buildDashboard } from '../../src/dashboard/build.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let script: string
beforeAll(async () => {
  await buildDashboard()
  service = await startService()
  const page = await (await fetch(`${service.url}/dashboard`)).text()
  script = /<script type="module" src="([^"]+)"/.exec(page)![1]!
})
afterAll(() => service.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers, redirect: 'manual', decompress: false })

test('the first address leads to the dashboard', async () => {
  const answer = await get('/')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/dashboard')
})

test('the first address tells clients of the compatible API the status', async () => {
  const answer = await get('/', { 'cartesia-version': '2026-08-14' })
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  expect(await answer.json()).toEqual({ ok: true, version: answer.headers.get('purr-version') })
})

describe('the page', () => {
  test.each(['/dashboard', '/dashboard/sign-in', '/dashboard/o/x/keys'])('is at %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('<div id="app">')
  })

  test('may run and load only what this server has, and stands in no frame', async () => {
    const { headers } = await get('/dashboard')
    const policy = new Map(
      headers
        .get('content-security-policy')!
        .split('; ')
        .map((each) => each.split(/ (.*)/) as [string, string]),
    )
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('style-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    expect(policy.get('form-action')).toBe("'self'")
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|https?:/)
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('permissions-policy')).toContain('microphone=(self)')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('has nothing inline, and names nothing elsewhere', async () => {
    const page = await (await get('/dashboard')).text()
    expect(page).not.toMatch(/<style|<script>|\sstyle=|\son\w+=/)
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
    expect(addresses.filter((address) => !/^(\/|data:image)/.test(address))).toEqual([])
  })

  test('is asked for each time, and not sent again if it is the same', async () => {
    const { headers } = await get('/dashboard')
    expect(headers.get('cache-control')).toBe('no-cache')
    const again = await get('/dashboard', { 'if-none-match': headers.get('etag')! })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
  })
})

describe('its files', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ])('are sent to a browser that takes %s as %s', async (accepted, encoding) => {
    const { status, headers } = await get(script, { 'accept-encoding': accepted })
    expect(status).toBe(200)
    expect(headers.get('content-encoding')).toBe(encoding)
    expect(headers.get('vary')).toBe('accept-encoding')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test('are the same in each form', async () => {
    const [plain, br, gzip] = await Promise.all(
      ['identity', 'br', 'gzip'].map(async (encoding) => {
        return (await fetch(service.url + script, { headers: { 'accept-encoding': encoding } })).text()
      }),
    )
    expect(br).toBe(plain!)
    expect(gzip).toBe(plain!)
  })

  test.each([
    '/dashboard/assets/nothing.js',
    '/dashboard/assets/..%2findex.html',
    '/dashboard/assets/%2e%2e%2f%2e%2e%2froutes.ts',
    '/dashboard/assets/index.html',
  ])('do not include %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})
