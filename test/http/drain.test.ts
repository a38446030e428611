import { afterEach, expect, test } from 'bun:test'
import { drain } from '../../src/http/drain.ts'
import { Connection } from '../support/connection.ts'
import { Gate } from '../support/gate.ts'

const LONG = 3_600_000
const SHORT = 50
const MEGABYTE = new Uint8Array(1_000_000)

class Answers extends Gate {
  readonly ready = () => this.pass()
}
const answers = new Answers()
/** Resolves when a request has come. */
let asked = Promise.withResolvers<void>()
let server: Bun.Server<undefined>

function start(): void {
  answers.open()
  asked = Promise.withResolvers()
  server = Bun.serve({
    port: 0,
    async fetch({ url }) {
      asked.resolve()
      await answers.ready()
      if (!url.endsWith('/endless')) return Response.json({})
      return new Response(new ReadableStream({ pull: (out) => out.enqueue(MEGABYTE.slice()) }))
    },
  })
}
afterEach(() => server.stop(true))

function ask(path: string): Connection {
  const connection = new Connection(server.url.href)
  connection.send(`GET ${path} HTTP/1.1\r\nHost: purr\r\n\r\n`)
  return connection
}

test('a server on which nothing happens stops at once, and closes idle connections', async () => {
  start()
  const idle = ask('/')
  await idle.answer
  await drain(server, { quiet: LONG, last: LONG })
  await idle.closed
})

/** A request whose headers are half there, and have been read. */
async function askHalf(): Promise<Connection> {
  const connection = new Connection(server.url.href)
  connection.send('GET / HTTP/1.1\r\nHost: ')
  await ask('/').answer
  return connection
}

test('a request that is coming in is waited for', async () => {
  start()
  const half = await askHalf()
  const drained = drain(server, { quiet: LONG, last: LONG })
  half.send('purr\r\n\r\n')
  expect(await half.answer).toStartWith('HTTP/1.1 200')
  await drained
})

test('a request that does not come to its end is not waited for without end', async () => {
  start()
  const half = await askHalf()
  await drain(server, { quiet: SHORT, last: LONG })
  await half.closed
  expect(half.received).toBe('')
})

test('a request to which an answer is due is waited for longer', async () => {
  start()
  answers.shut()
  const due = ask('/')
  await asked.promise
  const drained = drain(server, { quiet: 0, last: LONG })
  await Bun.sleep(4 * SHORT)
  answers.open()
  expect(await due.answer).toStartWith('HTTP/1.1 200')
  await drained
})

test('a client that does not take its answer is waited for no longer', async () => {
  start()
  const lazy = ask('/endless')
  lazy.pause()
  await asked.promise
  await drain(server, { quiet: 0, last: SHORT })
})
