import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { price } from '../../src/accounts/price.ts'
import type { Engine, Speech } from '../../src/engines/shared/engine.ts'
import { LONG_TEXT, PROSE } from '../bench/texts.ts'
import { type Books, books, settledBooks } from '../support/books.ts'
import { eventually } from '../support/eventually.ts'
import { Line } from '../support/line.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, NO_BUDGETS, type Service, sharedEngine, startService } from '../support/service.ts'
import { audioOf, SpeechClient } from '../support/speech-client.ts'

const CREDITS = 1_000_000
const RAW = {
  ...goodRequest,
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 },
}
/** So many turns of LONG_TEXT are several times what the network holds for a reader that takes nothing. */
const LONG_TURNS = 8
/** Turns that begin at once. */
const AT_ONCE = 32

/** Stretches of speech that the engine has given. */
let stretches = 0
/** Segments that wait for `isHeldUp` or for their end. */
let waiting = 0
let isHeldUp = false

/** The real engine; while it is held up, no segment comes further than its first stretch. */
function watched(engine: Engine): Engine {
  return {
    async *speak(segment, speaker, options) {
      for await (const speech of engine.speak(segment, speaker, options)) {
        stretches++
        yield speech
        if (!isHeldUp) continue
        waiting++
        await new Promise((resolve) => options.signal.addEventListener('abort', resolve))
        waiting--
        return
      }
    },
    close: async () => {},
  }
}

/** The real engine, which makes the speech of a text once: after that, it comes at once. */
function remembering(engine: Engine): Engine {
  const made = new Map<string, Promise<Speech[]>>()
  return {
    async *speak(segment, speaker, options) {
      const { signal } = new AbortController()
      const speech =
        made.get(segment.text) ?? Array.fromAsync(engine.speak(segment, speaker, { ...options, signal }))
      made.set(segment.text, speech)
      for (const stretch of await speech) yield { ...stretch, pcm: stretch.pcm.slice() } // its reader fades it in place
    },
    close: async () => {},
  }
}

let service: Service
let member: Member
let line: Line
let client: SpeechClient

beforeAll(async () => {
  service = await startService({ engine: watched(await sharedEngine()), allowances: NO_BUDGETS })
})
afterEach(async () => {
  isHeldUp = false
  client.close()
  await line.close()
  await eventually(() => service.sockets.size === 0)
})
afterAll(() => service.close())

/** A client behind a line of its own, whose organization has nothing else. */
async function connect(): Promise<void> {
  member = await service.member(CREDITS)
  line = await Line.to(service.url)
  client = await SpeechClient.connect(line.url, member.key)
}

/** Begins turns, some at a time: the embedded database takes one charge after the other, each within six seconds. */
async function begin(
  { storage }: Service,
  frames: readonly { readonly transcript: string }[],
): Promise<void> {
  const balance = async () => (await books(storage.db, member.organizationId)).balance
  let left = await balance()
  for (let at = 0; at < frames.length; at += AT_ONCE) {
    const some = frames.slice(at, at + AT_ONCE)
    for (const frame of some) client.send(frame)
    for (const { transcript } of some) left -= price(transcript)
    await eventually(async () => (await balance()) === left)
  }
}

/** The books of the member once every charge is settled. */
function settled(): Promise<Books> {
  return settledBooks(service.storage.db, member.organizationId)
}

/** Resolves when no speech has been made for a while. */
async function still(): Promise<void> {
  for (let before = -1; before !== stretches; await Bun.sleep(700)) before = stretches
}

test('speech is made no faster than it is read, holds nobody else up, and arrives whole', async () => {
  await connect()
  await line.pause()
  const before = stretches
  const ids = Array.from({ length: LONG_TURNS }, (_, index) => `long-${index}`)
  for (const context_id of ids) client.send({ ...RAW, transcript: LONG_TEXT, context_id })
  await eventually(() => stretches > before)
  await still()
  const blocked = stretches - before

  const other = await SpeechClient.connect(service.url, member.key)
  other.send({ ...RAW, transcript: LONG_TEXT, context_id: 'other' })
  const free = await other.turn('other')
  expect(free.at(-1)!.type).toBe('done')
  other.close()
  expect(client.frames).toEqual([])

  const alone = stretches - before - blocked
  expect(blocked).toBeLessThan(LONG_TURNS * alone * 0.8)
  await line.resume()
  const whole = await (
    await post(`${service.url}/tts/bytes`, member.key, { ...RAW, transcript: LONG_TEXT })
  ).bytes()
  for (const context_id of ids) {
    const frames = await client.turn(context_id)
    expect(frames.at(-1)!.type).toBe('done')
    expect(Buffer.compare(audioOf(frames), whole)).toBe(0)
  }
  expect(Buffer.compare(audioOf(free), whole)).toBe(0)
  const { balance, due, confirmed } = await settled()
  expect(confirmed).toBe((LONG_TURNS + 2) * price(LONG_TEXT))
  expect(balance).toBe(due)
})

test.each<[string, (count: number) => object | string]>([
  ['texts for one context', () => ({ ...RAW, transcript: 'More.', context_id: 'one' })],
  ['texts for ever new contexts', (count) => ({ ...RAW, transcript: 'More.', context_id: `new-${count}` })],
  ['ends of turns that never began', (count) => ({ transcript: '', context_id: `new-${count}` })],
  ['frames that are refused', (count) => ({ transcript: 'No voice.', context_id: `new-${count}` })],
  ['frames that cannot be read', () => 'no JSON'],
  ['flushes', () => ({ transcript: '', continue: true, flush: true, context_id: 'long-0' })],
])('a client that reads nothing and sends %s without end is closed, and its turns end', async (_, frame) => {
  await connect()
  await line.pause()
  for (let index = 0; index < LONG_TURNS; index++)
    client.send({ ...RAW, transcript: LONG_TEXT, context_id: `long-${index}`, continue: true })
  let count = 0
  while (service.sockets.size > 0) {
    if (count > 300_000) throw new Error('it may send for ever')
    for (const end = count + 200; count < end && service.sockets.size > 0; count++) client.send(frame(count))
    await line.sent()
    await Bun.sleep(1)
  }
  await line.resume()
  await client.until(() => client.closed)
  expect(client.closed!.code).toBe(1013)
  const { balance, due } = await settled()
  expect(balance).toBe(due)
})

test('a frame of more than a megabyte closes the connection, and its turns end', async () => {
  await connect()
  client.send({ ...RAW, transcript: LONG_TEXT, context_id: 'turn', continue: true })
  client.send({ ...RAW, transcript: 'x'.repeat(2_000_000) })
  await client.until(() => client.closed)
  expect(client.closed!.code).toBe(1009)
  const { balance, due } = await settled()
  expect(balance).toBe(due)
})

test.each<[string, () => void | Promise<void>]>([
  ['is reset', () => line.reset()],
  ['ends without a good-bye', () => line.finish()],
  ['is closed', () => client.close()],
])('a connection that %s in mid-turn ends the work; what was begun stays charged', async (_, vanish) => {
  await connect()
  isHeldUp = true
  const [begun, notBegun] = [`${LONG_TEXT.slice(0, 300)}. `, 'And this is not begun. ']
  client.send({ ...RAW, transcript: begun, context_id: 'turn', continue: true, flush: true })
  await client.until(() => client.frames.length > 0)
  client.send({ ...RAW, transcript: notBegun, context_id: 'turn', continue: true, flush: true })
  const paid = price(begun) + price(notBegun)
  await eventually(async () => (await books(service.storage.db, member.organizationId)).open === paid)
  expect(waiting).toBeGreaterThan(0)

  await vanish()
  await eventually(() => service.sockets.size === 0 && waiting === 0)
  expect(await settled()).toMatchObject({
    confirmed: price(begun),
    refunded: price(notBegun),
    balance: CREDITS - price(begun),
  })
})

test('so many turns can run on one connection; those beyond are refused, and the others go on', async () => {
  await connect()
  const ids = Array.from({ length: 300 }, (_, index) => `turn-${index}`)
  const [running, refused] = [ids.slice(0, 256), ids.slice(256)]
  const hello = (context_id: string) => ({ ...RAW, transcript: 'Hello. ', context_id, continue: true })
  await begin(service, running.map(hello))
  for (const context_id of refused) client.send(hello(context_id))
  for (const context_id of refused) {
    const [error] = await client.turn(context_id)
    expect(error).toMatchObject({ type: 'error', error_code: 'concurrent_limit', status_code: 429 })
  }
  for (const context_id of running) client.send({ transcript: '', context_id })
  for (const context_id of running) expect((await client.turn(context_id)).at(-1)!.type).toBe('done')
  client.send({ ...RAW, transcript: 'There is room again.', context_id: 'later' })
  expect((await client.turn('later')).at(-1)!.type).toBe('done')
  expect(client.closed).toBeUndefined()
  for (const context_id of ids) expect(client.of(context_id).filter(({ done }) => done).length).toBe(1)
})

test('a client that reads slowly gets all of its turns, however many run on its connection', async () => {
  const fast = await startService({
    engine: watched(remembering(await sharedEngine())),
    allowances: NO_BUDGETS,
  })
  const [transcript] = PROSE
  const request = { ...RAW, transcript }
  member = await fast.member(CREDITS)
  const whole = await (await post(`${fast.url}/tts/bytes`, member.key, request)).bytes()
  line = await Line.to(fast.url)
  client = await SpeechClient.connect(line.url, member.key)
  const ids = Array.from({ length: 256 }, (_, index) => `turn-${index}`)
  await line.pause()
  await begin(
    fast,
    ids.map((context_id) => ({ ...request, context_id })),
  )
  await still()
  for (let parts = 0; parts < 10; parts++) {
    await line.read(1_000_000)
    await still()
  }
  await line.resume()
  const ends = () => client.frames.filter(({ done }) => done === true).length
  await client.until(() => client.closed !== undefined || ends() === ids.length)
  expect(client.closed).toBeUndefined()
  for (const context_id of ids) {
    const frames = client.of(context_id)
    expect(frames.at(-1)).toMatchObject({ type: 'done' })
    expect(Buffer.compare(audioOf(frames), whole)).toBe(0)
  }
  const { balance, due, confirmed } = await settledBooks(fast.storage.db, member.organizationId)
  expect(confirmed).toBe((ids.length + 1) * price(transcript))
  expect(balance).toBe(due)
  await fast.close()
})

test('a burst of texts on one connection does not hold another one up', async () => {
  await connect()
  const other = await SpeechClient.connect(service.url, member.key)
  for (let count = 0; count < 1500; count++) {
    const context_id = `turn-${count % 100}`
    client.send({ ...RAW, transcript: '. ', context_id, continue: true, max_buffer_delay_ms: 0 })
  }
  client.send({ transcript: '', context_id: 'turn-0' })
  let answers = 0
  for (; client.of('turn-0').length === 0; answers++) {
    other.send({ transcript: '', context_id: `other-${answers}` })
    await other.turn(`other-${answers}`)
  }
  expect(answers).toBeGreaterThan(20)
  other.close()
  client.close()
  await settled()
})
