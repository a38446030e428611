import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../support/browser.ts'
import { goodRequest } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

/** What a page found out, in its own words. */
type Findings = Readonly<Record<string, unknown>>

/** Runs in the page. */
async function tryOut(purr: string, token: string, expired: string, speech: string): Promise<Findings> {
  const say = (key: string) =>
    fetch(`${purr}/tts/bytes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: speech,
    })
  const found = async (what: () => Promise<unknown>) => {
    try {
      return await what()
    } catch (error) {
      return String(error)
    }
  }
  return {
    http: await found(async () => {
      const answer = await say(token)
      const isLong = (await answer.arrayBuffer()).byteLength > 10_000
      const rate = answer.headers.get('ratelimit-policy')
      return { status: answer.status, isLong, rate, hasId: answer.headers.has('x-request-id') }
    }),
    refused: await found(async () => {
      const answer = await say(expired)
      return { status: answer.status, body: await answer.json() }
    }),
    socket: await new Promise((resolve) => {
      const socket = new WebSocket(`${purr.replace('http', 'ws')}/tts/websocket?access_token=${token}`)
      socket.onopen = () => resolve('open')
      socket.onerror = () => resolve('failed')
    }),
  }
}

let service: Service
let member: Member
let pages: Bun.Server<undefined>
let browser: Browser
let report: (findings: Findings) => void
beforeAll(async () => {
  pages = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/report': {
        POST: async (request) => {
          report((await request.json()) as Findings)
          return new Response()
        },
      },
    },
    fetch: (request) => page(new URL(request.url).searchParams.get('token') ?? ''),
  })
  service = await startService({ corsOrigins: [`http://127.0.0.1:${pages.port}`] })
  member = await service.member(100_000)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await pages.stop(true)
  await service.close()
})

function page(token: string): Response {
  const raw = { ...goodRequest, output_format: { ...goodRequest.output_format, container: 'raw' } }
  const given = [service.url, token, token.replace(/_\d+_/, '_1_'), JSON.stringify(raw)]
  const script = `(${tryOut})(...${JSON.stringify(given)}).then((findings) =>
    fetch('/report', { method: 'POST', body: JSON.stringify(findings) }))`
  return new Response(`<!doctype html><script>${script}</script>`, {
    headers: { 'content-type': 'text/html' },
  })
}

/** What a page finds out that a browser opens at an address. */
async function visit(address: string): Promise<Findings> {
  const { promise, resolve } = Promise.withResolvers<Findings>()
  report = resolve
  const visited = await browser.newPage()
  await visited.goto(address)
  const findings = await promise
  await visited.close()
  return findings
}

test('in a browser, pages of an allowed origin speak over HTTP, and those of another do not', async () => {
  const made = await fetch(`${service.url}/access-token`, {
    method: 'POST',
    headers: { 'x-api-key': member.key },
    body: JSON.stringify({ grants: { tts: true } }),
  })
  const { token } = (await made.json()) as { token: string }
  expect(await visit(`http://127.0.0.1:${pages.port}/?token=${token}`)).toEqual({
    http: { status: 200, isLong: true, rate: '"requests";q=1000000;w=60', hasId: true },
    refused: {
      status: 401,
      body: {
        error: 'unauthorized',
        message: 'The access token has expired. POST /access-token with the API key makes one.',
      },
    },
    socket: 'open',
  })
  const blocked = 'TypeError: Failed to fetch'
  expect(await visit(`http://localhost:${pages.port}/?token=${token}`)).toEqual({
    http: blocked,
    refused: blocked,
    socket: 'open',
  })
})
