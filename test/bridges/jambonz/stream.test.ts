import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { revokeKey } from '../../../src/accounts/keys.ts'
import type { OwnLimits } from '../../../src/accounts/organizations.ts'
import { price } from '../../../src/accounts/price.ts'
import { purchase } from '../../../src/accounts/purchases.ts'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import type { Engine } from '../../../src/engines/shared/engine.ts'
import { RunningTurns } from '../../../src/tts/running-turns.ts'
import { type Books, books, settledBooks } from '../../support/books.ts'
import { eventually } from '../../support/eventually.ts'
import { Gate } from '../../support/gate.ts'
import { shake } from '../../support/handshake.ts'
import { holdSettlements } from '../../support/held-settlement.ts'
import { Line } from '../../support/line.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, NO_BUDGETS, type Service, sharedEngine, startService } from '../../support/service.ts'
import { ORDINARY_TEXTS } from '../../support/texts.ts'
import { type JambonzMessage, JambonzStream } from './jambonz-stream.ts'

const CREDITS = 1_000_000
const TEXT = 'Good morning. How can I help you? It is 5:30, and the total comes to $42.50.'
const [VOICE] = catalogue()
const SENTENCE =
  'We have received your payment, and the parcel will be sent to you tomorrow morning by the first train. '
const ANSWER_START = 'Thank you for waiting, and here is what our people have found out about it. '.repeat(7)
/** Its price would stand at the 600th character. */
const LONG_ANSWER = `${ANSWER_START}The whole project will in the end really cost us something like $5 million in the first year, they said.`
/** Where its first sentence behind 400 characters ends. */
const ANSWER_PART = 76 * 6
/** So many texts of so many seconds are several times what the network holds for a reader that takes nothing. */
const LONG_TEXTS = 20
const SECONDS = 40

/** The real engine behind two gates: one before each stretch of text, one after its first piece of speech. */
class WatchedEngine implements Engine {
  readonly begin = new (class extends Gate {
    override pass = super.pass
  })()
  readonly goOn = new (class extends Gate {
    override pass = super.pass
  })()
  /** Stretches of text that have begun. */
  begun = 0

  async *speak(...[segment, speaker, options]: Parameters<Engine['speak']>): ReturnType<Engine['speak']> {
    const left = new Promise((resolve) => options.signal.addEventListener('abort', resolve))
    this.begun++
    await Promise.race([this.begin.pass(), left])
    for await (const speech of (await sharedEngine()).speak(segment, speaker, options)) {
      yield speech
      await Promise.race([this.goOn.pass(), left])
    }
  }

  async close(): Promise<void> {}
}

const engine = new WatchedEngine()
const running = new RunningTurns()
let service: Service
let member: Member
const streams: JambonzStream[] = []

beforeAll(async () => {
  service = await startService({ engine, running, allowances: NO_BUDGETS })
})
afterEach(async () => {
  engine.begin.open()
  engine.goOn.open()
  for (const stream of streams.splice(0)) stream.close()
  await eventually(() => service.sockets.size === 0)
})
afterAll(() => service.close())

/** A stream of an organization that has nothing else. */
async function open(query: object = {}, limits?: OwnLimits, credits = CREDITS): Promise<JambonzStream> {
  member = await service.member(credits, limits)
  return another(query)
}

/** One more stream of the same organization. */
async function another(query: object = {}, url = service.url): Promise<JambonzStream> {
  const stream = await JambonzStream.open(url, member.key, {
    voice: VOICE!.name,
    sampleRate: '8000',
    ...query,
  })
  streams.push(stream)
  return stream
}

function now(): Promise<Books> {
  return books(service.storage.db, member.organizationId)
}

/** The books once every charge is settled. */
function settled(): Promise<Books> {
  return settledBooks(service.storage.db, member.organizationId)
}

/** What another organization is answered by POST /tts/bytes: the samples that a stream must have too. */
async function speech(transcript: string, sample_rate = 8000, language?: string): Promise<Buffer> {
  const { key } = await service.member(CREDITS)
  const output_format = { container: 'raw', encoding: 'pcm_s16le', sample_rate }
  const answer = await post(`${service.url}/tts/bytes`, key, {
    ...goodRequest,
    transcript,
    output_format,
    language,
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.bytes())
}

/** Waits for so much audio, and for all that is said to be settled; then nothing else may have come. */
async function expectHeard(stream: JambonzStream, expected: Buffer): Promise<void> {
  await stream.heard(expected.length)
  await settled()
  expect(Buffer.compare(stream.audio, expected)).toBe(0)
}

describe('the first message tells the sample rate', () => {
  test.each([
    [undefined, 8000],
    ['8000', 8000],
    ['12000', 8000],
    ['16000', 16000],
    ['22050', 22050],
    ['24000', 24000],
    ['48000', 24000],
  ])('where jambonz has %p: %d', async (asked, rate) => {
    const stream = await open(asked === undefined ? {} : { sampleRate: asked })
    expect(stream.messages).toEqual([
      { type: 'connect', data: { sample_rate: rate, base64_encoding: false } },
    ])
  })
})

describe('the samples are those of one answer', () => {
  test.each([8000, 16000, 22050])('at %d Hz', async (rate) => {
    const expected = await speech(TEXT, rate)
    const stream = await open({ sampleRate: `${rate}` })
    stream.say(TEXT)
    await expectHeard(stream, expected)
  })

  test.each([
    [
      'at the ends of sentences',
      ['Good morning.', ' How can I help you?', ' It is 5:30, and the total comes to $42.50.'],
    ],
    [
      'there, without the spaces',
      ['Good morning.', 'How can I help you?', 'It is 5:30, and the total comes to $42.50.'],
    ],
    [
      'at words',
      ['Good morning. How can', ' I help you? It is 5:30, and', ' the total comes to', ' $42.50.'],
    ],
    [
      'at words, without the spaces',
      ['Good', 'morning. How can I', 'help you? It is 5:30, and the total', 'comes to $42.50.'],
    ],
    [
      'with spaces alone',
      [' ', 'Good morning. How can I help you? ', ' ', 'It is 5:30, and the total comes to $42.50.', ' '],
    ],
  ])('for a text that is cut %s', async (_, texts) => {
    const expected = await speech(texts.some((text) => text.trim() === '') ? texts.join('').slice(1) : TEXT)
    const stream = await open()
    stream.say(...texts)
    await expectHeard(stream, expected)
  })

  test('with the voice by its id, in a language with an underscore', async () => {
    const expected = await speech('See you on 3/5/2026.', 8000, 'de-DE')
    const stream = await open({ voice: VOICE!.id, language: 'de_DE' })
    stream.say('See you on 3/5/2026.')
    await expectHeard(stream, expected)
  })
})

describe('an utterance', () => {
  test('is what comes up to a flush; each is spoken after the one before, and paid when it has been', async () => {
    const [one, two] = ['Good morning. ', 'How can I help you?']
    const expected = [await speech(one), await speech(two)]
    const stream = await open()
    stream.say(one)
    await expectHeard(stream, expected[0]!)
    expect(await now()).toMatchObject({ confirmed: price(one), refunded: 0 })
    stream.say(two)
    await expectHeard(stream, Buffer.concat(expected))
    expect(await now()).toMatchObject({ confirmed: price(one) + price(two), refunded: 0 })
  })

  test('waits for the one that is being spoken', async () => {
    const texts = ['One.', 'Two, and three.', 'Four.']
    const expected = await Promise.all(texts.map((text) => speech(text)))
    const stream = await open()
    engine.begin.shut()
    const before = engine.begun
    for (const text of texts) stream.say(text)
    await stream.read()
    await eventually(() => engine.begun > before)
    engine.begin.open()
    await expectHeard(stream, Buffer.concat(expected))
    expect((await now()).confirmed).toBe(price(texts.join('')))
  })

  test('begins to be spoken before it is flushed', async () => {
    const stream = await open()
    stream.send({ type: 'stream', text: 'Good morning, and welcome. How can' })
    await stream.heard(8000)
    expect((await now()).open).toBeGreaterThan(0)
    stream.send({ type: 'flush' })
    await settled()
  })

  test('that goes on for longer than a turn may is spoken whole, and costs what its characters cost', async () => {
    const text = `${ORDINARY_TEXTS.story} ${ORDINARY_TEXTS.news} `.repeat(3)
    expect(text.length).toBeGreaterThan(1800)
    const stream = await open()
    stream.say(text)
    await eventually(async () => (await now()).confirmed === price(text))
    expect(await settled()).toMatchObject({ balance: CREDITS - price(text), refunded: 0 })
    expect(stream.errors).toEqual([])
    expect(stream.audio.length / 16000).toBeGreaterThan(90)
  })

  test.each([
    ['in one text', [LONG_ANSWER]],
    ['word by word', LONG_ANSWER.match(/\S+ ?/g)!],
    ['word by word, without the spaces', LONG_ANSWER.match(/\S+/g)!],
    ['in texts that end within sentences', LONG_ANSWER.match(/(?:\S+ ?){1,9}/g)!],
  ])('of several sentences that comes %s is divided where a sentence ends', async (_, texts) => {
    const parts = [LONG_ANSWER.slice(0, ANSWER_PART), LONG_ANSWER.slice(ANSWER_PART)]
    const expected = await Promise.all(parts.map((part) => speech(part)))
    const stream = await open()
    stream.say(...texts)
    await expectHeard(stream, Buffer.concat(expected))
    expect(stream.errors).toEqual([])
  })

  test('goes on as fast and loud as before where it is divided, and its tags are closed there', async () => {
    const slow = '<prosody rate="slow">'
    const quiet = '<volume ratio="0.6">'
    const text = `<speak>${slow}${quiet}${SENTENCE.repeat(4)}${SENTENCE}</volume>${SENTENCE}</prosody>${SENTENCE}</speak>`
    const expected = await Promise.all([
      speech(`${slow}${quiet}${SENTENCE.repeat(4)}`),
      speech(`${slow}${quiet}${SENTENCE}</volume>${SENTENCE}</prosody>${SENTENCE}`),
    ])
    const stream = await open()
    stream.say(text)
    await expectHeard(stream, Buffer.concat(expected))
    expect((await now()).confirmed).toBe(price(text))
    stream.say('Good morning.')
    await expectHeard(stream, Buffer.concat([...expected, await speech('Good morning.')]))
  })

  test('is not divided in a tag, nor in what a tag says of its content', async () => {
    const words = 'and then the quiet man walked along the river with his little dog '
      .repeat(11)
      .slice(0, 690)
    const digits = '<say-as interpret-as="digits">12 34</say-as>'
    const expected = await Promise.all([speech(`${words}${digits}`), speech(' please.')])
    const stream = await open()
    stream.say(...`${words}${digits} please.`.match(/\S+\s*/g)!)
    await expectHeard(stream, Buffer.concat(expected))
  })

  test('is divided in the end also in a tag that goes on and on', async () => {
    const text = '<sub alias="a">b'.repeat(200)
    const stream = await open()
    stream.say(text)
    await eventually(async () => (await now()).confirmed === price(text))
    expect(stream.errors).toEqual([])
  })

  test('keeps the tags of the text before one that begins the next turn', async () => {
    const texts = [`<prosody rate="slow">${ORDINARY_TEXTS.story.slice(0, 300)}. `, '9'.repeat(90)]
    const expected = await Promise.all([speech(texts[0]!), speech(`<prosody rate="slow">${texts[1]}`)])
    const stream = await open()
    stream.say(...texts)
    await expectHeard(stream, Buffer.concat(expected))
    expect(stream.errors).toEqual([])
  })

  test('is not divided behind an abbreviation', async () => {
    const before = `${SENTENCE.repeat(3)}Please come to the second floor of the old white house by the river behind the church, and ask there for Dr. `
    expect(before.length).toBeGreaterThan(400)
    const whole = `${before}Smith. `
    const expected = await Promise.all([speech(whole), speech('Good morning.')])
    const stream = await open()
    stream.say(`${whole}Good morning.`)
    await expectHeard(stream, Buffer.concat(expected))
  })

  test('of nothing that can be spoken costs nothing, and what follows is spoken', async () => {
    const expected = await speech('Hello.')
    const stream = await open()
    for (const text of ['', ' ', '***', '\n\n']) stream.say(text)
    stream.say('Hello.')
    await expectHeard(stream, expected)
    expect(await now()).toMatchObject({ confirmed: 6, balance: CREDITS - 6 })
  })
})

describe('an interruption', () => {
  const OLD = [`${ORDINARY_TEXTS.story} `, 'This is never begun.']

  test.each(['stop', 'clear'] as const)(
    'by %s: nothing more of the old text, then the new one',
    async (type) => {
      const [old, fresh] = [await speech(OLD.join('')), await speech(TEXT)]
      const stream = await open()
      engine.goOn.shut()
      for (const text of OLD) stream.send({ type: 'stream', text })
      await stream.until(() => stream.audio.length > 0)
      await eventually(async () => (await now()).open === price(OLD.join('')))
      stream.send({ type })
      await stream.read()
      const begun = stream.audio
      expect(begun.length).toBeLessThan(old.length)
      expect(Buffer.compare(begun, old.subarray(0, begun.length))).toBe(0)
      expect(await settled()).toMatchObject({ confirmed: price(OLD[0]!), refunded: price(OLD[1]!) })

      engine.goOn.open()
      stream.say(TEXT)
      await expectHeard(stream, Buffer.concat([begun, fresh]))
    },
  )

  test('reaches what waits too, and what was not heard costs nothing', async () => {
    const expected = await speech('And now?')
    const stream = await open()
    engine.begin.shut()
    const before = engine.begun
    for (const text of OLD) stream.say(text)
    await eventually(() => engine.begun > before)
    stream.send({ type: 'stop' })
    stream.say('And now?')
    await stream.read()
    engine.begin.open()
    await expectHeard(stream, expected)
    expect(await now()).toMatchObject({ confirmed: 8, balance: CREDITS - 8 })
  })

  test('of nothing is nothing', async () => {
    const expected = await speech(TEXT)
    const stream = await open()
    stream.send({ type: 'stop' })
    stream.send({ type: 'flush' })
    stream.say(TEXT)
    stream.send({ type: 'flush' })
    await expectHeard(stream, expected)
    stream.send({ type: 'stop' })
    await stream.read()
    expect(await settled()).toMatchObject({ confirmed: price(TEXT), refunded: 0 })
  })
})

test('a call that ends pays for what was heard of, and for nothing else', async () => {
  const stream = await open()
  engine.goOn.shut()
  for (const text of [`${ORDINARY_TEXTS.story} `, 'This is never begun.'])
    stream.send({ type: 'stream', text })
  await stream.until(() => stream.audio.length > 0)
  const paid = price(`${ORDINARY_TEXTS.story} `)
  await eventually(async () => (await now()).open > paid)
  stream.close()
  expect(await settled()).toMatchObject({ confirmed: paid, refunded: price('This is never begun.') })
})

describe('the handshake', () => {
  const query = { voice: 'Kathleen', language: 'en-US', sampleRate: '8000' }
  const address = (more: object) =>
    `${service.url}/jambonz/stream?${new URLSearchParams({ ...query, ...more } as Record<string, string>)}`

  test.each<[string, object, number, string]>([
    ['no voice', { voice: '' }, 400, 'missing_voice'],
    ['a voice that is not there', { voice: 'Nobody' }, 404, 'voice_not_found'],
    ['an id that is no voice', { voice: crypto.randomUUID() }, 404, 'voice_not_found'],
    ['a language that is none', { language: 'english' }, 400, 'invalid_language'],
    ['a sample rate that is too low', { sampleRate: '4000' }, 400, 'invalid_output_format'],
    ['a sample rate that is none', { sampleRate: 'high' }, 400, 'invalid_output_format'],
  ])('is refused for %s', async (_, more, status, code) => {
    const { key } = await service.member(10)
    const answer = await shake(address(more), { authorization: `Bearer ${key}` })
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([status, code])
  })

  test('is refused without a key, before anything else', async () => {
    for (const headers of [undefined, { authorization: 'Bearer sk_purr_wrong' }])
      expect((await shake(address({ voice: 'Nobody' }), headers)).status).toBe(401)
  })

  test('is refused when there were too many requests', async () => {
    const { key } = await service.member(10, { requestsPerMinute: 1, concurrency: 1 })
    const headers = { authorization: `Bearer ${key}` }
    expect((await shake(address({}), headers)).status).toBe(101)
    expect((await shake(address({}), headers)).status).toBe(429)
  })

  test('is asked for when it is missing', async () => {
    const { key } = await service.member(10)
    const answer = await fetch(address({}), { headers: { authorization: `Bearer ${key}` } })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      426,
      'upgrade_required',
    ])
  })
})

describe('a refused text is reported, costs nothing, and the stream goes on', () => {
  test('when the balance does not cover it', async () => {
    const expected = await speech(TEXT)
    const stream = await open({}, undefined, 10)
    stream.say(TEXT)
    await stream.until(() => stream.errors.length > 0)
    expect(stream.messages.at(-1)).toEqual({
      type: 'error',
      error: expect.stringMatching(/^payment_required: .+ .+/),
      error_code: 'payment_required',
    })
    expect(await settled()).toMatchObject({ balance: 10, confirmed: 0 })
    await purchase(service.storage.db, member.organizationId, {
      credits: CREDITS,
      cents: 0,
      provider: 'test',
      reference: crypto.randomUUID(),
    })
    stream.say(TEXT)
    await expectHeard(stream, expected)
  })

  test('when as many turns are being spoken as may be', async () => {
    const expected = await speech('Hello.')
    const speaking = await open({}, { requestsPerMinute: 1000, concurrency: 1 })
    engine.begin.shut()
    const before = engine.begun
    speaking.say('Hello.')
    await eventually(() => engine.begun > before)
    const refused = await another()
    refused.say(TEXT)
    await refused.until(() => refused.errors.length > 0)
    expect(refused.messages.at(-1)).toMatchObject({
      error_code: 'concurrent_limit',
      retry_after: expect.any(Number),
    })
    engine.begin.open()
    await expectHeard(speaking, expected)
    expect(await now()).toMatchObject({ confirmed: 6, refunded: 0 })
    expect(refused.audio.length).toBe(0)
  })

  test('but waits for a slot where the stream itself has had it', async () => {
    const texts = ['One.', 'Two, and three.', 'Four.']
    const expected = await Promise.all(texts.map((text) => speech(text)))
    const stream = await open({}, { requestsPerMinute: 1000, concurrency: 1 })
    for (const text of texts) stream.say(text)
    await expectHeard(stream, Buffer.concat(expected))
    expect(stream.errors).toEqual([])
    expect(await now()).toMatchObject({ confirmed: price(texts.join('')), refunded: 0 })
    stream.send({ type: 'stop' })
    stream.say('Four.')
    await expectHeard(stream, Buffer.concat([...expected, expected[2]!]))
  })

  test.each<[string, (stream: JambonzStream) => Promise<void>]>([
    [
      'was interrupted before its first audio',
      async (stream) => {
        engine.begin.shut()
        const before = engine.begun
        stream.say('One.')
        await eventually(() => engine.begun > before)
        stream.send({ type: 'stop' })
        await stream.read()
        engine.begin.open()
      },
    ],
    ['has no audio', async (stream) => stream.say('***')],
  ])('but waits for it also behind a text that %s', async (_, first) => {
    const expected = await speech('Four.')
    const stream = await open({}, { requestsPerMinute: 1000, concurrency: 1 })
    await first(stream)
    stream.say('Four.')
    await expectHeard(stream, expected)
    expect(stream.errors).not.toContain('concurrent_limit')
  })

  test('an interruption ends the wait for a slot', async () => {
    const expected = await Promise.all(['One.', 'Four.'].map((text) => speech(text)))
    const stream = await open({}, { requestsPerMinute: 1000, concurrency: 1 })
    stream.say('One.')
    await stream.heard(expected[0]!.length)
    stream.say('Two, and three.')
    stream.send({ type: 'stop' })
    await stream.read()
    await Bun.sleep(2500)
    stream.say('Four.')
    await expectHeard(stream, Buffer.concat(expected))
    expect(await now()).toMatchObject({ confirmed: 9 })
  })

  test('when the key has been revoked', async () => {
    const stream = await open()
    stream.say(TEXT)
    await eventually(async () => (await now()).confirmed > 0)
    await revokeKey(service.storage.db, member.key.slice(8, 16))
    stream.say(TEXT)
    await stream.until(() => stream.errors.length > 0)
    expect(stream.errors).toEqual(['unauthorized'])
    expect(await settled()).toMatchObject({ confirmed: price(TEXT) })
  })

  test('when it is too long to be read without a breath', async () => {
    const stream = await open()
    stream.say('9'.repeat(590))
    await stream.until(() => stream.errors.length > 0)
    expect(stream.errors).toEqual(['input_too_long'])
    expect(await settled()).toMatchObject({ balance: CREDITS })
  })

  test('and what comes after it in the same utterance is spoken', async () => {
    const texts = ['Your numbers are: ', '9'.repeat(200), ' Goodbye, ', 'and thank you.'] as const
    const expected = await Promise.all([texts[0], 'Goodbye, and thank you.'].map((text) => speech(text)))
    const stream = await open()
    engine.goOn.shut()
    for (const text of texts.slice(0, 3)) stream.send({ type: 'stream', text })
    await stream.until(() => stream.audio.length > 0)
    stream.say(texts[3])
    await stream.read()
    engine.goOn.open()
    await expectHeard(stream, Buffer.concat(expected))
    expect(stream.errors).toEqual(['invalid_json', 'input_too_long'])
    expect((await now()).confirmed).toBe(price(texts[2] + texts[3]))
  })

  test('unless it is too long only after the text before it: then it is a turn of its own', async () => {
    const texts = [`${ORDINARY_TEXTS.story.slice(0, 300)}. `, '9'.repeat(120)]
    const expected = await Promise.all(texts.map((text) => speech(text)))
    const stream = await open()
    stream.say(...texts)
    await expectHeard(stream, Buffer.concat(expected))
    expect(stream.errors).toEqual([])
    expect((await now()).confirmed).toBe(price(texts[1]!))
  })

  test('and what waits behind a text that cannot be paid is refused with it', async () => {
    const stream = await open({}, undefined, 10)
    stream.say(TEXT, ...Array.from({ length: 12 }, () => TEXT.slice(0, 20)))
    await stream.until(() => stream.errors.length > 0)
    await stream.read()
    expect(stream.errors).toEqual(['payment_required', 'invalid_json'])
    expect(await settled()).toMatchObject({ balance: 10, confirmed: 0 })
  })
})

describe('a message that makes no sense is answered with an error, and what is right is spoken all the same', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['binary', new Uint8Array([1, 2, 3]), 'invalid_json'],
    ['no JSON', '{"type":', 'invalid_json'],
    ['no object', '["stream"]', 'invalid_json'],
    ['nested without end', '['.repeat(30_000), 'invalid_json'],
    ['without a type', '{"text":"Hello."}', 'invalid_json'],
    ['with a type that is no text', '{"type":{"a":1},"text":"Hello."}', 'invalid_json'],
    ['without its text', '{"type":"stream"}', 'missing_transcript'],
    ['with a text that is none', '{"type":"stream","text":["Hello."]}', 'missing_transcript'],
    ['too large', JSON.stringify({ type: 'stream', text: 'x'.repeat(70_000) }), 'payload_too_large'],
  ])('%s', async (_, message, code) => {
    const expected = await speech('Hello.')
    const stream = await open()
    stream.send(message)
    await stream.until(() => stream.errors.length > 0)
    expect(stream.errors).toEqual([code])
    stream.say('Hello.')
    await expectHeard(stream, expected)
    expect(await now()).toMatchObject({ confirmed: 6 })
  })

  test('of another type is none of its business', async () => {
    const expected = await speech('Hello.')
    const stream = await open()
    for (const type of ['keepalive', 'connect', '__proto__', ''])
      stream.send(JSON.stringify({ type, text: 'No.' }))
    stream.say('Hello.')
    await expectHeard(stream, expected)
    expect(stream.errors).toEqual([])
  })

  test('of more than a megabyte closes the stream', async () => {
    const stream = await open()
    stream.send('x'.repeat(2_000_000))
    await stream.until(() => stream.closed !== undefined)
    expect(stream.closed!.code).toBe(1009)
  })
})

test('texts without end close the stream, and nothing of them stays charged', async () => {
  const stream = await open()
  engine.begin.shut()
  for (let count = 0; count < 2000 && stream.closed === undefined; count++) {
    stream.say('This is said over and over. '.repeat(50))
    if (count % 100 === 0) await Bun.sleep(1)
  }
  await stream.until(() => stream.closed !== undefined)
  expect(stream.closed!.code).toBe(1013)
  expect(await settled()).toMatchObject({ balance: CREDITS, confirmed: 0 })
})

describe('a stream that is refused without end is closed, and no other', () => {
  const refusals = { rate: 5, burst: 50 }
  const scope = { frames: { rate: 1e9, burst: 1e9 }, refusals }

  test.each<[string, number, JambonzMessage[], number[]]>([
    ['messages that cannot be read', CREDITS, [{ type: 'stream' } as JambonzMessage], [1008]],
    // Each is refused after the one before, so that too many may wait before too many are refused.
    ['texts that cannot be paid', 0, [{ type: 'stream', text: 'Hello.' }, { type: 'flush' }], [1008, 1013]],
    [
      'interruptions of what is not heard yet',
      CREDITS,
      [{ type: 'stream', text: 'Hello.' }, { type: 'stop' }],
      [1008],
    ],
  ])('%s', async (_, credits, messages, codes) => {
    const allowances = { socket: scope, organization: NO_BUDGETS.organization, address: NO_BUDGETS.address }
    const own = await startService({ engine, running, allowances })
    member = await own.member(credits)
    const [flooding, other] = [await another({}, own.url), await another({}, own.url)]
    engine.begin.shut()
    for (let sent = 0; sent < 10_000 && flooding.closed === undefined; sent++) {
      for (const message of messages) flooding.send(message)
      if (sent % 100 === 0) await Bun.sleep(1)
    }
    await flooding.until(() => flooding.closed !== undefined)
    expect(codes).toContain(flooding.closed!.code)
    await other.read()
    expect(other.closed).toBeUndefined()
    other.close()
    await running.ended() // between two turns nothing is open either
    expect(await books(own.storage.db, member.organizationId)).toMatchObject({
      balance: credits,
      confirmed: 0,
      open: 0,
    })
    await own.close()
  })
})

test('speech is made no faster than it is read, and arrives whole', async () => {
  const second = new Float32Array(22_050).fill(0.1)
  let pieces = 0
  const quick: Engine = {
    async *speak() {
      for (let left = SECONDS; left > 0; left--) {
        pieces++
        yield { pcm: second, words: [], phones: [], isLast: left === 1 }
      }
    },
    close: async () => {},
  }
  const own = await startService({ engine: quick, running })
  member = await own.member(CREDITS)
  const line = await Line.to(own.url)
  const stream = await another({ sampleRate: '22050' }, line.url)
  await line.pause()
  for (let count = 0; count < LONG_TEXTS; count++) stream.say('Hello.')
  await eventually(() => pieces > 0)
  for (let made = -1; made !== pieces; await Bun.sleep(700)) made = pieces
  expect(pieces).toBeLessThan(LONG_TEXTS * SECONDS * 0.8)
  await line.resume()
  const audio = await stream.heard(LONG_TEXTS * SECONDS * 44_100)
  expect(pieces).toBe(LONG_TEXTS * SECONDS)
  expect(audio.length).toBe(LONG_TEXTS * SECONDS * 44_100)
  await eventually(
    async () => (await books(own.storage.db, member.organizationId)).confirmed === 6 * LONG_TEXTS,
  )
  stream.close()
  await line.close()
  await own.close()
})

describe('a server that stops', () => {
  /** A server of its own, since it stops. */
  async function stopping(grace: number): Promise<Service & { readonly ownTurns: RunningTurns }> {
    const ownTurns = new RunningTurns(grace)
    const own = await startService({ engine, running: ownTurns })
    member = await own.member(CREDITS)
    return { ...own, ownTurns }
  }

  test('closes a stream on which nothing is said', async () => {
    const own = await stopping(3_600_000)
    const stream = await another({}, own.url)
    own.sockets.leave()
    await stream.until(() => stream.closed !== undefined)
    expect(stream.closed!.code).toBe(1001)
    await own.close()
  })

  test('lets what has been flushed be spoken before', async () => {
    const expected = await speech(TEXT)
    const own = await stopping(3_600_000)
    const stream = await another({}, own.url)
    engine.begin.shut()
    const before = engine.begun
    stream.say(TEXT)
    await eventually(() => engine.begun > before)
    own.sockets.leave()
    engine.begin.open()
    await stream.until(() => stream.closed !== undefined)
    expect(stream.closed!.code).toBe(1001)
    expect(Buffer.compare(stream.audio, expected)).toBe(0)
    await own.close()
  })

  test('ends what takes too long, tells it, and gives its credits back', async () => {
    const own = await stopping(0)
    const stream = await another({}, own.url)
    engine.goOn.shut()
    stream.say(`${ORDINARY_TEXTS.story} `)
    await stream.until(() => stream.audio.length > 0)
    own.sockets.leave()
    own.ownTurns.leave()
    await stream.until(() => stream.closed !== undefined)
    expect([stream.closed!.code, stream.errors]).toEqual([1001, ['service_stopping']])
    await own.ownTurns.ended()
    expect(await books(own.storage.db, member.organizationId)).toMatchObject({ balance: CREDITS, open: 0 })
    await own.close()
  })

  test('tells nothing of what has been said, and is being charged', async () => {
    const own = await stopping(0)
    const settlement = holdSettlements(own.turns.settlements)
    const stream = await another({}, own.url)
    stream.say(TEXT)
    await settlement.reached
    own.sockets.leave()
    own.ownTurns.leave()
    await stream.until(() => stream.closed !== undefined)
    settlement.goOn()
    expect([stream.closed!.code, stream.errors]).toEqual([1001, []])
    await own.ownTurns.ended()
    expect(await books(own.storage.db, member.organizationId)).toMatchObject({
      confirmed: TEXT.length,
      open: 0,
    })
    await own.close()
  })
})
