/**
 * What takes minutes, over a real server: connections and turns that pause for six minutes, as agents and their clients
 * do between two calls, a connection that a proxy keeps for one, and a client that takes nothing for one. `bun run test:idle`.
 */

import { strict as assert } from 'node:assert'
import { LONG_TEXT } from '../bench/texts.ts'
import { books } from '../support/books.ts'
import { newDataFolder, openLeft } from '../support/data-folder.ts'
import { Line } from '../support/line.ts'
import { startPurr } from '../support/process.ts'
import { goodRequest } from '../support/request.ts'
import { audioOf, SpeechClient } from '../support/speech-client.ts'

const PAUSE = 6 * 60_000
/** The server gives a client up that has taken nothing for a minute; some more, until it is seen. */
const STALL = 90_000
/** Many proxies close a connection that was silent for this long. */
const PROXY_PATIENCE = 60_000
/** A proxy may send a request until then, and some more on its way. */
const KEPT = PROXY_PATIENCE + 5000
/** Time within which speech after the pause has to come (milliseconds). */
const SOON = 1000

const RAW = { ...goodRequest, output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 } }

const folder = await newDataFolder()
const server = await startPurr({ DATA_DIR: folder })
const connect = (url = server.url) => SpeechClient.connect(url, server.key)

/** An idle connection speaks after the pause as it did before, also through a proxy. */
async function idleConnection(): Promise<void> {
  const line = await Line.to(server.url, PROXY_PATIENCE)
  const client = await connect(line.url)
  client.send({ ...RAW, context_id: 'before' })
  await client.turn('before')
  await Bun.sleep(PAUSE)
  const begun = performance.now()
  client.send({ ...RAW, context_id: 'after' })
  await client.until(() => client.of('after').length > 0)
  const delay = performance.now() - begun
  await client.turn('after')
  assert.deepEqual(audioOf(client.of('after')), audioOf(client.of('before')))
  assert.ok(delay < SOON, `the first audio came after ${delay} ms`)
  console.log(`an idle connection: first audio ${Math.round(delay)} ms after the pause`)
  client.close()
  await line.close()
}

/** A connection that a proxy has kept takes another request. */
async function keptConnection(): Promise<void> {
  const { hostname, port } = new URL(server.url)
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  let received = ''
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => {
        received += bytes
      },
      close: () => end(received),
    },
  })
  socket.write('GET /healthz HTTP/1.1\r\nHost: purr\r\n\r\n')
  await Bun.sleep(KEPT)
  socket.write('GET /healthz HTTP/1.1\r\nHost: purr\r\nConnection: close\r\n\r\n')
  assert.equal((await ended).match(/HTTP\/1.1 200/g)?.length, 2)
  console.log('a kept connection took another request')
}

/** A turn goes on after the pause. */
async function openTurn(): Promise<void> {
  const client = await connect()
  client.send({ ...RAW, transcript: 'One moment, please. ', context_id: 'turn', continue: true })
  await client.until(() => client.of('turn').length > 0)
  await Bun.sleep(PAUSE)
  const before = client.of('turn').length
  const begun = performance.now()
  client.send({ ...RAW, transcript: 'Here I am again.', context_id: 'turn' })
  await client.until(() => client.of('turn').length > before)
  const delay = performance.now() - begun
  assert.equal((await client.turn('turn')).at(-1)!.type, 'done')
  assert.ok(delay < SOON, `the first audio came after ${delay} ms`)
  console.log(`an open turn: first audio ${Math.round(delay)} ms after the pause`)
  client.close()
}

/** A client that is there no more, and whose network does not say so, is given up; what it was not sent is not paid. */
async function silentClient(): Promise<void> {
  const line = await Line.to(server.url)
  const client = await connect(line.url)
  await line.pause()
  for (let index = 0; index < 8; index++)
    client.send({ ...RAW, transcript: LONG_TEXT, context_id: `turn-${index}` })
  await Bun.sleep(STALL)
  await line.resume()
  await client.until(() => client.closed)
  assert.equal(client.closed!.code, 1013)
  console.log('a client that took nothing was given up')
  await line.close()
}

try {
  await Promise.all([idleConnection(), keptConnection(), openTurn(), silentClient()])
  assert.equal(await server.stop(), 0)
  const { db, close } = await openLeft(folder)
  const { balance, due, open } = await books(db)
  await close()
  assert.deepEqual({ balance, open }, { balance: due, open: 0 })
} finally {
  await server.stop()
  await server.remove()
}
