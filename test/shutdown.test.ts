import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { price } from '../src/accounts/price.ts'
import { LONG_TEXT } from './bench/texts.ts'
import { type Books, books } from './support/books.ts'
import { Connection, head, parsed } from './support/connection.ts'
import { newDataFolder, openLeft } from './support/data-folder.ts'
import { Line } from './support/line.ts'
import { type Purr, startPurr } from './support/process.ts'
import { goodRequest, post } from './support/request.ts'
import { audioOf, SpeechClient } from './support/speech-client.ts'
import { Upload } from './support/upload.ts'

const RAW = { ...goodRequest, output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 } }

const WIDE = { ...RAW, output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 } }
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' }

let folder: string
let server: Purr
beforeEach(async () => {
  folder = await newDataFolder()
  server = await startPurr({ DATA_DIR: folder, ...STRIPE })
})
afterEach(async () => {
  await server.stop()
  await server.remove()
})

/** What a server that has stopped left in its ledger. */
async function booksLeft(): Promise<Books> {
  const { db, close } = await openLeft(folder)
  try {
    return await books(db)
  } finally {
    await close()
  }
}

/** The ids of the cloned voices that a server which has stopped left in its database. */
async function clonesLeft(): Promise<string[]> {
  const { db, close } = await openLeft(folder)
  try {
    const found = await db.query.voices.findMany({
      where: (row, { isNotNull }) => isNotNull(row.organizationId),
    })
    return found.map(({ id }) => id)
  } finally {
    await close()
  }
}

function connectionWith(bytes: string): Connection {
  const connection = new Connection(server.url)
  connection.send(bytes)
  return connection
}

test('a server that is told to stop closes idle connections at once, and others when their turns have ended', async () => {
  const text = LONG_TEXT.slice(0, 300)
  const whole = await (
    await post(`${server.url}/tts/bytes`, server.key, { ...RAW, transcript: text })
  ).bytes()
  const [idle, busy, slow] = await Promise.all(
    Array.from({ length: 3 }, () => SpeechClient.connect(server.url, server.key)),
  )
  for (const context_id of ['one', 'two', 'two']) busy!.send({ ...RAW, transcript: text, context_id })
  slow!.send({ ...RAW, transcript: 'This turn goes on. ', context_id: 'open', continue: true, flush: true })
  await busy!.until(() => busy!.frames.length > 0)
  await slow!.until(() => slow!.frames.length > 0)

  process.kill(server.pid, 'SIGHUP') // the reload of a supervisor: without a certificate it changes nothing
  const stopped = server.stop()
  await idle!.until(() => idle!.closed)
  expect(slow!.closed).toBeUndefined()
  slow!.send({ ...RAW, transcript: 'Until it is told to end.', context_id: 'open' })
  for (const client of [idle!, busy!, slow!]) {
    await client.until(() => client.closed)
    expect(client.closed!.code).toBe(1001)
  }
  expect(await stopped).toBe(0)

  // A machine that has much else to do may not have spoken all in time. What it says of a turn is true in any case.
  let paid = price(text)
  for (const [client, id, credits] of [
    [busy!, 'one', price(text)],
    [busy!, 'two', price(text)],
    [slow!, 'open', price('This turn goes on. Until it is told to end.')],
  ] as const) {
    const ends = client.of(id).filter(({ done }) => done === true)
    for (const { type, error_code } of ends) {
      if (type === 'done') paid += credits
      else expect(error_code).toBe('service_stopping')
    }
    // The second turn of a context waited for the first.
    const turns = ends.filter(({ type }) => type === 'done').length
    if (client === busy && turns === ends.length)
      expect(Buffer.compare(audioOf(client.of(id)), Buffer.concat(Array(turns).fill(whole)))).toBe(0)
  }
  const { balance, due, open, confirmed } = await booksLeft()
  expect(confirmed).toBe(paid)
  expect(open).toBe(0)
  expect(balance).toBe(due)
})

/** Orders the server to stop; gives its exit code once it is known to have got the order: it lets nobody in. */
async function beginStop(): Promise<{ exitCode: Promise<number> }> {
  const exitCode = server.stop()
  const isOpen = () =>
    fetch(server.url).then(
      () => true,
      () => false,
    )
  while (await isOpen()) await Bun.sleep(10)
  return { exitCode }
}

const WITH_BODIES = [
  '/tts/bytes',
  '/tts/sse',
  '/voices/clone',
  '/billing/checkout',
  '/billing/stripe/webhook',
]

/** The first part of a body that a client sends. */
const PART = '{"model_id": '

async function expectRefused(connection: Connection): Promise<void> {
  const answer = await connection.answer
  expect(parsed(answer)).toMatchObject({ status: 503, body: { error: 'service_stopping' } })
  expect(answer).toMatch(/^connection: close\r$/im)
  await connection.closed
}

test('requests that are unfinished when the server is told to stop do not hold it up', async () => {
  const bodies = WITH_BODIES.map((path) => connectionWith(head(path, server.key, 1000) + PART))
  const trickle = connectionWith(head('/tts/bytes', server.key, 60_000))
  const drops = setInterval(() => trickle.send(' '), 20)
  const unauthorized = connectionWith(head('/tts/bytes', 'wrong', 1000) + PART)
  const idle = connectionWith(`GET /voices HTTP/1.1\r\nHost: purr\r\nX-API-Key: ${server.key}\r\n\r\n`)
  const halfHead = connectionWith('POST /tts/bytes HTTP/1.1\r\nHost: ')
  await Promise.all([...bodies, trickle].map(({ begun }) => begun))
  expect(parsed(await unauthorized.answer).status).toBe(401)
  expect(parsed(await idle.answer).status).toBe(200)

  const { exitCode } = await beginStop()
  await Promise.all(bodies.map(expectRefused))
  await Promise.all([trickle, unauthorized, idle, halfHead].map(({ closed }) => closed))
  clearInterval(drops)
  expect(await exitCode).toBe(0)
  expect(halfHead.received).toBe('')
})

test('a request that comes while the server stops, and is not finished, does not hold it up either', async () => {
  const talking = await SpeechClient.connect(server.url, server.key)
  talking.send({ ...RAW, transcript: 'This turn goes on. ', context_id: 'open', continue: true, flush: true })
  const heads = WITH_BODIES.map((path) => head(path, server.key, 1000))
  const connections = heads.map((each) => connectionWith(each.slice(0, 20)))
  await talking.until(() => talking.frames.length > 0)

  const { exitCode } = await beginStop()
  for (const [index, connection] of connections.entries()) connection.send(heads[index]!.slice(20) + PART)
  await Promise.all(connections.map(expectRefused))

  // The turn whose text did not come to its end has been spoken in vain.
  expect((await talking.turn('open')).at(-1)).toMatchObject({ type: 'error', error_code: 'service_stopping' })
  await talking.until(() => talking.closed)
  expect(talking.closed!.code).toBe(1001)
  expect(await exitCode).toBe(0)
  expect(await booksLeft()).toMatchObject({ confirmed: 0, refunded: price('This turn goes on. '), open: 0 })
})

test('a client that takes nothing of what is spoken does not hold the server up, and pays nothing', async () => {
  const line = await Line.to(server.url)
  const client = await SpeechClient.connect(line.url, server.key)
  await line.pause()
  for (let index = 0; index < 8; index++)
    client.send({ ...WIDE, transcript: LONG_TEXT, context_id: `turn-${index}` })
  const other = await SpeechClient.connect(server.url, server.key)
  other.send({ ...RAW, transcript: 'Hello there.', context_id: 'other' })
  await other.turn('other')
  other.close()

  expect(await server.stop()).toBe(0)
  await line.close()
  const { balance, due, open, confirmed } = await booksLeft()
  expect(confirmed).toBe(price('Hello there.'))
  expect(open).toBe(0)
  expect(balance).toBe(due)
})

test('a server that is told to stop twice ends at once', async () => {
  const body = connectionWith(head('/tts/bytes', server.key, 1000))
  await body.begun
  const { exitCode } = await beginStop()
  // For a second, another signal is the first one that a launcher passes on.
  const again = setInterval(() => server.exitCode() ?? process.kill(server.pid, 'SIGTERM'), 100)
  expect(await exitCode).toBe(1)
  clearInterval(again)
  await body.closed
})

test('a clone that comes in while the server stops is ready, or refused and not kept', async () => {
  const speech = await Bun.file(join(import.meta.dir, 'voices/fixtures/speech.mp3')).bytes()
  const uploads = [1, 2].map(() => new Upload(server.url, '/voices/clone', server.key, speech))
  await Promise.all(uploads.map(({ begun }) => begun))

  const { exitCode } = await beginStop()
  for (const upload of uploads) upload.finish()
  const answers = await Promise.all(uploads.map(async ({ answer }) => parsed(await answer)))
  expect(await exitCode).toBe(0)
  for (const { status, body } of answers) {
    if (status === 200) expect(body).toMatchObject({ name: 'Ann', language: 'en-US' })
    else expect({ status, error: body.error }).toEqual({ status: 503, error: 'service_stopping' })
  }
  const promised = answers.filter(({ status }) => status === 200).map(({ body }) => body.id as string)
  expect((await clonesLeft()).sort()).toEqual(promised.sort())
})
