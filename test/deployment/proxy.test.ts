import { afterAll, beforeAll, expect, test } from 'bun:test'
import { once } from 'node:events'
import type { Engine } from '../../src/engines/shared/engine.ts'
import { books } from '../support/books.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { type Haproxy, hasHaproxy, startHaproxy } from '../support/haproxy.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Service, startService } from '../support/service.ts'

if (!hasHaproxy) console.warn('The configuration of the proxy is not tried: that needs haproxy.')

const CREDITS = 1000
/** Requests that the proxy passes on before it has noticed, at the latest, that a client has left. It gives a server up much later. */
const SOON = 1000

/** Makes no audio until its listener has left. */
const silent: Engine = {
  async *speak(_segment, _speaker, { signal }) {
    if (!signal.aborted) await once(signal, 'abort')
    yield* []
  },
  close: async () => {},
}

let service: Service
let proxy: Haproxy
beforeAll(async () => {
  if (!hasHaproxy) return
  service = await startService({ engine: silent })
  const port = service.server.port!
  proxy = await startHaproxy(await freePort(), [port, port])
  await eventually(async () => (await fetch(`${proxy.url}/readyz`).catch(() => undefined))?.status === 200)
})
afterAll(async () => {
  await proxy?.stop()
  await service?.close()
})

test.skipIf(!hasHaproxy).each(['/tts/bytes', '/tts/sse'])(
  'a client that leaves %s before there is any audio has its turn ended through the proxy, too, and pays nothing',
  async (path) => {
    const { key, organizationId } = await service.member(CREDITS)
    const container = path === '/tts/sse' ? 'raw' : 'wav'
    const request = { ...goodRequest, output_format: { ...goodRequest.output_format, container } }
    const paid = () => books(service.storage.db, organizationId)
    const leaving = new AbortController()
    const left = post(`${proxy.url}${path}`, key, request, {}, undefined, leaving.signal).catch(() => 'left')
    await eventually(async () => (await paid()).open > 0)
    leaving.abort()
    expect(await left).toBe('left')
    for (let requests = 0; requests < SOON && (await paid()).open > 0; requests++)
      await fetch(`${proxy.url}/healthz`)
    expect(await paid()).toMatchObject({ balance: CREDITS, confirmed: 0, open: 0 })
  },
)
