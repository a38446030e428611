import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { Connections } from '../../../src/engines/remote/cartesia/connections.ts'
import { AsyncQueue } from '../../../src/engines/shared/async-queue.ts'
import {
  EngineFailure,
  EngineFull,
  type TurnSpeech,
  type TurnText,
} from '../../../src/engines/shared/engine.ts'
import { ModelError } from '../../../src/engines/shared/engine-kind.ts'
import type { Model } from '../../../src/engines/shared/model.ts'
import { createLog } from '../../../src/telemetry/log.ts'
import { ExportedTraces } from '../../../src/telemetry/tracing-export.ts'
import { CartesiaServer, type Fault } from '../../support/cartesia-server.ts'
import { Line } from '../../support/line.ts'
import { remoteModel } from '../../support/remote-model.ts'

const servers: CartesiaServer[] = []
const models: Model[] = []
afterEach(async () => {
  await Promise.all(models.splice(0).map(({ engine }) => engine.close()))
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

function serve(options: { sampleRate?: number; port?: number } = {}): CartesiaServer {
  const server = new CartesiaServer(options)
  servers.push(server)
  return server
}

async function modelOf(farSides: readonly { readonly url: string }[], fields: object = {}): Promise<Model> {
  const urls = farSides.map(({ url }) => url)
  const model = await remoteModel(
    { engine: 'cartesia', urls, model: 'sonic-3', ...fields },
    { voice: 'a-voice', key: 'a key' },
  )
  models.push(model)
  return model
}

interface Spoken {
  readonly seconds: number
  readonly words: string[]
  readonly flushes: number
}

/** A turn that is being spoken. */
class SpokenTurn {
  readonly text = new AsyncQueue<TurnText>()
  readonly #left = new AbortController()
  #seconds = 0
  readonly speech: AsyncIterator<TurnSpeech>

  constructor({ engine, voices: [voice] }: Model, speaker: object = {}, tag = 'en-US') {
    const options = { signal: this.#left.signal, tag }
    this.speech = engine.speakTurn!(this.text, { ...voice!.speaker, ...speaker }, options)[
      Symbol.asyncIterator
    ]()
  }

  say(text: string, maxDelay?: number): this {
    this.#seconds += 0.1 * text.length
    this.text.push({ text, seconds: this.#seconds, maxDelay, isFlush: false })
    return this
  }

  flush(): this {
    this.text.push({ text: '', seconds: this.#seconds, maxDelay: undefined, isFlush: true })
    return this
  }

  end(): this {
    this.text.end()
    return this
  }

  leave(): void {
    this.#left.abort()
  }

  /** All that is left of it. */
  async rest(): Promise<Spoken> {
    let samples = 0
    let flushes = 0
    const words: string[] = []
    for (let next = await this.speech.next(); !next.done; next = await this.speech.next()) {
      samples += next.value.pcm.length
      words.push(...next.value.words.map(({ word }) => word))
      flushes = next.value.flushes
    }
    return { seconds: samples / 22050, words, flushes }
  }
}

/** The seconds of a text at the stand-in. */
const secondsOf = (text: string) => text.replace(/\s/g, '').length * 0.05

describe('a turn over a WebSocket', () => {
  test('is one context, to which text goes on as it comes, with all that the upstream server wants', async () => {
    const server = serve()
    const turn = new SpokenTurn(await modelOf([server]), { speed: 1.2, volume: 3 })
    turn.say('One ', 120)
    expect((await turn.speech.next()).value.words.map(({ word }: { word: string }) => word)).toEqual([])
    turn.say('two, <break ').say('time="1s"/>three').end()
    const { words } = await turn.rest()
    expect(words.slice(0, 2)).toEqual(['One', 'two,'])
    const [id] = server.contexts
    expect(server.contexts).toHaveLength(1)
    expect(server.handshakes[0]!.get('x-api-key')).toBe('a key')
    expect(server.of(id!).map(({ transcript, continue: isOpen }) => [transcript, isOpen])).toEqual([
      ['One ', true],
      ['two, <break ', true],
      ['time="1s"/>three', true],
      ['', false],
    ])
    const all = {
      model_id: 'sonic-3',
      voice: { mode: 'id', id: 'a-voice' },
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 },
      language: 'en-US',
      add_timestamps: true,
      generation_config: { speed: 1.2, volume: 2 },
    }
    for (const frame of server.frames) expect(frame).toMatchObject(all)
    expect(server.frames.map((frame) => frame.max_buffer_delay_ms)).toEqual([
      120,
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each([
    ['a server of no version is told the span of the turn', {}, true],
    ['one of a version is not: Cartesia has no such field', { version: '2025-04-16' }, false],
  ])('%s', async (_, fields, isTold) => {
    const server = serve()
    const { engine, voices } = await modelOf([server], fields)
    const config = { url: 'http://127.0.0.1:9', protocol: 'http/json', headers: {}, resource: {} } as const
    const tracing = new ExportedTraces({ ...config, sampler: 'always_off', ratio: 1 }, '0', createLog())
    const trace = tracing.begin('turn', {})
    const text = new AsyncQueue<TurnText>()
    text.push({ text: 'Hello.', seconds: 1, maxDelay: undefined, isFlush: false })
    text.end()
    const options = { signal: new AbortController().signal, tag: 'en-US', trace }
    await Array.fromAsync(engine.speakTurn!(text, voices[0]!.speaker, options))
    const { traceparent } = trace.context
    expect(traceparent).toBeString()
    expect(server.frames[0]!.traceparent).toBe(isTold ? traceparent : undefined)
    await tracing.close()
  })

  test('names the version and the language as Cartesia wants it', async () => {
    const server = serve()
    const model = await modelOf([server], { version: '2025-04-16', word_times: false })
    await new SpokenTurn(model).say('Hi. ').end().rest()
    expect(server.handshakes[0]!.get('cartesia-version')).toBe('2025-04-16')
    expect(server.frames[0]).toMatchObject({ language: 'en' })
    expect(server.frames[0]!.add_timestamps).toBeUndefined()
  })

  test.each([8000, 16_000, 22_050, 24_000, 44_100, 48_000])('comes at %d Hz', async (sampleRate) => {
    const server = serve({ sampleRate })
    const model = await modelOf([server], { sample_rate: sampleRate })
    const { seconds, words } = await new SpokenTurn(model).say('Hello there, you. ').end().rest()
    expect(seconds).toBeCloseTo(secondsOf('Hello there, you.'), 3)
    expect(words).toEqual(['Hello', 'there,', 'you.'])
  })

  test('begins without the silence that the upstream server begins with; words move along', async () => {
    const server = serve()
    server.silence = Math.round(0.021 * 22050)
    const turn = new SpokenTurn(await modelOf([server])).say('Hello there. ').end()
    const words: { start: number; end: number }[] = []
    let samples = 0
    for (let next = await turn.speech.next(); !next.done; next = await turn.speech.next()) {
      samples += next.value.pcm.length
      words.push(...next.value.words)
    }
    const [length, kept] = [samples / 22050, samples / 22050 - secondsOf('Hello there.')]
    expect(kept).toBeGreaterThan(0.005)
    expect(kept).toBeLessThan(0.016)
    expect(words[0]!.start).toBeCloseTo(kept, 4)
    expect(words[1]!.end).toBeCloseTo(length, 4)
  })

  test('keeps the silence that a tag asks for at its start', async () => {
    const server = serve()
    server.silence = 22050
    const { seconds } = await new SpokenTurn(await modelOf([server])).say('Hello. ').end().rest()
    expect(seconds).toBeCloseTo(1 + secondsOf('Hello.'), 3)
  })

  test('tells which flushes are done, in order', async () => {
    const turn = new SpokenTurn(await modelOf([serve()])).flush().say('One').flush()
    const counts: number[] = []
    while (counts.at(-1) !== 2) counts.push((await turn.speech.next()).value.flushes)
    expect(counts).toContain(1)
    const { flushes, words } = await turn.say('two').flush().end().rest()
    expect({ flushes, words }).toEqual({ flushes: 3, words: ['two'] })
  })

  test('may be flushed without end', async () => {
    const turn = new SpokenTurn(await modelOf([serve()])).say('One ')
    for (let i = 0; i < 5000; i++) turn.flush()
    expect((await turn.end().rest()).flushes).toBe(5000)
  })

  test('does not begin with white space, and does not cut characters', async () => {
    const server = serve()
    await new SpokenTurn(await modelOf([server])).say(' ').say(' \ud83d').say('\ude00 one').end().rest()
    const [id] = server.contexts
    expect(server.of(id!).map(({ transcript }) => transcript)).toEqual(['  😀 one', ''])
  })

  test('without text asks for nothing', async () => {
    const server = serve()
    expect(await new SpokenTurn(await modelOf([server])).say(' ').end().rest()).toMatchObject({ seconds: 0 })
    expect(server.frames).toEqual([])
  })

  test('goes on in another context when the upstream server ends one early', async () => {
    const server = serve()
    const turn = new SpokenTurn(await modelOf([server])).say('One ').flush()
    const words: { word: string; start: number }[] = []
    const take = async (count: number) => {
      while (words.length < count) words.push(...(await turn.speech.next()).value.words)
    }
    await take(1)
    server.expire()() // ended, and said so
    turn.say('two ')
    await take(2)
    const tell = server.expire()
    turn.say('three ') // lost
    await server.until(() => server.frames.at(-1)!.transcript === 'three ')
    tell()
    await take(3)
    expect(words.map(({ word }) => word)).toEqual(['One', 'two', 'three'])
    expect(words.map(({ start }) => Math.round(start * 100))).toEqual([0, 15, 30])
    expect(server.contexts).toHaveLength(3)
    expect(await turn.flush().end().rest()).toMatchObject({ flushes: 2 })
  })

  test('is cancelled at the upstream server when the listener leaves, and nothing of it comes to others', async () => {
    const server = serve()
    const model = await modelOf([server])
    const left = new SpokenTurn(model).say('This is not heard to its end ')
    await left.speech.next()
    left.leave()
    await expect(left.rest()).rejects.toThrow()
    await server.until(() => server.frames.at(-1)!.cancel === true)
    const [id] = server.contexts
    expect(server.of(id!).at(-1)).toEqual({ context_id: id!, cancel: true })
    const { words } = await new SpokenTurn(model).say('Next. ').end().rest()
    expect(words).toEqual(['Next.'])
    expect(server.connections).toBe(1)
  })
})

describe('connections', () => {
  test('are shared by many turns, and there are more when they are full', async () => {
    const server = serve()
    const model = await modelOf([server])
    const turns = Array.from({ length: 70 }, (_, at) => new SpokenTurn(model).say(`Number ${at} `))
    await Promise.all(turns.map(({ speech }) => speech.next()))
    expect(server.connections).toBe(3)
    const spoken = await Promise.all(turns.map((turn) => turn.end().rest()))
    expect(spoken.map(({ words }) => words.at(-1))).toEqual(turns.map((_, at) => `${at}`))
    await Promise.all(Array.from({ length: 32 }, () => new SpokenTurn(model).say('Again. ').end().rest()))
    expect(server.handshakes).toHaveLength(3)
  })

  test('that were closed while they stood idle are opened again', async () => {
    const server = serve()
    const model = await modelOf([server])
    await new SpokenTurn(model).say('One. ').end().rest()
    server.hangUp()
    const { words } = await new SpokenTurn(model).say('Two. ').end().rest()
    expect(words).toEqual(['Two.'])
    expect(model.servers!()[0]).toMatchObject({ failures: 0, retries: 0 })
  })

  test('that died unnoticed while they stood idle are found dead, and opened again', async () => {
    const server = serve()
    const line = await Line.to(server.url)
    const model = await modelOf([line])
    await new SpokenTurn(model).say('One. ').end().rest()
    await line.pause()
    const { words } = await new SpokenTurn(model).say('Two. ').end().rest()
    expect(words).toEqual(['Two.'])
    expect(model.servers!()[0]).toMatchObject({ failures: 0, retries: 0 })
    await line.close()
  })

  test('that were lost before the first answer of a turn are opened again for it', async () => {
    const server = serve()
    const model = await modelOf([server])
    await new SpokenTurn(model).say('One. ').end().rest()
    server.faults = ['closes']
    const turns = Array.from({ length: 8 }, () => new SpokenTurn(model).say('Two. ').end().rest())
    expect((await Promise.all(turns)).map(({ words }) => words)).toEqual(Array(8).fill(['Two.']))
    expect(server.handshakes).toHaveLength(2)
    expect(model.servers!()[0]).toMatchObject({ failures: 0, retries: 0 })
  })
})

test('no connection is opened once they are closed, which a turn that ends may still ask for', async () => {
  const server = serve()
  const connections = new Connections(new URL(`${server.url.replace('http', 'ws')}/tts/websocket`), {})
  const place = await connections.begin()
  await connections.close()
  place.leave(true)
  await expect(connections.begin()).rejects.toThrow('the engine was closed')
  expect(server.handshakes).toHaveLength(1)
})

test.each<[string, Fault]>([
  ['before its first audio', 'wrong fields'],
  ['after it', 'wrong times'],
])(
  'a frame that cannot be read ends only its own turn, %s, and not those on its connection',
  async (_, fault) => {
    const server = serve()
    const model = await modelOf([server])
    const others = [new SpokenTurn(model).say('One '), new SpokenTurn(model).say('Two ')]
    for (const { speech } of others) await speech.next()
    server.faults = [fault, fault]
    const turn = new SpokenTurn(model).say('Hello there. ').end()
    // Not with `rejects`: it runs the event loop within the handler of a frame, which breaks Bun's WebSocket.
    expect(String(await turn.rest().catch((error) => error))).toContain('no frame')
    const failed = server.contexts.at(-1)!
    await server.until(() => server.of(failed).at(-1)!.cancel === true)
    const spoken = await Promise.all(others.map((turn) => turn.say('more. ').end().rest()))
    expect(spoken.map(({ words }) => words.at(-1))).toEqual(['more.', 'more.'])
    expect(server.handshakes).toHaveLength(1)
  },
)

test('turns that wait for text do not fill a server', async () => {
  const model = await modelOf([serve()], { max_streams: 1 })
  const waiting = Array.from({ length: 4 }, () => new SpokenTurn(model).say('Hello there, '))
  for (const { speech } of waiting) await speech.next()
  expect((await new SpokenTurn(model).say('Hello. ').end().rest()).words).toEqual(['Hello.'])
  for (const turn of waiting) await turn.end().rest()
})

describe('a server that fails', () => {
  const BEFORE: [string, Fault][] = [
    ['closes the connection', 'closes'],
    ['sends what is no JSON', 'noise'],
    ['sends frames with wrong fields', 'wrong fields'],
    ['sends audio that is not base64', 'no base64'],
    ['is done without any audio', 'empty'],
    ['says that it cannot', { status: 500 }],
    ['never answers', 'mute'],
  ]
  /** Only a deadline tells of a server that never answers. */
  const fieldsFor = (fault: Fault) => (fault === 'mute' ? { first_audio_timeout_ms: 1000 } : {})

  test.each(BEFORE)('before the first audio, as it %s, is tried once more', async (_, fault) => {
    const server = serve()
    const model = await modelOf([server], fieldsFor(fault))
    server.faults = [fault]
    const { words } = await new SpokenTurn(model).say('Hello ').say('there. ').end().rest()
    expect(words).toEqual(['Hello', 'there.'])
    expect(model.servers!()[0]).toMatchObject({ failures: 1, retries: 1, outstanding: 0 })
  })

  test.each(BEFORE)('twice, as it %s, fails the turn', async (_, fault) => {
    const server = serve()
    const model = await modelOf([server], fieldsFor(fault))
    server.faults = [fault, fault]
    await expect(new SpokenTurn(model).say('Hello. ').end().rest()).rejects.toBeInstanceOf(EngineFailure)
    expect(model.servers!()[0]).toMatchObject({ failures: 2, outstanding: 0 })
  })

  test('to answer in time fails the turn, although more text keeps coming', async () => {
    const server = serve()
    const model = await modelOf([server], { first_audio_timeout_ms: 1000 })
    server.faults = ['mute', 'mute']
    const turn = new SpokenTurn(model)
    let failure: unknown
    void turn.rest().catch((error) => {
      failure = error
    })
    while (failure === undefined) {
      turn.say('more ')
      await Bun.sleep(50)
    }
    expect(String(failure)).toContain('sent nothing for 1000 ms')
  })

  test.each<[string, Fault, string]>([
    ['breaks off', 'breaks off', 'closed the connection'],
    ['says that it cannot', { status: 503, isLate: true }, 'answered 503'],
    ['sends audio without end', 'endless', 'sent more audio than the text can have'],
    ['sends words without end', 'endless words', 'sent more than any turn has'],
  ])('after the first audio, as it %s, fails the turn', async (_, fault, told) => {
    const server = serve()
    const model = await modelOf([server])
    server.faults = [fault]
    const turn = new SpokenTurn(model).say('Hello there. ').end()
    const failure = await turn.rest().catch((error) => error)
    expect(failure).toBeInstanceOf(EngineFailure)
    expect(failure).not.toBeInstanceOf(EngineFull) // trying again a little later is no advice any more
    expect(String(failure)).toContain(told)
    expect(server.contexts).toHaveLength(1)
  })

  test('is quoted without the text, however much of it it has, and without the key', async () => {
    const server = serve()
    const model = await modelOf([server])
    const quotes = ['Hello there, ', 'über you. ', 'Hello there, \\u00fcber you.', 'a key']
    server.faults = [{ status: 400, isLate: true, message: `It cannot say ${quotes.join('|')}` }]
    const turn = new SpokenTurn(model).say('Hello there, ')
    await turn.speech.next()
    const failure = await turn
      .say('über you. ')
      .end()
      .rest()
      .catch((error) => error)
    expect(String(failure)).toContain('It cannot say …')
    for (const part of ['Hello', 'you', 'key']) expect(String(failure)).not.toContain(part)
  })

  test.each([400, 404])('to understand, with %d, is not asked again', async (status) => {
    const server = serve()
    const model = await modelOf([server])
    server.faults = [{ status }]
    await expect(new SpokenTurn(model).say('Hello. ').end().rest()).rejects.toThrow(
      `${status} some_error: No.`,
    )
    expect(server.contexts).toHaveLength(1)
    expect(model.servers!()[0]).toMatchObject({ failures: 0 })
  })

  test('for want of room makes way for another, and if all are full the turn may come again', async () => {
    const [full, other] = [serve(), serve()]
    const model = await modelOf([full, other])
    full.faults = [{ status: 429 }, { status: 429 }]
    expect((await new SpokenTurn(model).say('Hello. ').end().rest()).words).toEqual(['Hello.'])
    expect([full, other].map(({ contexts }) => contexts.length)).toEqual([1, 1])
    full.faults = [{ status: 429 }]
    other.faults = [{ status: 429 }]
    await expect(new SpokenTurn(model).say('Hello. ').end().rest()).rejects.toBeInstanceOf(EngineFull)
    expect(model.health()).toBe('ready')
  })

  test('for want of room at the handshake says so too', async () => {
    const server = serve()
    server.refusal = 429
    await expect(new SpokenTurn(await modelOf([server])).say('Hello. ').end().rest()).rejects.toBeInstanceOf(
      EngineFull,
    )
  })

  test('by not being there is named, and what it did instead', async () => {
    const server = serve()
    const model = await modelOf([server])
    const { url } = server
    await server.close()
    await expect(new SpokenTurn(model).say('Hello. ').end().rest()).rejects.toThrow(
      `${url} cannot be reached`,
    )
  })

  test('by closing every connection at once fails the turn', async () => {
    const server = serve()
    server.closesAtOnce = true
    const turn = new SpokenTurn(await modelOf([server])).say('Hello. ').end()
    await expect(turn.rest()).rejects.toBeInstanceOf(EngineFailure)
  })

  test('by not being there is passed by, and comes back', async () => {
    const [gone, other] = [serve(), serve()]
    const model = await modelOf([gone, other])
    const { port } = gone
    await gone.close()
    const speak = () => new SpokenTurn(model).say('Hello. ').end().rest()
    for (let i = 0; i < 8; i++) expect((await speak()).words).toEqual(['Hello.'])
    expect(model.health()).toBe('degraded')
    const back = serve({ port })
    while (back.contexts.length === 0) expect((await speak()).words).toEqual(['Hello.'])
    expect(model.health()).toBe('ready')
  })
})

describe('a turn that waits for text', () => {
  test('may do so for longer than any deadline', async () => {
    const server = serve()
    const model = await modelOf([server], { first_audio_timeout_ms: 1000, idle_timeout_ms: 500 })
    const turn = new SpokenTurn(model).say('One ')
    await turn.speech.next()
    const waiting = turn.rest()
    await Bun.sleep(1500)
    turn.say('two ').end()
    expect((await waiting).words).toContain('two')
  })
})

test('a turn that waits for its first text goes on however often its idle connection is closed', async () => {
  const server = serve()
  const model = await modelOf([server])
  const turn = new SpokenTurn(model)
  const waiting = turn.rest()
  const { now } = performance
  let passed = 0
  const clock = spyOn(performance, 'now').mockImplementation(() => now.call(performance) + passed)
  const speakOther = () => new SpokenTurn(model).say('Hello. ').end().rest()
  await speakOther() // by then the waiting turn has its place too
  for (let closed = 0; closed < 3; closed++) {
    passed += 60_000
    server.hangUp()
    await speakOther()
  }
  turn.say('One. ').end()
  expect((await waiting).words).toEqual(['One.'])
  expect(model.servers!()[0]).toMatchObject({ failures: 0, retries: 0 })
  clock.mockRestore()
})

test('a listener who is slow does not make the upstream server seem late', async () => {
  const server = serve()
  server.gap = 300
  const model = await modelOf([server], { idle_timeout_ms: 1000 })
  const turn = new SpokenTurn(model).say('One two three four five six seven. ').end()
  await turn.speech.next()
  await server.until(() => server.frames.length === 2)
  await Bun.sleep(1500)
  expect((await turn.rest()).words.at(-1)).toBe('seven.')
})

describe('the configuration', () => {
  test('without its key says which variable to set', async () => {
    const fields = {
      engine: 'cartesia',
      urls: ['http://127.0.0.1:1'],
      model: 'sonic-3',
      api_key_env: 'NO_SUCH_KEY',
    }
    const opening = remoteModel(fields, { voice: 'a-voice', key: '' })
    await expect(opening).rejects.toThrow('NO_SUCH_KEY')
    await expect(opening).rejects.toBeInstanceOf(ModelError)
  })

  test.each([
    ['without a model', { model: undefined }],
    ['with a rate that no server has', { sample_rate: 12_345 }],
    ['with another transport', { transport: 'carrier pigeon' }],
  ])('%s is refused', async (_, fields) => {
    const all = { engine: 'cartesia', urls: ['http://127.0.0.1:1'], model: 'sonic-3', ...fields }
    await expect(remoteModel(all, { voice: 'a-voice', key: 'a key' })).rejects.toBeInstanceOf(ModelError)
  })
})
