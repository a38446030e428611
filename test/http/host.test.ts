import { afterAll, beforeAll, expect, test } from 'bun:test'
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
