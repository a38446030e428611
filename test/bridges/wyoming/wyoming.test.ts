import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { connect } from 'node:net'
import { version } from '../../../package.json'
import { authorize } from '../../../src/accounts/authorize.ts'
import { revokeKey } from '../../../src/accounts/keys.ts'
import { price } from '../../../src/accounts/price.ts'
import { TIMEOUTS } from '../../../src/bridges/wyoming/connection.ts'
import { WyomingServer } from '../../../src/bridges/wyoming/server.ts'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import { EngineFailure } from '../../../src/engines/shared/engine.ts'
import { voices } from '../../../src/storage/schema.ts'
import { type Books, books, settledBooks } from '../../support/books.ts'
import { eventually } from '../../support/eventually.ts'
import { GatedEngine } from '../../support/gated-engine.ts'
import { listedVoices } from '../../support/listed-voices.ts'
import { seeded } from '../../support/random.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'
import { audioOf, WyomingClient, written } from './client.ts'

const CREDITS = 100_000
const TEXT = 'Good morning, Dr. Smith. The door is open, and it is 5:30.'
/** Some 40 seconds. */
const LONG_TEXT = 'The kitchen closes at ten o’clock in the evening, and opens again at seven. '.repeat(9)
const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 }
const AUDIO = { rate: 22050, width: 2, channels: 1 }

let engine: GatedEngine
let service: Service
let member: Member
let wyoming: WyomingServer | undefined
const clients: WyomingClient[] = []
beforeAll(async () => {
  engine = new GatedEngine()
  service = await startService({ engine })
})
afterAll(() => service.close())
beforeEach(async () => {
  await serveFor(await service.member(CREDITS))
})
afterEach(async () => {
  engine.open()
  await closeAll()
})

/** Starts a server at the expense of somebody, in the place of the one before. */
async function serveFor(payer: Member, timeouts: Partial<typeof TIMEOUTS> = {}): Promise<void> {
  await closeAll()
  member = payer
  wyoming = await WyomingServer.listen(
    service.turns,
    { host: '127.0.0.1', port: 0, apiKey: payer.key },
    { ...TIMEOUTS, ...timeouts },
  )
}

async function closeAll(): Promise<void> {
  for (const each of clients.splice(0)) each.close()
  wyoming?.leave()
  await wyoming?.closed()
}

async function connected(): Promise<WyomingClient> {
  const client = await WyomingClient.connect(wyoming!.port)
  clients.push(client)
  return client
}

/** The audio that POST /tts/bytes gives for a text. */
async function bytesOf(transcript: string, id = goodRequest.voice.id): Promise<Buffer> {
  const { key } = await service.member(CREDITS)
  const voice = { mode: 'id', id }
  const answer = await post(`${service.url}/tts/bytes`, key, {
    ...goodRequest,
    transcript,
    voice,
    output_format: RAW,
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** The payer's ledger, when all turns are settled. */
async function settled(): Promise<Books> {
  await service.turns.running.ended()
  return settledBooks(service.storage.db, member.organizationId)
}

/** So much was paid, and no more. */
async function expectPaid(credits: number): Promise<void> {
  const { balance, due, confirmed } = await settled()
  expect({ balance, due, confirmed }).toEqual({
    balance: CREDITS - credits,
    due: CREDITS - credits,
    confirmed: credits,
  })
}

function expectSame(audio: Buffer, expected: Buffer): void {
  expect(audio.length).toBe(expected.length)
  expect(Buffer.compare(audio, expected)).toBe(0)
}

/** A text in pieces of one to twelve characters. */
function pieces(text: string, random: () => number): string[] {
  const cut: string[] = []
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * 12)
    cut.push(text.slice(at, at + length))
    at += length
  }
  return cut
}

describe('describe', () => {
  test('is answered with the voices, in the form that Home Assistant reads', async () => {
    const client = await connected()
    client.send('describe')
    const { data } = await client.first('info')
    const attribution = { name: 'Purr', url: '' }
    expect(data).toEqual({
      tts: [
        {
          name: 'Purr',
          description: 'Purr text to speech',
          version,
          attribution,
          installed: true,
          supports_synthesize_streaming: true,
          voices: listedVoices().map(({ name, language }) => ({
            name,
            description: name,
            version: 'gepard-1.0',
            languages: [language],
            attribution,
            installed: true,
          })),
        },
      ],
    })
  })

  test('gives every voice a name of its own, with which it speaks', async () => {
    const [kathleen, , , , , grace] = catalogue()
    const id = crypto.randomUUID()
    const { organizationId } = member
    await service.storage.db
      .insert(voices)
      .values({ ...grace!, id, organizationId, name: 'KATHLEEN', description: '' })
    const client = await connected()
    client.send('describe')
    const [program] = (await client.first('info')).data.tts as {
      voices: { name: string; description: string }[]
    }[]
    const names = program!.voices.map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['KATHLEEN', kathleen!.id])
    expect(program!.voices[1]!.description).toBe('Kathleen')
    expect(new Set(names).size).toBe(names.length)
    for (const [name, speaker] of [
      ['Kathleen', grace!.id],
      [kathleen!.id, kathleen!.id],
    ] as const) {
      const speaking = await connected()
      speaking.send('synthesize', { text: 'Hello there.', voice: { name } })
      await speaking.first('audio-stop')
      expectSame(speaking.audio(), await bytesOf('Hello there.', speaker))
    }
  })

  test('counts as no request, and costs nothing', async () => {
    await serveFor(await service.member(CREDITS, { requestsPerMinute: 1, concurrency: 1 }))
    const client = await connected()
    for (let round = 0; round < 3; round++) client.send('describe')
    client.send('synthesize', { text: 'Hello.' })
    await client.first('audio-stop')
    expect(client.types()).toEqual(['info', 'info', 'info', 'audio-start', 'audio-chunk', 'audio-stop'])
    await expectPaid('Hello.'.length)
  })
})

test('ping is answered with its text', async () => {
  const client = await connected()
  client.send('ping', { text: 'still there?' })
  client.send('ping')
  await client.until(() => client.events.length === 2)
  expect(client.events.map(({ type, data }) => [type, data.text])).toEqual([
    ['pong', 'still there?'],
    ['pong', null],
  ])
})

describe('synthesize', () => {
  test('gives the audio of POST /tts/bytes, and costs as much', async () => {
    const client = await connected()
    client.send('synthesize', { text: TEXT })
    await client.first('audio-stop')
    expect(client.types()).toEqual(['audio-start', 'audio-chunk', 'audio-stop'])
    for (const { type, data } of client.events) if (type !== 'audio-stop') expect(data).toEqual(AUDIO)
    expectSame(client.audio(), await bytesOf(TEXT))
    await expectPaid(TEXT.length)
  })

  const [kathleen, , , kerstin, nathalie] = catalogue()
  test.each<[string, object, string]>([
    ['a name', { name: 'Grace' }, catalogue().find(({ name }) => name === 'Grace')!.id],
    ['a name in another case', { name: 'kathleen CALM' }, catalogue()[2]!.id],
    ['an id', { name: kerstin!.id }, kerstin!.id],
    [
      'a name, whatever the language and the speaker',
      { name: 'Kerstin', language: 'en', speaker: '3' },
      kerstin!.id,
    ],
    ['a language', { language: 'de-DE' }, kerstin!.id],
    ['a language without a region', { language: 'nl' }, nathalie!.id],
    ['a language of another region', { language: 'de_AT' }, kerstin!.id],
    ['nothing', {}, kathleen!.id],
    ['null', { name: null, language: null }, kathleen!.id],
  ])('takes the voice that %s names', async (_, voice, id) => {
    const client = await connected()
    client.send('synthesize', { text: 'Hallo.', voice })
    await client.first('audio-stop')
    expectSame(client.audio(), await bytesOf('Hallo.', id))
  })

  test('speaks one text after the other, and answers what stands between', async () => {
    const client = await connected()
    const texts = ['One.', 'And two.', 'And three.']
    client.socket.write(texts.map((text) => written('synthesize', { text }) + written('ping')).join(''))
    await client.until(() => client.events.filter(({ type }) => type === 'audio-stop').length === 3)
    expectSame(client.audio(), Buffer.concat(await Promise.all(texts.map((text) => bytesOf(text)))))
    expect(client.types().filter((type) => type === 'pong').length).toBe(3)
    await expectPaid(texts.join('').length)
  })

  test('serves several clients at a time, each with its own', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `This is number ${index} of eight.`)
    await Promise.all(
      texts.map(async (text) => {
        const client = await connected()
        client.send('synthesize', { text })
        await client.first('audio-stop')
        expectSame(client.audio(), await bytesOf(text))
      }),
    )
    await expectPaid(texts.join('').length)
  })
})

describe('text in pieces', () => {
  test('is spoken as the whole, however it is cut, and paid once', async () => {
    const whole = await bytesOf(TEXT)
    const random = seeded(7)
    let paid = 0
    for (let round = 0; round < 5; round++) {
      const client = await connected()
      client.send('synthesize-start')
      for (const text of pieces(TEXT, random)) {
        client.send('synthesize-chunk', { text })
        if (text.trim() !== '') paid += price(text)
      }
      client.send('synthesize', { text: TEXT }) // for servers that take no streams
      client.send('synthesize-stop')
      await client.first('synthesize-stopped')
      expect(client.types()).toEqual(['audio-start', 'audio-chunk', 'audio-stop', 'synthesize-stopped'])
      expectSame(client.audio(), whole)
    }
    await expectPaid(paid)
  })

  test('is spoken as it comes, in the voice that was named at the start', async () => {
    const client = await connected()
    client.send('synthesize-start', { voice: { name: 'Walter' } })
    client.send('synthesize-chunk', { text: 'Good morning. ' })
    client.send('synthesize-chunk', { text: 'It is ' })
    await client.first('audio-chunk')
    client.send('synthesize-chunk', { text: 'late.' })
    client.send('synthesize-stop')
    await client.first('synthesize-stopped')
    const walter = catalogue().find(({ name }) => name === 'Walter')!.id
    expectSame(client.audio(), await bytesOf('Good morning. It is late.', walter))
  })

  test('can be followed by another on the same connection', async () => {
    const client = await connected()
    for (const text of ['One.', 'And two.']) {
      client.send('synthesize-start')
      client.send('synthesize-chunk', { text })
      client.send('synthesize-stop')
    }
    client.send('synthesize', { text: 'And three.' })
    await client.until(() => client.events.filter(({ type }) => type === 'audio-stop').length === 3)
    expectSame(
      client.audio(),
      Buffer.concat(await Promise.all(['One.', 'And two.', 'And three.'].map((text) => bytesOf(text)))),
    )
  })

  test.each([[[]], [['']], [[' ', '\n']]])('that has no words, %j, is silent and free', async (texts) => {
    const client = await connected()
    client.send('synthesize-start')
    for (const text of texts) client.send('synthesize-chunk', { text })
    client.send('synthesize-stop')
    await client.first('synthesize-stopped')
    expect(client.types()).toEqual(['synthesize-stopped'])
    await expectPaid(0)
  })
})

/** A connection that something is written to; it is answered with an error, and closed. */
async function refusalOf(
  bytes: string | Uint8Array,
): Promise<{ code: unknown; text: unknown; audio: number }> {
  const client = await connected()
  client.socket.write(bytes)
  const events = await client.whole()
  expect(events.at(-1)?.type).toBe('error')
  expect(events.filter(({ type }) => type === 'error').length).toBe(1)
  const { code, text } = events.at(-1)!.data
  return { code, text, audio: audioOf(events).length }
}

describe('an error ends the connection and costs nothing:', () => {
  const speak = (data: unknown) => written('synthesize', data as object)
  const start = written('synthesize-start')
  const chunk = (text: unknown) => written('synthesize-chunk', { text })
  test.each<[what: string, bytes: string | Uint8Array, code: string]>([
    ['an empty line', '\n', 'invalid_json'],
    ['no JSON', 'GET / HTTP/1.1\r\n\r\n', 'invalid_json'],
    ['JSON that is no object', '["describe"]\n', 'invalid_json'],
    ['null', 'null\n', 'invalid_json'],
    ['no UTF-8', Uint8Array.of(0xff, 0xfe, 10), 'invalid_json'],
    ['zeros', new Uint8Array(70_000), 'payload_too_large'],
    ['a header without end', `{"type":"${'x'.repeat(70_000)}`, 'payload_too_large'],
    ['a header that is nested deeply', `{"type":"ping","data":${'['.repeat(20_000)}\n`, 'invalid_json'],
    ['no type', '{"data":{}}\n', 'invalid_json'],
    ['a type that is no string', '{"type":{"a":1}}\n', 'invalid_json'],
    ['data that are no object', '{"type":"ping","data":[1]}\n', 'invalid_json'],
    ['data_length below zero', '{"type":"ping","data_length":-1}\n', 'invalid_json'],
    ['data_length that is no whole number', '{"type":"ping","data_length":1.5}\n', 'invalid_json'],
    ['data_length that is a text', '{"type":"ping","data_length":"9"}\n', 'invalid_json'],
    ['data_length without end', '{"type":"ping","data_length":1e999}\n', 'invalid_json'],
    ['too much data', '{"type":"ping","data_length":65537}\n', 'payload_too_large'],
    ['a payload too large', '{"type":"ping","payload_length":9007199254740991}\n', 'payload_too_large'],
    ['data after the header that are no JSON', '{"type":"ping","data_length":2}\n{]', 'invalid_json'],
    ['data after the header that are no object', '{"type":"ping","data_length":2}\n[]', 'invalid_json'],
    ['no text', speak({}), 'missing_transcript'],
    ['a text that is no string', speak({ text: 5 }), 'missing_transcript'],
    ['a text of white space', speak({ text: ' \n' }), 'missing_transcript'],
    ['a text without a sound', speak({ text: '...' }), 'missing_transcript'],
    ['a text too long', speak({ text: 'It goes on. '.repeat(400) }), 'input_too_long'],
    ['a voice that is no object', speak({ text: TEXT, voice: 'Grace' }), 'missing_voice'],
    ['a name that is no string', speak({ text: TEXT, voice: { name: 1 } }), 'missing_voice_id'],
    ['a language that is no string', speak({ text: TEXT, voice: { language: [] } }), 'missing_voice_id'],
    ['a voice that there is not', speak({ text: TEXT, voice: { name: 'Nobody' } }), 'voice_not_found'],
    [
      'an id that is no voice',
      speak({ text: TEXT, voice: { name: crypto.randomUUID() } }),
      'voice_not_found',
    ],
    ['a language that nobody speaks', speak({ text: TEXT, voice: { language: 'fr-FR' } }), 'voice_not_found'],
    [
      'another voice that there is not',
      written('synthesize-start', { voice: { name: 'X' } }),
      'voice_not_found',
    ],
    ['a piece without a start', chunk('Hello.'), 'invalid_context'],
    ['a stop without a start', written('synthesize-stop'), 'invalid_context'],
    ['a second start', start + start, 'invalid_context'],
    ['a piece that is no text', start + chunk(null), 'missing_transcript'],
    ['pieces too long together', start + chunk('It goes on. '.repeat(300)).repeat(3), 'input_too_long'],
  ])('%s', async (_, bytes, code) => {
    const told = await refusalOf(bytes)
    expect({ code: told.code, audio: told.audio }).toEqual({ code, audio: 0 })
    expect(told.text).toMatch(/^.+\. .+\.$/s) // what is wrong, and what to do
    await expectPaid(0)
  })

  test('what was said before it is spoken first, and refunded', async () => {
    const told = await refusalOf(`${start}${chunk('Hello there. ')}nonsense\n`)
    expect(told.code).toBe('invalid_json')
    expectSame(audioOf(clients[0]!.events), await bytesOf('Hello there. '))
    await expectPaid(0)
  })

  test('a text that was whole before it is spoken, and paid', async () => {
    const told = await refusalOf(`${speak({ text: 'Hello there.' })}nonsense\n`)
    expect(told.code).toBe('invalid_json')
    expect(clients[0]!.types()).toEqual(['audio-start', 'audio-chunk', 'audio-stop', 'error'])
    await expectPaid('Hello there.'.length)
  })

  test('events that Purr has no use for are passed over', async () => {
    const client = await connected()
    client.send('transcribe', { language: 'en' })
    client.socket.write(written('audio-chunk', AUDIO, 'x'.repeat(300_000)))
    client.send('__proto__', { __proto__: null, toString: 1 })
    client.send('ping', { text: 'still there?' })
    expect((await client.first('pong')).data.text).toBe('still there?')
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('random bytes, seed %d', async (seed) => {
    const random = seeded(seed)
    const good = Buffer.from(written('ping', { text: 'x' }) + written('describe'))
    for (let round = 0; round < 10; round++) {
      const bad = Buffer.from(good)
      for (let flip = 0; flip < 3; flip++) bad[Math.floor(random() * bad.length)] = Math.floor(random() * 256)
      const client = await connected()
      client.socket.end(bad)
      await client.whole()
    }
    const client = await connected()
    client.send('ping')
    await client.first('pong')
    await expectPaid(0)
  })
})

describe('the accounts', () => {
  test('refuse a text that the balance does not cover', async () => {
    await serveFor(await service.member(10))
    expect((await refusalOf(written('synthesize', { text: TEXT }))).code).toBe('payment_required')
    expect(await settled()).toMatchObject({ balance: 10, confirmed: 0 })
  })

  test('refuse what is one request too many, on whatever connection', async () => {
    await serveFor(await service.member(CREDITS, { requestsPerMinute: 2, concurrency: 5 }))
    const client = await connected()
    client.send('synthesize', { text: 'One.' })
    client.send('synthesize-start')
    client.send('synthesize-stop')
    await client.first('synthesize-stopped')
    expect((await refusalOf(written('synthesize', { text: 'Three.' }))).code).toBe('rate_limited')
    await expectPaid('One.'.length)
  })

  test('refuse a text, and charge nothing for what waits behind it', async () => {
    await serveFor(await service.member(CREDITS), { close: 1000 })
    const client = connect({ port: wyoming!.port, host: '127.0.0.1', allowHalfOpen: true })
    client.write(written('synthesize', { text: '***' }) + written('synthesize', { text: TEXT }))
    client.resume()
    await new Promise((resolve) => client.once('end', resolve)) // and its own side stays open
    await eventually(() => service.turns.keys.size === 0)
    expect(await settled()).toMatchObject({ balance: CREDITS, confirmed: 0, refunded: 0 })
    client.destroy()
  })

  test('refuse turns that are too many at a time', async () => {
    await serveFor(await service.member(CREDITS, { requestsPerMinute: 100, concurrency: 1 }))
    engine.shut()
    const client = await connected()
    client.send('synthesize', { text: 'One.' })
    await eventually(async () => (await books(service.storage.db, member.organizationId)).open > 0)
    expect((await refusalOf(written('synthesize', { text: 'Two.' }))).code).toBe('concurrent_limit')
    engine.open()
    await client.first('audio-stop')
    await expectPaid('One.'.length)
  })

  test('refuse everything once the key is revoked', async () => {
    await revokeKey(service.storage.db, member.key.split('_')[2]!)
    for (const type of ['describe', 'synthesize-start']) {
      const told = await refusalOf(written(type))
      expect(told).toMatchObject({ code: 'unauthorized', text: expect.stringContaining('WYOMING_API_KEY') })
    }
  })
})

describe('a client', () => {
  test('that hangs up while its text is spoken pays what it has heard: nothing', async () => {
    engine.shut()
    const client = await connected()
    client.send('synthesize', { text: TEXT })
    await eventually(async () => (await books(service.storage.db, member.organizationId)).open > 0)
    client.close()
    await eventually(() => client.isClosed)
    engine.open()
    await expectPaid(0)
  })

  test('that hangs up while it sends a text ends its turn', async () => {
    const client = await connected()
    client.send('synthesize-start')
    client.send('synthesize-chunk', { text: 'Hello there. And ' })
    await client.first('audio-chunk')
    client.close()
    await service.turns.running.ended()
    expect((await settled()).open).toBe(0)
  })

  test('that sends its last event and closes its side is answered', async () => {
    const client = await connected()
    client.socket.end(written('describe'))
    await client.whole()
    expect(client.types()).toEqual(['info'])
  })

  test('that is cut off before it is known who pays leaves no watch of the key', async () => {
    for (let index = 0; index < 20; index++) {
      const client = await connected()
      client.send('describe')
      client.socket.resetAndDestroy()
    }
    await closeAll()
    for (let index = 0; index < 20; index++) await authorize(service.storage.db, member.key) // after theirs
    expect(service.turns.keys.size).toBe(0)
  })

  test('that takes nothing is given up, and pays no more than it was sent', async () => {
    await serveFor(await service.member(CREDITS), { stall: 200 })
    const client = await connected()
    client.socket.pause()
    const texts = 12
    for (let index = 0; index < texts; index++) client.send('synthesize', { text: LONG_TEXT })
    await eventually(async () => (await books(service.storage.db, member.organizationId)).confirmed > 0)
    await service.turns.running.ended()
    const { balance, due, confirmed } = await settled()
    expect(balance).toBe(due)
    expect(confirmed).toBeLessThan(texts * LONG_TEXT.length)
  })

  test('that sends more than may wait is refused, after all that could', async () => {
    engine.shut()
    const client = await connected()
    for (const text of ['One.', 'Two.']) client.send('synthesize', { text })
    client.socket.write(written('ping', { text: 'x'.repeat(60_000) }).repeat(40))
    await eventually(async () => (await books(service.storage.db, member.organizationId)).open > 0)
    await eventually(() => client.socket.writableLength === 0)
    engine.open()
    const events = await client.whole()
    expect(client.types().filter((type) => type === 'audio-stop').length).toBe(2)
    expect(events.at(-1)!.data.code).toBe('rate_limited')
    expect(client.types().filter((type) => type === 'pong').length).toBeLessThan(25)
    await expectPaid('One.Two.'.length)
  })

  test('that sends more than it may waits, and loses nothing', async () => {
    const client = await connected()
    const events = 6000
    client.socket.write(written('ping').repeat(events))
    await client.first('pong')
    const begin = performance.now()
    await client.until(() => client.events.length === events)
    expect(performance.now() - begin).toBeGreaterThan(1000) // 5000 may come at once, and 500 a second
  })

  test.each<[string, string]>([
    ['says nothing', ''],
    ['does not end an event', '{"type":"synthesize","data_length":100}\n{"text":'],
    ['does not end a text', written('synthesize-start')],
  ])('that %s is let go after a while', async (_, bytes) => {
    await serveFor(await service.member(CREDITS), { event: 200, quiet: 300 })
    expect((await refusalOf(bytes)).code).toBe('request_timeout')
    await expectPaid(0)
  })

  test('is waited for no longer when it sends an event byte by byte', async () => {
    await serveFor(await service.member(CREDITS), { event: 300 })
    const client = await connected()
    const drops = setInterval(() => client.socket.write(' '), 20)
    expect((await client.first('error')).data.code).toBe('request_timeout')
    clearInterval(drops)
  })

  test('whose text takes long to be spoken is not', async () => {
    await serveFor(await service.member(CREDITS), { quiet: 1500 })
    engine.shut()
    const client = await connected()
    client.send('synthesize', { text: 'Hello.' })
    await Bun.sleep(4000)
    engine.open()
    await client.first('audio-stop')
    expect((await client.first('error')).data.code).toBe('request_timeout')
    await expectPaid('Hello.'.length)
  })
})

/** The form of the ids in the log. */
const ID = /^[0-9a-f-]{36}$/

test('what a text is refused with is in the log, and whose it was, since Home Assistant does not show it', async () => {
  const { log } = service.turns
  const lines: unknown[][] = []
  const warn = spyOn(log, 'warn').mockImplementation((...line: unknown[]) => void lines.push(line))
  await refusalOf(written('synthesize', { text: 'x '.repeat(9000) }))
  await refusalOf(written('synthesize', { text: TEXT, voice: { name: 'Nobody' } }))
  await refusalOf('nonsense\n')
  warn.mockRestore()
  const whose = { requestId: expect.stringMatching(ID), organization: member.organizationId }
  expect(lines).toEqual([
    [
      { code: 'input_too_long', turn: expect.stringMatching(ID), ...whose },
      expect.stringMatching(/^a Wyoming client was refused: The text of the turn/),
    ],
    [
      { code: 'voice_not_found', turn: undefined, ...whose },
      'a Wyoming client was refused: There is no voice with this name.',
    ],
  ])
})

test('a turn that fails through the server has one line in the log', async () => {
  const { log } = service.turns
  const lines: unknown[][] = []
  const note = (...line: unknown[]) => void lines.push(line)
  const [warn, error] = [
    spyOn(log, 'warn').mockImplementation(note),
    spyOn(log, 'error').mockImplementation(note),
  ]
  const speak = spyOn(engine, 'speak').mockImplementation(async function* () {
    yield* []
    throw new EngineFailure('it broke')
  })
  expect((await refusalOf(written('synthesize', { text: TEXT }))).code).toBe('upstream_unavailable')
  for (const each of [warn, error, speak]) each.mockRestore()
  expect(lines).toEqual([
    [expect.objectContaining({ turn: expect.stringMatching(ID) }), 'a turn could not be spoken'],
  ])
})

describe('the refusals that the live view shows', () => {
  const codes = () =>
    service.turns.refusals.last
      .filter(({ organizationId }) => organizationId === member.organizationId)
      .map(({ code, where }) => `${code} ${where}`)

  test('have none of a client that was idle, and one of a client that does not end an event', async () => {
    await serveFor(await service.member(CREDITS), { event: 200, quiet: 300 })
    expect((await refusalOf(written('describe'))).code).toBe('request_timeout')
    expect(codes()).toEqual([])
    expect((await refusalOf(`${written('describe')}{"type":`)).code).toBe('request_timeout')
    expect(codes()).toEqual(['request_timeout wyoming'])
  })

  test('have none of a client whose key is revoked while it asks for nothing, and one of its turn', async () => {
    const [idle, speaking] = [await connected(), await connected()]
    idle.send('describe')
    await idle.first('info')
    engine.shut()
    speaking.send('synthesize', { text: TEXT })
    await eventually(async () => (await books(service.storage.db, member.organizationId)).open > 0)
    await revokeKey(service.storage.db, member.key.split('_')[2]!)
    for (const client of [idle, speaking])
      expect((await client.first('error')).data.code).toBe('unauthorized')
    engine.open()
    await service.turns.running.ended()
    expect(codes()).toEqual(['unauthorized wyoming'])
  })
})

test('connections that are too many are closed, and those that there are go on', async () => {
  await Promise.all(Array.from({ length: 256 }, connected))
  const tooMany = await connected()
  expect(await tooMany.whole()).toEqual([])
  clients[0]!.send('ping')
  await clients[0]!.first('pong')
  clients[1]!.close()
  await eventually(async () => {
    const next = await connected()
    next.send('ping')
    return next.until(() => next.isClosed || next.events.length > 0).then(() => next.events.length > 0)
  })
})
