import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(0)
})
afterAll(() => service.close())

test.each(['a', 'ai', 'tts', 'purr', 'purr.example.com', '[::1]', 'tts:8080'])(
  'a server is reached by the name %s',
  async (host) => {
    const ask = (path: string) =>
      fetch(service.url + path, { headers: { host, 'x-api-key': member.key }, redirect: 'manual' })
    expect((await ask('/voices/')).status).toBe(200)
    expect((await ask('/docs/api')).status).toBe(200)
    expect((await ask('/nothing/healthz')).status).toBe(404)
  },
)

// Bun leaves the first out of the URL of a request, and the second in.
describe.each(['a b', 'a%'])('a request whose Host is %j', (host) => {
  test.each(['x-api-key', 'cookie'])(
    'is answered by every route, with the header %s',
    async (header) => {
      const headers = { host, origin: service.url, 'cartesia-version': '2024-06-10', [header]: member.key }
      const defects: string[] = []
      for (const { method, path } of service.routes) {
        const { status } = await fetch(service.url + path.replace(/:\w+|\*/g, 'x'), { method, headers })
        if (status === 500) defects.push(`${method} ${path}`)
      }
      expect(defects).toEqual([])
    },
    20_000,
  )

  test.each(['/tts/websocket', '/jambonz/stream', '/calls/asterisk'])(
    'has its key in the URL of %s',
    async (path) => {
      const url = `${service.url}${path}?api_key=${member.key}&voice=Kathleen`
      expect((await fetch(url, { headers: { host } })).status).toBe(426)
    },
  )

  test("gets a prompt at the server's own address", async () => {
    const prompt = { transcript: 'Hello.', voice: goodRequest.voice }
    const answer = await post(`${service.url}/tts/prompt`, member.key, prompt, { host })
    const { url } = (await answer.json()) as { url: string }
    expect(url).toStartWith(`${service.url}/`)
  })
})
