import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { verifyLedger } from '../../../src/accounts/ledger-check.ts'
import type { Engine } from '../../../src/engines/shared/engine.ts'
import type { Model } from '../../../src/engines/shared/model.ts'
import { CartesiaServer, type Fault } from '../../support/cartesia-server.ts'
import { eventually } from '../../support/eventually.ts'
import { FAR_VOICE, remoteModel } from '../../support/remote-model.ts'
import { post } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'
import { SpeechClient } from '../../support/speech-client.ts'

const CREDITS = 100_000
const TEXT = 'Hello there, you. '
const REQUEST = {
  model_id: 'far',
  transcript: TEXT,
  voice: { mode: 'id', id: FAR_VOICE },
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 },
}

let server: CartesiaServer
let other: CartesiaServer
let model: Model
let service: Service
let member: Member
let client: SpeechClient

/** Each test has new servers, of which nothing is known; the service sees one model. */
async function openModel(): Promise<void> {
  server = new CartesiaServer()
  other = new CartesiaServer()
  model = await remoteModel(
    { engine: 'cartesia', urls: [server.url, other.url], model: 'sonic-3' },
    { voice: 'a-voice', key: 'a key' },
  )
}

async function closeModel(): Promise<void> {
  await model.engine.close()
  await Promise.all([server.close(), other.close()])
}

beforeAll(async () => {
  await openModel()
  const engine: Engine = {
    speak: (...speaking) => model.engine.speak(...speaking),
    speakTurn: (...speaking) => model.engine.speakTurn!(...speaking),
    close: async () => {},
  }
  service = await startService({ models: [{ ...model, engine }] })
  member = await service.member(CREDITS)
  client = await SpeechClient.connect(service.url, member.key)
  await closeModel()
})
beforeEach(openModel)
afterEach(closeModel)
afterAll(async () => {
  client.close()
  await service.close()
})

/** What a turn cost, when it has been settled. */
async function cost(turn: () => Promise<void>): Promise<number> {
  const before = await service.balance(member)
  await turn()
  await eventually(async () => (await service.storage.db.query.openCharges.findMany()).length === 0)
  expect(await verifyLedger(service.storage.db)).toEqual([])
  return before - (await service.balance(member))
}

/** What the next turns will fail with, wherever they go. */
function failWith(fault: Fault): void {
  server.faults = [fault, fault]
  other.faults = [fault, fault]
}

const BEFORE: [string, Fault][] = [
  ['closes the connection', 'closes'],
  ['sends what is no JSON', 'noise'],
  ['sends frames with wrong fields', 'wrong fields'],
  ['is done without any audio', 'empty'],
  ['says that it cannot', { status: 500 }],
  ['refuses', { status: 400 }],
]
const AFTER: [string, Fault][] = [
  ['breaks off', 'breaks off'],
  ['says that it cannot', { status: 500, isLate: true }],
  ['sends audio without end', 'endless'],
  ['sends words without end', 'endless words'],
]

describe('a turn whose engine fails', () => {
  test.each(BEFORE)(
    'before its first audio, as it %s, is answered 502 and costs nothing',
    async (_, fault) => {
      failWith(fault)
      const paid = await cost(async () => {
        const answer = await post(`${service.url}/tts/bytes`, member.key, REQUEST)
        expect(answer.status).toBe(502)
        expect(await answer.json()).toMatchObject({ error: 'upstream_unavailable' })
      })
      expect(paid).toBe(0)
    },
  )

  test.each(BEFORE.slice(0, 5))('once, as it %s, is spoken all the same', async (_, fault) => {
    server.faults = [fault]
    const paid = await cost(async () => {
      const answer = await post(`${service.url}/tts/bytes`, member.key, REQUEST)
      expect(answer.status).toBe(200)
      expect((await answer.arrayBuffer()).byteLength / 2 / 22050).toBeCloseTo(15 * 0.05, 2)
    })
    expect(paid).toBe(TEXT.length)
  })

  test.each(AFTER)('in the middle, as it %s, ends with one error and costs nothing', async (what, fault) => {
    failWith(fault)
    const paid = await cost(async () => {
      client.send({ ...REQUEST, context_id: what })
      const frames = await client.turn(what)
      expect(frames[0]!.type).toBe('chunk')
      expect(frames.filter(({ done }) => done).map(({ error_code }) => error_code)).toEqual([
        'upstream_unavailable',
      ])
    })
    expect(paid).toBe(0)
  })
})

describe('a turn that is spoken over HTTP, as a dictionary says how words are said,', () => {
  /** A second of a tone at 22050 Hz. */
  const tone = new Uint8Array(Int16Array.from({ length: 22_050 }, (_, at) => 8000 * Math.cos(at / 16)).buffer)
  const wav = (rate: number) => {
    const header = Buffer.from(
      'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0____\0\0\0\0\x02\0\x10\0data\0\0\0\0',
      'latin1',
    )
    header.writeUInt32LE(rate, 24)
    return new Uint8Array(Buffer.concat([header, tone]))
  }
  const typed = (body: string | Uint8Array<ArrayBuffer>, type: string) => () =>
    new Response(body, { headers: { 'content-type': type } })
  let request: object
  beforeAll(async () => {
    const dictionary = { name: 'Names', items: [{ text: 'nginx', alias: 'engine X' }] }
    const created = await post(`${service.url}/pronunciation-dicts`, member.key, dictionary)
    const { id } = (await created.json()) as { id: string }
    request = { ...REQUEST, transcript: 'nginx, you. ', pronunciation_dict_id: id }
  })

  test.each([
    ['an error', typed('{"error":"out of memory"}', 'application/json')],
    ['an error that is called audio', typed('{"error":"out of memory"}', 'audio/pcm')],
    ['a page', typed('<!doctype html><p>Bad gateway</p>', 'text/html')],
    ['MP3', typed(tone, 'audio/mpeg')],
    ['a WAV of another rate', typed(wav(44_100), 'audio/wav')],
  ])(
    'is answered 502 and costs nothing where all answer with %s; the next server is tried',
    async (_, answer) => {
      server.answers = [answer]
      other.answers = [answer]
      const paid = await cost(async () => {
        const refused = await post(`${service.url}/tts/bytes`, member.key, request)
        expect(refused.status).toBe(502)
        expect(await refused.json()).toMatchObject({ error: 'upstream_unavailable' })
      })
      expect(paid).toBe(0)
      server.answers = [answer]
      const spoken = await post(`${service.url}/tts/bytes`, member.key, request)
      expect(spoken.status).toBe(200)
      await spoken.arrayBuffer()
    },
  )

  test('is the samples of a WAV, without its header', async () => {
    const speech: Buffer[] = []
    for (const body of [tone, wav(22_050)]) {
      server.answers = [typed(body, 'audio/wav')]
      other.answers = [typed(body, 'audio/wav')]
      const answer = await post(`${service.url}/tts/bytes`, member.key, request)
      speech.push(Buffer.from(await answer.arrayBuffer()))
      server.answers = []
      other.answers = []
    }
    expect(speech[1]!.equals(speech[0]!)).toBe(true)
  })
})

describe('a turn that is cancelled', () => {
  test('pays for the transcripts that were heard, by the words of the engine, and is cancelled there', async () => {
    const paid = await cost(async () => {
      const frame = { ...REQUEST, context_id: 'interrupted', continue: true }
      client.send({ ...frame, transcript: 'One two ' })
      client.send({ ...frame, transcript: 'three' }) // the stand-in waits for the end of the word
      await client.until(() => client.of('interrupted').length >= 2)
      const isThere = () =>
        [server, other].find(({ frames }) => frames.some((each) => each.transcript === 'three'))
      await eventually(() => isThere() !== undefined)
      client.send({ context_id: 'interrupted', cancel: true })
      const { frames } = isThere()!
      const contextId = frames.find(({ transcript }) => transcript === 'three')!.context_id
      await eventually(() => frames.some((each) => each.cancel === true && each.context_id === contextId))
    })
    expect(paid).toBe(8)
  })
})

test('max_buffer_delay_ms, tags, speed and volume go on to the engine', async () => {
  const transcript = 'So <speed ratio="1.1"/>be it. <spell>AB</spell> '
  const frame = { ...REQUEST, transcript, context_id: 'passed on', max_buffer_delay_ms: 70 }
  client.send({ ...frame, generation_config: { speed: 0.8, volume: 1.5 } })
  await client.turn('passed on')
  const sent = [server, other].flatMap(({ frames }) => frames).find((each) => each.transcript === transcript)!
  expect(sent).toMatchObject({
    max_buffer_delay_ms: 70,
    language: 'en-US',
    generation_config: { speed: 0.8, volume: 1.5 },
  })
})

test('turns that come while a server goes and comes back end once each, and are paid if they were spoken', async () => {
  let succeeded = 0
  const paid = await cost(async () => {
    for (let round = 0; round < 4; round++) {
      const turns = Array.from({ length: 12 }, async (_, at) => {
        const context_id = `round ${round}, turn ${at}`
        client.send({ ...REQUEST, context_id, transcript: 'One ', continue: true })
        await client.until(() => client.of(context_id).length > 0)
        client.send({ ...REQUEST, context_id, transcript: 'two three. ' })
        const frames = await client.turn(context_id)
        expect(frames.filter(({ done }) => done)).toHaveLength(1)
        if (frames.at(-1)!.type === 'done') succeeded++
      })
      const { port } = server
      await server.close()
      server = new CartesiaServer({ port })
      await Promise.all(turns)
    }
  })
  expect(succeeded).toBeGreaterThan(0)
  expect(paid).toBe(succeeded * 'One two three. '.length)
})
