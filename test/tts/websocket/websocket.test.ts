import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ENCODINGS, SAMPLE_RATES } from '../../../src/audio/output-format.ts'
import { books } from '../../support/books.ts'
import { eventually } from '../../support/eventually.ts'
import { shake } from '../../support/handshake.ts'
import { seeded } from '../../support/random.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'
import { type AnyFrame, audioOf, SpeechClient } from '../../support/speech-client.ts'
import { ORDINARY_TEXTS } from '../../support/texts.ts'

const CREDITS = 1_000_000
const TEXT =
  'The café opens at 5:30, doesn’t it? Dr. Smith says: 2 + 2 = 4, and it costs $5.20. Wait… see www.example.com/a.b 😀 ' +
  'for 3.14 units. The birch canoe slid on the smooth planks, and these days a chicken leg is a rare dish.'

let service: Service
let member: Member
let client: SpeechClient
beforeAll(async () => {
  service = await startService()
  member = await service.member(CREDITS)
  client = await SpeechClient.connect(service.url, member.key)
})
afterAll(async () => {
  client.close()
  await service.close()
})

type Format = readonly [encoding: string, rate: number]
const NATIVE: Format = ['pcm_s16le', 22050]

function say(transcript: string, more: object = {}, [encoding, sample_rate] = NATIVE) {
  return { ...goodRequest, transcript, output_format: { container: 'raw', encoding, sample_rate }, ...more }
}

async function whole(transcript: string, format = NATIVE): Promise<Uint8Array> {
  const answer = await post(`${service.url}/tts/bytes`, member.key, say(transcript, {}, format))
  expect(answer.status).toBe(200)
  return answer.bytes()
}

let contexts = 0
/** Sends the pieces of one turn and waits for its end. */
async function speak(pieces: readonly string[], more: object = {}, format = NATIVE) {
  const context_id = `turn ${++contexts}`
  for (const piece of pieces.slice(0, -1))
    client.send(say(piece, { ...more, context_id, continue: true }, format))
  client.send(say(pieces.at(-1)!, { ...more, context_id }, format))
  return client.turn(context_id)
}

/** Types of frames with their flushes; the same in a row are told once. */
function toldOf(frames: readonly AnyFrame[]): string[] {
  const told = frames.map(({ type, flush_id }) => `${type} ${flush_id ?? ''}`.trim())
  return told.filter((each, index) => each !== told[index - 1])
}

function wordsOf(frames: readonly AnyFrame[]) {
  const times = frames
    .filter(({ type }) => type === 'timestamps')
    .map(({ word_timestamps }) => word_timestamps as { words: string[]; start: number[]; end: number[] })
  return {
    words: times.flatMap(({ words }) => words),
    start: times.flatMap(({ start }) => start),
    end: times.flatMap(({ end }) => end),
  }
}

function piecesOf(text: string, random: () => number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * 12)
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}

describe('the audio is the same bytes as one answer has', () => {
  const cuts: readonly (readonly [name: string, cut: (text: string) => string[]])[] = [
    ['whole', (text) => [text]],
    ['in pieces', (text) => piecesOf(text, seeded(1))],
    ['letter by letter', (text) => [...text]],
  ]
  // Every encoding and every rate with every cut.
  const formats = ENCODINGS.flatMap((encoding, row) =>
    SAMPLE_RATES.map((rate, column) => [encoding, rate, ...cuts[(row + column) % cuts.length]!] as const),
  )
  test.each(formats)('in %s at %d Hz, %s', async (encoding, rate, _, cut) => {
    const expected = await whole(TEXT, [encoding, rate])
    const frames = await speak(cut(TEXT), {}, [encoding, rate])
    expect(Buffer.compare(audioOf(frames), expected)).toBe(0)
    expect(frames.at(-1)!.type).toBe('done')
  })

  test.each([1, 2, 5, 20, 60, 150, 400, 900])('for a text of %d characters', async (length) => {
    const text = ORDINARY_TEXTS.prose.repeat(3).slice(0, length)
    const frames = await speak(piecesOf(text, seeded(length)))
    expect(Buffer.compare(audioOf(frames), await whole(text))).toBe(0)
  })

  test('although 3 s pass between two pieces', async () => {
    const [before, after] = ['One sentence is here. And then there ', 'was another one, after a while.']
    const context_id = 'slow'
    client.send(say(before, { context_id, continue: true, add_timestamps: true }))
    await Bun.sleep(3000)
    client.send(say(after, { context_id, continue: true, add_timestamps: true }))
    client.send({ context_id, transcript: '' })
    const { words } = wordsOf(await client.turn(context_id))
    expect(words.join(' ')).toBe(before + after)
  })
})

describe('frames', () => {
  test('have what each client needs', async () => {
    const frames = await speak(['Hello there.'], { add_timestamps: true })
    const context_id = frames[0]!.context_id
    const common = { done: false, status_code: 206, context_id }
    for (const frame of frames.filter(({ type }) => type === 'chunk')) {
      expect(frame).toEqual({
        ...common,
        type: 'chunk',
        data: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
        step_time: expect.any(Number),
      })
      expect(Buffer.from(frame.data as string, 'base64').length % 2).toBe(0)
    }
    expect(frames.filter(({ type }) => type === 'timestamps')).toEqual([
      {
        ...common,
        type: 'timestamps',
        word_timestamps: { words: ['Hello', 'there.'], start: expect.any(Array), end: expect.any(Array) },
      },
    ])
    expect(frames.at(-1)).toEqual({ type: 'done', done: true, status_code: 200, context_id })
  })

  test('without a context id get one that is made up, the same on every answer', async () => {
    const lonely = await SpeechClient.connect(service.url, member.key)
    lonely.send(say('Hello.', { context_id: null }))
    await lonely.until(() => lonely.frames.at(-1)?.type === 'done')
    expect(new Set(lonely.frames.map(({ context_id }) => context_id)).size).toBe(1)
    expect(lonely.frames[0]!.context_id).toMatch(/^[0-9a-f-]{36}$/)
    lonely.close()
  })

  test('may have fields that are not known, and null where a field is left out', async () => {
    const unknown = {
      speed: 'fast',
      generation_config: { volume: 2 },
      language: null,
      flush: null,
      note: [1],
    }
    expect((await speak(['Hello.'], unknown)).at(-1)!.type).toBe('done')
  })

  test('may have null for everything that can be left out, and say the same', async () => {
    const names = [
      'continue flush cancel max_buffer_delay_ms add_timestamps add_phoneme_timestamps use_normalized_timestamps',
      'language locale normalization generation_config speed duration pronunciation_dict_id save traceparent',
    ]
    const nothing = Object.fromEntries(names.flatMap((line) => line.split(' ')).map((name) => [name, null]))
    const frames = await speak(['Hello.'], nothing)
    expect(toldOf(frames)).toEqual(['chunk', 'done'])
    expect(Buffer.compare(audioOf(frames), await whole('Hello.'))).toBe(0)
  })
})

describe('word times', () => {
  test('are right across frames: words as written, in order, covering the audio', async () => {
    const frames = await speak(piecesOf(TEXT, seeded(3)), { add_timestamps: true })
    const { words, start, end } = wordsOf(frames)
    expect(words.join(' ')).toBe(TEXT)
    for (const [index, from] of start.entries()) {
      expect(from).toBeLessThanOrEqual(end[index]!)
      expect(from).toBeGreaterThanOrEqual(index === 0 ? 0 : end[index - 1]! - 0.001)
    }
    const seconds = audioOf(frames).length / 2 / 22050
    expect(end.at(-1)!).toBeLessThanOrEqual(seconds)
    expect(end.at(-1)!).toBeGreaterThan(seconds - 0.5)
  })

  test.each(['2 + 2 = 4', '$5.20', 'Dr. Smith', 'It is 10:45 p.m. now.'])(
    'tell %j as written',
    async (text) => {
      const frames = await speak([text.slice(0, 3), text.slice(3)], { add_timestamps: true })
      expect(wordsOf(frames).words.join(' ')).toBe(text)
    },
  )

  test('come only when asked for', async () => {
    expect((await speak(['Hello.'])).map(({ type }) => type)).not.toContain('timestamps')
  })
})

describe('text that waits', () => {
  const next = (context_id: string) => client.until(() => client.of(context_id)[0])

  test('is a clause that is spoken as soon as it is complete', async () => {
    const context_id = 'clause'
    client.send(say('Nice to meet you, ', { context_id, continue: true, max_buffer_delay_ms: 5000 }))
    client.send(say('my friend', { context_id, continue: true, max_buffer_delay_ms: 5000 }))
    expect((await next(context_id)).type).toBe('chunk')
    client.send({ context_id, cancel: true })
  })

  test('is spoken at once with a delay of 0', async () => {
    const frames = await speak(['Good', ' evening'], { max_buffer_delay_ms: 0, add_timestamps: true })
    const separate = await Promise.all([speak(['Good']), speak([' evening'])])
    expect(wordsOf(frames).words).toEqual(['Good', 'evening'])
    expect(audioOf(frames).length).toBeGreaterThanOrEqual(
      separate.reduce((length, each) => length + audioOf(each).length, 0),
    )
  })

  test.each([
    ['after the delay that was asked for, all of it', { max_buffer_delay_ms: 50 }, ['so', 'good', 'mor']],
    ['after a while, but for a word that may go on', {}, ['so', 'good']],
  ])('is spoken %s', async (_, more, words) => {
    const context_id = `waits ${JSON.stringify(more)}`
    client.send(say('so good mor', { context_id, continue: true, add_timestamps: true, ...more }))
    await next(context_id)
    await client.until(() => wordsOf(client.of(context_id)).words.length > 0)
    expect(wordsOf(client.of(context_id)).words).toEqual(words)
    client.send(say('ning', { context_id, add_timestamps: true }))
    expect(wordsOf(await client.turn(context_id)).words.join('')).toBe('sogoodmorning')
  })

  test('is spoken when it is flushed; flush_done follows its audio, and the chunks tell the flushes apart', async () => {
    const context_id = 'flushed'
    for (const word of ['one', ' two']) {
      client.send(say(word, { context_id, continue: true }))
      client.send({ context_id, transcript: '', continue: true, flush: true })
    }
    client.send(say(' three', { context_id }))
    const told = toldOf(await client.turn(context_id))
    expect(told).toEqual(['chunk 0', 'flush_done 0', 'chunk 1', 'flush_done 1', 'chunk 2', 'done'])
  })

  test('has no flush_id until it is flushed, and none in the next turn under its id', async () => {
    const context_id = 'flushed late'
    client.send(say('one, ', { context_id, continue: true, add_timestamps: true, max_buffer_delay_ms: 0 }))
    await client.until(() => client.of(context_id).some(({ type }) => type === 'timestamps'))
    expect(toldOf(client.of(context_id))).toEqual(['chunk', 'timestamps'])
    client.send(say('two', { context_id, continue: true, add_timestamps: true, flush: true }))
    await client.until(() => client.of(context_id).some(({ type }) => type === 'flush_done'))
    client.send({ context_id, transcript: '' })
    const told = toldOf(await client.turn(context_id))
    expect(told.slice(-4)).toEqual(['chunk 0', 'timestamps 0', 'flush_done 0', 'done'])
    const { length } = client.of(context_id)
    client.send(say('again', { context_id }))
    expect(toldOf((await client.turn(context_id, 2)).slice(length))).toEqual(['chunk', 'done'])
  })

  /** As cartesia-python 2.0.17 does it: a queue for the audio up to each flush, and one for what comes after the last. */
  test('reaches a client that has a queue for each flush, and takes frames without a flush_id into the last', async () => {
    const context_id = 'queues'
    const queues: string[][] = [[]]
    const words = ['one', ' two', ' three']
    let taken = 0
    const take = () => {
      for (const { type, flush_id = -1 } of client.of(context_id).slice(taken)) {
        const queue = queues.at(flush_id as number)
        if (queue === undefined) throw new Error(`there is no queue for flush ${flush_id}`)
        queue.push(type)
        taken++
      }
    }
    for (const word of words) {
      client.send(say(word, { context_id, continue: true, max_buffer_delay_ms: 5000 }))
      client.send({ context_id, transcript: '', continue: true, flush: true })
      queues.push([])
      await client.until(() => client.of(context_id).length > taken)
      take()
    }
    client.send({ context_id, transcript: '' })
    await client.turn(context_id)
    take()
    for (const queue of queues.slice(0, -1)) expect([...new Set(queue)]).toEqual(['chunk', 'flush_done'])
    expect(queues.at(-1)).toEqual(['done'])
  })
})

test('contexts run side by side on one socket', async () => {
  const texts = [
    'The first one speaks for quite a while, and then a little more.',
    'Second.',
    'And the third.',
  ]
  for (const [index, text] of texts.entries()) {
    const context_id = `side ${index}`
    client.send(say(text.slice(0, 5), { context_id, continue: true }))
  }
  for (const [index, text] of texts.entries())
    client.send(say(text.slice(5), { context_id: `side ${index}` }))
  for (const [index, text] of texts.entries()) {
    const frames = await client.turn(`side ${index}`)
    expect(Buffer.compare(audioOf(frames), await whole(text))).toBe(0)
  }
})

describe('cancel', () => {
  test('ends a context at once: nothing more is sent for it, and the socket speaks on', async () => {
    const context_id = 'interrupted'
    client.send(say(ORDINARY_TEXTS.prose.slice(0, 800), { context_id }))
    await client.until(() => client.of(context_id).length > 0)
    client.send({ context_id, cancel: true })
    client.send({ transcript: '', context_id: 'the cancel has been read' })
    await client.turn('the cancel has been read')
    const heard = client.of(context_id).length
    expect((await speak(['Something else.'])).at(-1)!.type).toBe('done')
    expect(client.of(context_id).length).toBe(heard)
    expect(client.of(context_id).map(({ type }) => type)).not.toContain('done')
  })

  test('keeps the charge of what was begun; text that still waits costs nothing', async () => {
    const payer = await service.member(1000)
    const phone = await SpeechClient.connect(service.url, payer.key)
    const context_id = 'barge-in'
    phone.send(say('This is spoken. ', { context_id, continue: true }))
    await phone.until(() => phone.of(context_id).length > 0)
    phone.send(say('Waiting ', { context_id, continue: true, max_buffer_delay_ms: 5000 }))
    phone.send({ context_id, cancel: true })
    await eventually(async () => (await books(service.storage.db, payer.organizationId)).open === 0)
    const settled = await books(service.storage.db, payer.organizationId)
    expect(settled).toMatchObject({ confirmed: 16, refunded: 0, balance: 1000 - 16 })
    phone.close()
  })
})

describe('credits', () => {
  test('each transcript is charged by itself; markers, spaces and flushes are free', async () => {
    const payer = await service.member(1000)
    const phone = await SpeechClient.connect(service.url, payer.key)
    const context_id = 'paid'
    phone.send(say('Nine cats 😀.', { context_id, continue: true }))
    phone.send(say('  ', { context_id, continue: true }))
    phone.send({ context_id, transcript: '', continue: true, flush: true })
    phone.send(say('Ten.', { context_id, continue: true }))
    phone.send({ context_id, transcript: ' ' })
    await phone.turn(context_id)
    expect(await service.balance(payer)).toBe(1000 - 12 - 4)
    phone.close()
  })

  test('a client that leaves pays for what it heard of, and for nothing else', async () => {
    const payer = await service.member(1000)
    const phone = await SpeechClient.connect(service.url, payer.key)
    const context_id = 'left'
    phone.send(say('This is spoken. ', { context_id, continue: true }))
    await phone.until(() => phone.of(context_id).length > 0)
    phone.send(say('Waiting ', { context_id, continue: true, max_buffer_delay_ms: 5000 }))
    phone.send('not a frame')
    await phone.until(() => phone.of(null).length > 0) // the frames before it have been read
    phone.close()
    await eventually(async () => (await books(service.storage.db, payer.organizationId)).open === 0)
    const settled = await books(service.storage.db, payer.organizationId)
    expect(settled).toMatchObject({ confirmed: 16, refunded: 0, balance: 1000 - 16 })
  })
})

describe('a frame that cannot be taken', () => {
  const bad: [string, string | object, string, number][] = [
    ['not JSON', 'hello', 'invalid_json', 400],
    ['a number', '5', 'invalid_json', 400],
    ['a list', '[]', 'invalid_json', 400],
    ['binary', new TextEncoder().encode('{}'), 'invalid_json', 400],
    ['a context id that is not text', say('Hello.', { context_id: 5 }), 'invalid_context', 400],
    ['a context id without end', say('Hello.', { context_id: 'x'.repeat(257) }), 'invalid_context', 400],
  ]
  test.each(bad)('%s is answered with an error of no context', async (_, frame, code, status) => {
    const { length } = client.of(null)
    client.send(frame)
    const [error] = await client.until(() => client.of(null).length > length && client.of(null).slice(length))
    expect(error).toMatchObject({
      type: 'error',
      error_code: code,
      status_code: status,
      context_id: null,
      done: true,
    })
  })

  const refused: [string, object, string, number][] = [
    ['no transcript', say('', { transcript: undefined }), 'missing_transcript', 400],
    ['neither transcript nor anything else', { flush: true, continue: true }, 'missing_transcript', 400],
    ['a transcript that is not text', say('', { transcript: 5 }), 'missing_transcript', 400],
    ['nothing that can be said', say('…'), 'missing_transcript', 400],
    ['another model', say('Hello.', { model_id: 'sonic-3' }), 'unknown_model', 400],
    ['no model', say('Hello.', { model_id: undefined }), 'unknown_model', 400],
    ['no voice', say('Hello.', { voice: undefined }), 'missing_voice', 400],
    ['a voice that is only a string', say('Hello.', { voice: goodRequest.voice.id }), 'missing_voice', 400],
    ['a voice by embedding', say('Hello.', { voice: { mode: 'embedding' } }), 'unknown_voice_mode', 400],
    ['a voice without id', say('Hello.', { voice: { mode: 'id' } }), 'missing_voice_id', 400],
    ['an unknown voice', say('Hello.', { voice: { mode: 'id', id: 'nobody' } }), 'voice_not_found', 404],
    ['wav', say('Hello.', { output_format: goodRequest.output_format }), 'invalid_output_format', 400],
    ['44100 Hz', say('Hello.', {}, ['pcm_s16le', 44100]), 'invalid_output_format', 400],
    ['a bad language', say('Hello.', { language: 'english' }), 'invalid_language', 400],
    ['too long a text', say('word '.repeat(2000)), 'input_too_long', 400],
    ['too large a frame', say('Hello.', { note: 'x'.repeat(65_536) }), 'payload_too_large', 413],
  ]
  test.each(refused)('%s is an error of its context and costs nothing', async (name, frame, code, status) => {
    const balance = await service.balance(member)
    client.send({ ...frame, context_id: name })
    client.send(say('I am well.', { context_id: `beside ${name}` }))
    const frames = await client.turn(name)
    expect(frames).toEqual([
      {
        type: 'error',
        done: true,
        error: expect.stringMatching(new RegExp(`^${code}: `)),
        error_code: code,
        title: code,
        message: expect.any(String),
        status_code: status,
        context_id: name,
      },
    ])
    expect((await client.turn(`beside ${name}`)).at(-1)!.type).toBe('done')
    expect(await service.balance(member)).toBe(balance - 10)
  })

  test.each([
    ['in another case', ['en-US', 'en-us', 'EN-US']],
    ["as the voice's own, after none", [undefined, 'en', 'EN', undefined]],
  ])('the same language %s is no change', async (_, languages) => {
    const context_id = `languages ${languages}`
    for (const language of languages) client.send(say('Before. ', { context_id, continue: true, language }))
    client.send({ context_id, transcript: '' })
    const frames = await client.turn(context_id)
    expect(frames.at(-1)!.type).toBe('done')
    const text = 'Before. '.repeat(languages.length)
    expect(Buffer.compare(audioOf(frames), await whole(text))).toBe(0)
  })

  test.each([{}, { transcript: '', continue: true }, { transcript: ' ', continue: true }])(
    'a turn that begins without words is refused in the same words: %j',
    async (wordless) => {
      const context_id = `without words ${JSON.stringify(wordless)}`
      client.send({ ...goodRequest, transcript: undefined, context_id, ...wordless })
      const [{ message }] = (await client.turn(context_id)) as [AnyFrame]
      expect(message).toStartWith('transcript is missing, empty or only whitespace. ')
    },
  )

  test('the same voice in capitals is no change', async () => {
    const context_id = 'capitals'
    const voice = { mode: 'id', id: goodRequest.voice.id.toUpperCase() }
    client.send(say('Before. ', { context_id, continue: true }))
    client.send(say('After.', { context_id, voice }))
    const frames = await client.turn(context_id)
    expect(Buffer.compare(audioOf(frames), await whole('Before. After.'))).toBe(0)
  })

  test.each([
    ['voice', { voice: { mode: 'id', id: '509e2228-f4c7-4a67-ad73-19cc599b031f' } }],
    ['output_format', { output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 22050 } }],
    ['output_format', { output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 8000 } }],
    ['language', { language: 'en-GB' }],
    ['language', { language: 'de' }],
  ])('a %s that changes in mid-turn ends the turn after what came before', async (field, change) => {
    const context_id = `changed ${JSON.stringify(change)}`
    client.send(say('Before. ', { context_id, continue: true }))
    client.send(say('After.', { context_id, ...change }))
    const frames = await client.turn(context_id)
    expect(Buffer.compare(audioOf(frames), await whole('Before. '))).toBe(0)
    expect(frames.at(-1)).toMatchObject({ error_code: 'invalid_context' })
    expect(frames.at(-1)!.message).toContain(field)
  })

  test('the turn that grows too long is told so after what fits', async () => {
    const sentence = ORDINARY_TEXTS.prose.slice(0, 300)
    const frames = await speak([sentence, sentence, sentence, sentence])
    expect(frames.at(-1)).toMatchObject({ error_code: 'input_too_long' })
    expect(audioOf(frames).length / 2 / 22050).toBeWithin(20, 46.5)
  })
})

describe('the handshake', () => {
  const socket = () => `${service.url}/tts/websocket`
  const key = () => member.key
  test.each([
    ['Authorization', () => shake(socket(), { authorization: `bearer ${key()}` })],
    ['X-API-Key', () => shake(socket(), { 'x-api-key': key() })],
    ['api_key', () => shake(`${socket()}?api_key=${key()}&cartesia_version=2024-06-10`)],
    ['access_token', () => shake(`${socket()}?access_token=${key()}`)],
  ])('takes the key by %s', async (_, answer) => {
    const { status, headers } = await answer()
    expect(status).toBe(101)
    expect(headers).toMatchObject({ 'purr-version': '0.4.1', 'x-request-id': expect.any(String) })
  })

  test.each([
    ['without a key', '', {}],
    ['with a wrong key', '?api_key=sk_purr_wrong', {}],
    ['with a wrong header', '', { authorization: 'Bearer nonsense' }],
  ])('is refused with 401 and the envelope %s', async (_, query, headers) => {
    const { status, body } = await shake(socket() + query, headers as Record<string, string>)
    expect(status).toBe(401)
    expect(JSON.parse(body)).toEqual({ error: 'unauthorized', message: expect.any(String) })
  })

  test('is asked for when it is missing', async () => {
    const answer = await fetch(`${service.url}/tts/websocket?api_key=${member.key}`)
    expect(answer.status).toBe(426)
    expect(await answer.json()).toMatchObject({ error_code: 'upgrade_required' })
  })
})
