import { afterAll, beforeAll, expect, test } from 'bun:test'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/engines/shared/engine.ts'
import { books } from '../support/books.ts'
import { makeCertificate, type TestCertificate } from '../support/certificate.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { type Haproxy, hasHaproxy, startHaproxy } from '../support/haproxy.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

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

test.skipIf(!hasHaproxy)(
  'a proxy that is reloaded has the renewed certificate, and an open WebSocket goes on with the old one',
  async () => {
    const spoken = await startService()
    const { key } = await spoken.member(CREDITS)
    const folder = await mkdtemp(join(tmpdir(), 'purr-certificates-'))
    const file = join(folder, 'purr.pem')
    const put = ({ cert, key }: TestCertificate) => Bun.write(file, `${cert}\n${key}`)
    const [old, renewed] = await Promise.all(
      ['old', 'renewed'].map((name) => makeCertificate(join(folder, name), ['127.0.0.1'])),
    )
    await put(old!)
    const port = spoken.server.port!
    const front = await startHaproxy(await freePort(), [port, port], file)
    const isReadyWith = async ({ cert }: TestCertificate) => {
      const headers = { connection: 'close' }
      const answer = await fetch(`${front.url}/readyz`, { headers, tls: { ca: cert } }).catch(() => undefined)
      return answer?.status === 200
    }
    await eventually(() => isReadyWith(old!))
    const client = await SpeechClient.connect(front.url, key, old!.cert)
    const turn = { ...goodRequest, output_format: { ...goodRequest.output_format, container: 'raw' } }
    client.send({ ...turn, transcript: 'Good morning. ', context_id: 'turn', continue: true })

    await put(renewed!)
    expect(await isReadyWith(renewed!)).toBe(false)
    await front.reload()
    await eventually(() => isReadyWith(renewed!))
    expect(await isReadyWith(old!)).toBe(false)
    client.send({ ...turn, transcript: 'And good night.', context_id: 'turn' })
    expect((await client.turn('turn')).at(-1)!.type).toBe('done')
    client.close()
    await front.stop()
    await spoken.close()
    await rm(folder, { recursive: true })
  },
)
