import { afterAll, beforeAll, expect, test } from 'bun:test'
import { OpenSockets } from '../../src/http/sockets/open-sockets.ts'
import type { Socket } from '../../src/http/sockets/socket.ts'
import { eventually } from '../support/eventually.ts'
import { shake } from '../support/handshake.ts'
import { goodRequest } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

const RAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }

let service: Service
let member: Member
beforeAll(async () => {
  const socketLimits = { open: { all: 8, ofAddress: 6 }, withoutKey: { all: 8, ofAddress: 3 } }
  service = await startService({ socketLimits })
  member = await service.member(1000)
})
afterAll(() => service.close())

/** Opens the media stream of a call whose key is still to come. */
async function call(): Promise<WebSocket> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/calls/twilio`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  return socket
}

const start = (key: string) =>
  JSON.stringify({
    event: 'start',
    start: {
      streamSid: 'MZ1',
      callSid: 'CA1',
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      customParameters: { api_key: key },
    },
    streamSid: 'MZ1',
  })

test('an address has only so many sockets without a key; those that bring it, or end, make room', async () => {
  const calls = await Promise.all([call(), call(), call()])
  const refused = await shake(`${service.url}/calls/twilio`)
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
  expect(refused.body).toContain('Too many WebSockets of this IP address have not sent a key yet.')
  // With a key there is room.
  const speaking = await SpeechClient.connect(service.url, member.key)

  calls[0]!.send(start(member.key))
  const free = () => shake(`${service.url}/calls/twilio`).then(({ status }) => status === 101)
  await eventually(free)
  expect(calls[0]!.readyState).toBe(WebSocket.OPEN)
  calls[1]!.close()
  await eventually(() => service.sockets.size === 3)

  for (const each of calls) each.close()
  speaking.close()
  await eventually(() => service.sockets.size === 0)
})

test('an address has only so many sockets in all, and those that it has go on', async () => {
  const clients = await Promise.all(
    Array.from({ length: 6 }, () => SpeechClient.connect(service.url, member.key)),
  )
  const headers = { 'x-api-key': member.key }
  const refused = await shake(`${service.url}/tts/websocket`, headers)
  expect(refused.status).toBe(429)
  expect(refused.body).toContain('Too many WebSockets of this IP address are open.')

  clients[0]!.send({ ...goodRequest, output_format: RAW, transcript: 'Hello.', context_id: 'one' })
  expect((await clients[0]!.turn('one')).at(-1)!.type).toBe('done')
  for (const each of clients) each.close()
  await eventually(async () => (await shake(`${service.url}/tts/websocket`, headers)).status === 101)
})

/** Sockets of which only one can be open, a socket, and its handshake. */
function single() {
  const sockets = new OpenSockets(service.turns.keys, undefined, {
    open: { all: 1, ofAddress: 1 },
    withoutKey: { all: 1, ofAddress: 1 },
  })
  const left: Socket[] = []
  const socket = {
    opened() {},
    received() {},
    drained() {},
    leave: () => left.push(socket),
    revoked() {},
    closed: () => sockets.delete(socket),
  }
  const accept = (upgrade: () => boolean) => {
    const server = { upgrade, requestIP: () => null } as unknown as Bun.Server<unknown>
    const request = new Request('http://127.0.0.1/tts/websocket')
    const handshake = { request, server, protocol: 'websocket', headers: {}, advice: '' } as const
    sockets.accept(socket, { ...handshake, keyId: undefined })
  }
  return { sockets, socket, accept, left }
}

test('a socket that ends while it is being accepted has no place, and one that is not accepted neither', () => {
  const { sockets, socket, accept } = single()
  accept(() => {
    socket.closed()
    return true
  })
  expect(sockets.size).toBe(0)
  expect(() => accept(() => false)).toThrow('WebSocket only')
  const failure = new Error('of the system')
  const fail = () => {
    throw failure
  }
  expect(() => accept(fail)).toThrow(failure)
  accept(() => true) // there is room
  expect(sockets.size).toBe(1)
})

test('a socket that is accepted when the server is stopping closes as soon as no turn is running on it', () => {
  const { sockets, socket, accept, left } = single()
  sockets.leave()
  accept(() => true)
  expect(left).toEqual([socket])
})
