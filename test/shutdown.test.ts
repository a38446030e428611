import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { price } from '../src/accounts/ledger.ts'
import { LONG_TEXT } from './bench/texts.ts'
import { type Books, books } from './support/books.ts'
import { newDataFolder, openLeft } from './support/data-folder.ts'
import { type Purr, startPurr } from './support/process.ts'
import { goodRequest, post } from './support/request.ts'
import { audioOf, SpeechClient } from './support/speech-client.ts'
import { parsed, Upload } from './support/upload.ts'

const RAW = { ...goodRequest, output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 } }

let folder: string
let server: Purr
beforeEach(async () => {
  folder = await newDataFolder()
  server = await startPurr({ DATA_DIR: folder })
})
afterEach(() => server.remove())

/** What a server that has stopped left in its ledger. */
async function booksLeft(): Promise<Books> {
  const { db, close } = await openLeft(folder)
  try {
    return await books(db)
  } finally {
    await close()
  }
}

test('a server that is told to stop closes idle connections at once, and others when their turns are done', async () => {
  const whole = await (
    await post(`${server.url}/tts/bytes`, server.key, { ...RAW, transcript: LONG_TEXT })
  ).bytes()
  const [idle, busy, slow] = await Promise.all(
    Array.from({ length: 3 }, () => SpeechClient.connect(server.url, server.key)),
  )
  for (const context_id of ['one', 'two', 'two']) busy!.send({ ...RAW, transcript: LONG_TEXT, context_id })
  slow!.send({ ...RAW, transcript: 'This turn goes on. ', context_id: 'open', continue: true, flush: true })
  await busy!.until(() => busy!.frames.length > 0)
  await slow!.until(() => slow!.frames.length > 0)

  const stopped = server.stop()
  await idle!.until(() => idle!.closed)
  expect(idle!.closed!.code).toBe(1001)

  // The second turn of a context waited for the first.
  for (const [id, turns] of [
    ['one', 1],
    ['two', 2],
  ] as const) {
    const frames = await busy!.turn(id, turns)
    expect(Buffer.compare(audioOf(frames), Buffer.concat(Array(turns).fill(whole)))).toBe(0)
    expect(frames.at(-1)!.type).toBe('done')
  }
  await busy!.until(() => busy!.closed)
  expect(busy!.closed!.code).toBe(1001)

  expect(slow!.closed).toBeUndefined()
  slow!.send({ ...RAW, transcript: 'Until it is told to end.', context_id: 'open' })
  expect((await slow!.turn('open')).at(-1)!.type).toBe('done')
  await slow!.until(() => slow!.closed)
  expect(slow!.closed!.code).toBe(1001)

  expect(await stopped).toBe(0)
  const spoken = 'This turn goes on. Until it is told to end.'
  const { balance, due, open, confirmed } = await booksLeft()
  expect(confirmed).toBe(4 * price(LONG_TEXT) + price(spoken))
  expect(open).toBe(0)
  expect(balance).toBe(due)
})

test('a server that is told to stop finishes the clones whose forms are coming in', async () => {
  const speech = await Bun.file(join(import.meta.dir, 'voices/fixtures/speech.mp3')).bytes()
  // When one of three is refused for the others, those two are being read.
  const uploads = [1, 2, 3].map(() => new Upload(server.url, '/voices/clone', server.key, speech))
  const refused = await Promise.race(
    uploads.map(async (upload) => {
      await upload.answer
      return upload
    }),
  )
  expect(parsed(await refused.answer).status).toBe(429)

  const stopped = server.stop()
  const others = uploads.filter((upload) => upload !== refused)
  // From the moment that it stops nobody is let in any more.
  while (
    await fetch(server.url).then(
      () => true,
      () => false,
    )
  )
    await Bun.sleep(10)
  for (const upload of others) upload.finish()
  for (const upload of others)
    expect(parsed(await upload.answer)).toMatchObject({
      status: 200,
      body: { name: 'Ann', language: 'en-US' },
    })
  expect(await stopped).toBe(0)
})
