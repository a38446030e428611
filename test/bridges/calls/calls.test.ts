import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { catalogue } from '../../../src/engines/embedded/model-folder.ts'
import type { Engine } from '../../../src/engines/shared/engine.ts'
import { books, settledBooks } from '../../support/books.ts'
import { eventually } from '../../support/eventually.ts'
import { GatedEngine } from '../../support/gated-engine.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'
import { AsteriskLine, type AsteriskOptions, type StreamOptions, TelnyxLine, TwilioLine } from './lines.ts'

const TEXT = 'Your table is ready.'
const LONG =
  'Thank you for calling. All our lines are busy at the moment, so please stay on the line, and we will be with you soon.'
const VOICE = catalogue()[0]!.name
const SILENCE = { pcm_mulaw: 0xff, pcm_alaw: 0xd5, pcm_s16le: 0 } as const
/** Frames that a paced line may be ahead. */
const LOOK_AHEAD = 10

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(1_000_000)
})
afterAll(() => service.close())

/** The parameters of a call of the member's. */
function parameters(more: Record<string, string> = {}): StreamOptions {
  return { parameters: { api_key: member.key, voice: VOICE, ...more } }
}

const control = (what: string, callId: string, body: object = {}, key = member.key) =>
  post(`${service.url}/calls/${encodeURIComponent(callId)}/${what}`, key, body)

/** Says a text as soon as the call is there. */
async function say(callId: string, transcript: string, more: object = {}): Promise<Response> {
  let answer: Response | undefined
  await eventually(async () => {
    answer = await control('say', callId, { transcript, ...more })
    return answer.status !== 404
  })
  return answer!
}

/** What /tts/bytes makes of a text, filled up to whole frames. */
async function expected(
  transcript: string,
  encoding: keyof typeof SILENCE = 'pcm_mulaw',
  sample_rate = 8000,
): Promise<Buffer> {
  const output_format = { container: 'raw', encoding, sample_rate }
  const answer = await post(`${service.url}/tts/bytes`, member.key, {
    ...goodRequest,
    transcript,
    output_format,
  })
  const audio = Buffer.from(await answer.arrayBuffer())
  const frame = (sample_rate / 50) * (encoding === 'pcm_s16le' ? 2 : 1)
  return Buffer.concat([audio], Math.ceil(audio.length / frame) * frame).fill(SILENCE[encoding], audio.length)
}

const marks = ({ said }: { said: { message: string }[] }) =>
  said.filter(({ message }) => /mark|STOP/.test(message))

describe.each<[string, () => Promise<TwilioLine | AsteriskLine>, keyof typeof SILENCE, number, string[]]>([
  ['Twilio', () => TwilioLine.connect(service.url, parameters()), 'pcm_mulaw', 8000, ['mark purr-1']],
  ['Telnyx', () => TelnyxLine.connect(service.url, parameters()), 'pcm_mulaw', 8000, ['mark purr-1']],
  [
    'Telnyx with A-law',
    () => TelnyxLine.connect(service.url, { ...parameters(), encoding: 'PCMA' }),
    'pcm_alaw',
    8000,
    ['mark purr-1'],
  ],
  ...(
    [
      ['ulaw', 160, 'pcm_mulaw', 8000, false],
      ['alaw', 160, 'pcm_alaw', 8000, true],
      ['slin', 320, 'pcm_s16le', 8000, false],
      ['slin16', 640, 'pcm_s16le', 16_000, true],
    ] as const
  ).map(
    ([codec, bytes, encoding, rate, json]) =>
      [
        `Asterisk with ${codec} in ${json ? 'JSON' : 'words'}`,
        () => asterisk({ codec, bytes, json }),
        encoding,
        rate,
        ['START_MEDIA_BUFFERING', 'STOP_MEDIA_BUFFERING purr-1'],
      ] as [string, () => Promise<AsteriskLine>, keyof typeof SILENCE, number, string[]],
  ),
])('%s', (_, call, encoding, rate, said) => {
  test('hears the bytes of /tts/bytes in frames of 20 ms, then the mark', async () => {
    const line = await call()
    const answer = await say(line.callId, TEXT)
    expect(answer.status).toBe(200)
    await line.until(() => marks(line).length > 0)
    const audio = await expected(TEXT, encoding, rate)
    expect(line.audio.equals(audio)).toBe(true)
    const frame = (rate / 50) * (encoding === 'pcm_s16le' ? 2 : 1)
    expect(new Set(line.frames.map((each) => each.frame.length))).toEqual(new Set([frame]))
    expect(line.said.map(({ message }) => message)).toEqual(said)
    expect('dropped' in line ? line.dropped : 0).toBe(0)
    line.hangUp()
  })
})

function asterisk(options: AsteriskOptions = {}): Promise<AsteriskLine> {
  const authorization = `Basic ${Buffer.from(`purr:${member.key}`).toString('base64')}`
  return AsteriskLine.connect(service.url, {
    headers: { authorization },
    query: { voice: VOICE },
    ...options,
  })
}

describe('a call', () => {
  test('is sent exactly 50 frames a second of audio, never more than the look-ahead before they are due', async () => {
    const line = await TwilioLine.connect(service.url, parameters())
    line.talk()
    await say(line.callId, LONG)
    await line.until(() => marks(line).length > 0)
    const seconds = (await expected(LONG)).length / 8000
    expect(line.frames.length).toBe(Math.round(seconds * 50))
    const [{ at: begun } = { at: 0 }] = line.frames
    for (const [index, { at }] of line.frames.entries()) {
      // Over the network a frame can only be late; one beat is between two frames.
      expect(at - begun).toBeGreaterThan((index - LOOK_AHEAD - 1) * 20 - 5)
    }
    line.hangUp()
  })

  test('says texts one after the other, without a gap in its audio', async () => {
    const line = await TwilioLine.connect(service.url, parameters())
    await say(line.callId, TEXT)
    await say(line.callId, 'Come in.')
    await line.until(() => marks(line).length === 2)
    expect(line.audio.equals(Buffer.concat([await expected(TEXT), await expected('Come in.')]))).toBe(true)
    expect(line.said.map(({ message }) => message)).toEqual(['mark purr-1', 'mark purr-2'])
    line.hangUp()
  })

  test.each([
    ['Twilio', () => TwilioLine.connect(service.url, parameters()), 'clear'],
    ['Asterisk', () => asterisk(), 'FLUSH_MEDIA'],
  ] as const)(
    'of %s that is interrupted is silent: nothing old comes after the word for it',
    async (_, call, word) => {
      const line = await call()
      await say(line.callId, LONG, { context_id: 'old' })
      await say(line.callId, TEXT, { context_id: 'older' })
      await line.until(() => line.frames.length > 20)
      const interrupted = await control('interrupt', line.callId)
      expect(await interrupted.json()).toEqual({ interrupted: ['old', 'older'] })
      await say(line.callId, TEXT)
      await line.until(() => marks(line).length > 0)
      const [clear, ...others] = line.said.filter(({ message }) => message === word)
      expect(others).toEqual([])
      const [old, fresh] = [
        line.audio.subarray(0, clear!.after * 160),
        line.audio.subarray(clear!.after * 160),
      ]
      expect((await expected(LONG)).subarray(0, old.length).equals(old)).toBe(true)
      expect(fresh.equals(await expected(TEXT))).toBe(true)
      line.hangUp()
    },
  )

  test('that is interrupted while nothing is said is sent nothing', async () => {
    const line = await TwilioLine.connect(service.url, parameters())
    await say(line.callId, 'Hi.')
    await line.until(() => marks(line).length > 0)
    const interrupt = async () => (await control('interrupt', line.callId)).json()
    await Bun.sleep(line.buffered)
    while (Object.values((await interrupt()) as object)[0].length > 0) await Bun.sleep(20) // its mark is on its way
    const before = line.said.length
    expect(await interrupt()).toEqual({ interrupted: [] })
    await say(line.callId, 'Hi.')
    await line.until(() => line.said.length > before)
    expect(line.said.slice(before).map(({ message }) => message)).toEqual(['mark purr-2'])
    line.hangUp()
  })

  test('that Asterisk has no room for waits, and then goes on where it was', async () => {
    const line = await asterisk({ xoff: 30 })
    await say(line.callId, LONG)
    await line.until(() => marks(line).length > 0)
    expect(line.audio.equals(await expected(LONG))).toBe(true)
    expect(line.frames.length).toBeGreaterThan(150)
    line.hangUp()
  })

  test('is hung up: Asterisk is told to, and the media stream of the others ends', async () => {
    const [pbx, twilio] = [await asterisk(), await TwilioLine.connect(service.url, parameters())]
    for (const line of [pbx, twilio]) {
      await say(line.callId, LONG)
      expect((await control('hangup', line.callId)).status).toBe(204)
      await line.until(() => line.closed !== undefined)
      expect(line.closed).toMatchObject({ code: 1000 })
      await eventually(async () => (await control('hangup', line.callId)).status === 404)
    }
    expect(pbx.said.at(-1)!.message).toBe('HANGUP')
  })

  test('says its announcement first, with its parameters in it', async () => {
    const options = parameters({ announcement: 'Hello {name}, {api_key} welcome.', name: 'Ann' })
    const line = await TwilioLine.connect(service.url, options)
    await line.until(() => marks(line).length > 0)
    expect(line.audio.equals(await expected('Hello Ann,  welcome.'))).toBe(true)
    line.hangUp()
  })

  test('logs whose announcement could not be spoken, because nobody else is told', async () => {
    const warn = spyOn(service.turns.log, 'warn')
    const line = await TwilioLine.connect(service.url, parameters({ announcement: 'x '.repeat(9000) }))
    await eventually(() => warn.mock.calls.length > 0)
    const [logged] = warn.mock.calls[0]!
    warn.mockRestore()
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const { organizationId: organization } = member
    expect(logged).toEqual({ code: 'input_too_long', turn: id, requestId: id, organization } as object)
    line.hangUp()
  })

  test('has the id and the language that its stream gives it', async () => {
    const language = 'de'
    const line = await TwilioLine.connect(service.url, parameters({ id: 'my/own id', language }))
    await say('my/own id', '12 Uhr')
    await line.until(() => marks(line).length > 0)
    const output_format = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
    const german = { ...goodRequest, transcript: '12 Uhr', language, output_format }
    const audio = Buffer.from(
      await (await post(`${service.url}/tts/bytes`, member.key, german)).arrayBuffer(),
    )
    expect(line.audio.subarray(0, audio.length).equals(audio)).toBe(true)
    line.hangUp()
  })

  test('reads a text as its fields ask for', async () => {
    const line = await TwilioLine.connect(service.url, parameters())
    const fields = { language: 'de', generation_config: { speed: 1.4, volume: 0.5 } }
    await say(line.callId, '12 Uhr', fields)
    await line.until(() => marks(line).length > 0)
    const output_format = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
    const same = { ...goodRequest, transcript: '12 Uhr', output_format, ...fields }
    const audio = Buffer.from(await (await post(`${service.url}/tts/bytes`, member.key, same)).arrayBuffer())
    expect(line.audio.subarray(0, audio.length).equals(audio)).toBe(true)
    expect(line.audio.subarray(0, 1600).equals((await expected('12 Uhr')).subarray(0, 1600))).toBe(false)
    line.hangUp()
  })

  test('that begins again under its id replaces the one before it', async () => {
    const first = await TwilioLine.connect(service.url, parameters({ id: 'one' }))
    await say('one', 'Hi.')
    const second = await TwilioLine.connect(service.url, parameters({ id: 'one' }))
    await first.until(() => first.closed !== undefined)
    await say('one', TEXT)
    await second.until(() => marks(second).length > 0)
    expect(second.audio.equals(await expected(TEXT))).toBe(true)
    second.hangUp()
  })
})

describe('the program of a call', () => {
  const REFUSED: [string, object, number, string][] = [
    ['no text', {}, 400, 'missing_transcript'],
    ['no words', { transcript: ' ' }, 400, 'missing_transcript'],
    ['nothing that can be spoken', { transcript: '.' }, 400, 'missing_transcript'],
    ['a voice that is none', { transcript: 'Hi.', voice: 'Nobody' }, 404, 'voice_not_found'],
    ['a voice that is no text', { transcript: 'Hi.', voice: { mode: 'id' } }, 400, 'missing_voice'],
    ['a language that is none', { transcript: 'Hi.', language: 'english' }, 400, 'invalid_language'],
    [
      'a context that is too long',
      { transcript: 'Hi.', context_id: 'x'.repeat(257) },
      400,
      'invalid_context',
    ],
    ['a text that is too long', { transcript: 'word '.repeat(1000) }, 400, 'input_too_long'],
  ]
  test.each(REFUSED)('is refused %s, at no cost', async (_, body, status, code) => {
    const own = await service.member(1000)
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: own.key, voice: VOICE } })
    let answer: Response | undefined
    await eventually(async () => {
      answer = await control('say', line.callId, body, own.key)
      return answer.status !== 404 || status === 404
    })
    if (code === 'voice_not_found')
      await eventually(async () => {
        answer = await control('say', line.callId, body, own.key)
        return ((await answer.clone().json()) as { error: string }).error === code
      })
    const { error, message } = (await answer!.json()) as { error: string; message: string }
    expect([answer!.status, error]).toEqual([status, code])
    if (code === 'voice_not_found')
      expect(message).toStartWith('There is no voice with the name or id "Nobody".')
    await eventually(async () => (await service.balance(own)) === 1000)
    line.hangUp()
  })

  test('is answered also where a text comes to no audio', async () => {
    const engine: Engine = {
      async *speak() {
        yield { pcm: new Float32Array(0), words: [], isLast: true }
      },
      close: async () => {},
    }
    const own = await startService({ engine })
    const { key } = await own.member(1000)
    const line = await TwilioLine.connect(own.url, { parameters: { api_key: key, voice: VOICE } })
    await eventually(async () => {
      const answer = await post(`${own.url}/calls/${line.callId}/say`, key, { transcript: 'Hi.' })
      return answer.status === 200
    })
    line.hangUp()
    await own.close()
  })

  test('is refused what nobody has chosen a voice for', async () => {
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: member.key } })
    const answer = await say(line.callId, 'Hi.')
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      400,
      'missing_voice',
    ])
    expect((await say(line.callId, 'Hi.', { voice: 'iris' })).status).toBe(200)
    line.hangUp()
  })

  test('of another organization cannot reach it, nor tell it from none: not even under the same id', async () => {
    const other = await service.member(1000)
    const line = await TwilioLine.connect(service.url, parameters({ id: 'shared' }))
    await say('shared', LONG)
    const theirs = await TwilioLine.connect(service.url, {
      parameters: { api_key: other.key, voice: VOICE, id: 'theirs' },
    })
    for (const what of ['say', 'interrupt', 'hangup']) {
      const answers = [
        await control(what, 'shared', { transcript: 'Hi.' }, other.key),
        await control(what, 'nothing', { transcript: 'Hi.' }, other.key),
      ]
      const [there, nowhere] = await Promise.all(answers.map((each) => each.text()))
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      expect(there).toBe(nowhere!)
    }
    expect((await control('say', 'shared', { transcript: 'Hi.' }, 'sk_purr_wrong')).status).toBe(401)
    const same = await TwilioLine.connect(service.url, {
      parameters: { api_key: other.key, voice: VOICE, id: 'shared' },
    })
    await eventually(async () => (await control('interrupt', 'shared', {}, other.key)).status === 200)
    expect(line.closed).toBeUndefined()
    await line.until(() => marks(line).length > 0)
    for (const each of [line, theirs, same]) each.hangUp()
  })
})

describe('the credits of a call', () => {
  test('are those of what was said, and of what was heard of what was not said to its end', async () => {
    const own = await service.member(10_000)
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: own.key, voice: VOICE } })
    let spoken = false
    await eventually(async () => {
      spoken = (await control('say', line.callId, { transcript: TEXT }, own.key)).status === 200
      return spoken
    })
    await line.until(() => marks(line).length === 1)
    await eventually(
      async () => (await books(service.storage.db, own.organizationId)).confirmed === TEXT.length,
    )
    await control('say', line.callId, { transcript: LONG }, own.key)
    await control('say', line.callId, { transcript: 'Never heard.' }, own.key)
    const before = line.frames.length
    await line.until(() => line.frames.length > before + 12)
    await control('interrupt', line.callId, {}, own.key)
    expect(await settledBooks(service.storage.db, own.organizationId)).toMatchObject({
      confirmed: TEXT.length + LONG.length,
      refunded: 'Never heard.'.length,
      balance: 10_000 - TEXT.length - LONG.length,
      due: 10_000 - TEXT.length - LONG.length,
    })
    line.hangUp()
  })

  test('are those of all that was said to its end, also of what was made long before it was heard', async () => {
    const own = await service.member(10_000)
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: own.key, voice: VOICE } })
    const say = (transcript: string) => control('say', line.callId, { transcript }, own.key)
    await eventually(async () => (await say(TEXT)).status === 200)
    expect((await say('Come in.')).status).toBe(200)
    await line.until(() => marks(line).length === 2)
    expect(await settledBooks(service.storage.db, own.organizationId)).toMatchObject({
      confirmed: 28,
      refunded: 0,
    })
    line.hangUp()
  })

  test('are settled once when it is hung up in the middle of an utterance', async () => {
    const own = await service.member(10_000)
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: own.key, voice: VOICE } })
    await eventually(
      async () => (await control('say', line.callId, { transcript: LONG }, own.key)).status === 200,
    )
    await line.until(() => line.frames.length > 12)
    line.socket.terminate()
    expect(await settledBooks(service.storage.db, own.organizationId)).toMatchObject({
      confirmed: LONG.length,
      refunded: 0,
    })
    await eventually(async () => (await control('interrupt', line.callId, {}, own.key)).status === 404)
  })

  test('that do not suffice are asked for', async () => {
    const poor = await service.member(10)
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: poor.key, voice: VOICE } })
    let answer: Response | undefined
    await eventually(async () => {
      answer = await control('say', line.callId, { transcript: TEXT }, poor.key)
      return answer.status !== 404
    })
    expect(answer!.status).toBe(402)
    expect(await service.balance(poor)).toBe(10)
    line.hangUp()
  })

  test('a slot is held only while audio is made: with one turn at once, many calls are spoken on', async () => {
    const own = await service.member(10_000, { requestsPerMinute: 1_000_000, concurrency: 1 })
    const lines = await Promise.all(
      Array.from({ length: 3 }, () =>
        TwilioLine.connect(service.url, { parameters: { api_key: own.key, voice: VOICE } }),
      ),
    )
    for (const { callId } of lines)
      await eventually(
        async () => (await control('say', callId, { transcript: LONG }, own.key)).status === 200,
      )
    expect(marks(lines[0]!)).toEqual([]) // the first one is still being heard
    for (const line of lines) line.hangUp()
  })
})

describe('a handshake', () => {
  const refusal = async (path: string, headers: Record<string, string> = {}) => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
    return fetch(service.url + path, { headers: { ...upgrade, ...key, ...headers } })
  }

  test('of Asterisk without a valid key is answered 401', async () => {
    expect((await refusal('/calls/asterisk')).status).toBe(401)
    const headers = { authorization: `Basic ${Buffer.from('purr:sk_purr_wrong').toString('base64')}` }
    expect((await refusal('/calls/asterisk', headers)).status).toBe(401)
  })

  test("of Telnyx with its own header's key that is not valid is answered 401", async () => {
    expect((await refusal('/calls/telnyx', { 'x-telnyx-streaming-auth-token': 'wrong' })).status).toBe(401)
  })

  test.each(['twilio', 'telnyx', 'asterisk'])('of %s that is none is answered 426', async (system) => {
    const answer = await fetch(`${service.url}/calls/${system}`, { headers: { 'x-api-key': member.key } })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      426,
      'upgrade_required',
    ])
  })

  test('counts as a request, with whatever it brings its key', async () => {
    const own = await service.member(1000, { requestsPerMinute: 2, concurrency: 5 })
    const options = { parameters: { api_key: own.key, voice: VOICE } }
    const lines = [
      await TwilioLine.connect(service.url, options),
      await TelnyxLine.connect(service.url, options),
    ]
    await eventually(async () => {
      const states = await Promise.all(lines.map(({ callId }) => control('interrupt', callId, {}, own.key)))
      return states.every(({ status }) => status === 200)
    })
    const third = await TwilioLine.connect(service.url, options)
    await third.until(() => third.closed !== undefined)
    expect(third.closed).toMatchObject({ code: 1008 })
    expect(third.closed!.reason).toStartWith('rate_limited')
    for (const each of lines) each.hangUp()
  })

  test('of Asterisk is given the subprotocol that it asks for', async () => {
    const line = await asterisk()
    expect(line.socket.protocol).toBe('media')
    line.hangUp()
  })
})

describe('with the auth token of a Twilio account', () => {
  const twilioAuthToken = '0123456789abcdef0123456789abcdef'
  let guarded: Service
  let own: Member
  beforeAll(async () => {
    guarded = await startService({ calls: { twilioAuthToken, announcement: 'Hello {name}.' } })
    own = await guarded.member(1000)
  })
  afterAll(() => guarded.close())

  const sign = (address: string, token = twilioAuthToken) => ({
    'x-twilio-signature': new Bun.CryptoHasher('sha1', token).update(address).digest('base64'),
  })

  test('a stream that Twilio has signed is taken, and says the announcement of the server', async () => {
    const headers = sign(`wss://${new URL(guarded.url).host}/calls/twilio`)
    const options = { headers, parameters: { api_key: own.key, voice: VOICE, name: 'Ann' } }
    const line = await TwilioLine.connect(guarded.url, options)
    await line.until(() => marks(line).length > 0)
    expect(line.audio.equals(await expected('Hello Ann.'))).toBe(true)
    line.hangUp()
  })

  test('one that it has not signed is refused before anything of it is read', async () => {
    const { host } = new URL(guarded.url)
    for (const headers of [
      {},
      sign(`wss://${host}/calls/twilio`, 'f'.repeat(32)),
      sign(`wss://${host}/calls/other`),
    ])
      await expect(TwilioLine.connect(guarded.url, { headers })).rejects.toThrow('refused')
  })

  test('the streams of the others need no such signature', async () => {
    const line = await TelnyxLine.connect(guarded.url, {
      headers: { 'x-telnyx-streaming-auth-token': own.key },
      parameters: { voice: VOICE, announcement: 'Hi.' },
    })
    await line.until(() => marks(line).length > 0)
    line.hangUp()
  })
})

describe('a token', () => {
  const make = async (key: string, body: object = {}) => post(`${service.url}/calls/token`, key, body)
  const tokenOf = async (key: string, body: object = {}) =>
    ((await (await make(key, body)).json()) as { token: string }).token

  test('begins a call in the place of the key, and does nothing else', async () => {
    const answer = await make(member.key)
    const { token, expires_at } = (await answer.json()) as { token: string; expires_at: string }
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(200_000)
    expect(token).not.toContain(member.key.slice(17))
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: token, voice: VOICE } })
    await say(line.callId, 'Hi.')
    await line.until(() => marks(line).length > 0)
    expect((await control('say', line.callId, { transcript: 'Hi.' }, token)).status).toBe(401)
    expect((await post(`${service.url}/tts/bytes`, token, goodRequest)).status).toBe(401)
    expect((await make(token)).status).toBe(401)
    line.hangUp()
  })

  test.each<[string, (token: string) => string]>([
    ['of another signature', (token) => token.slice(0, -20) + [...token.slice(-20)].toReversed().join('')],
    ['of a later time', (token) => token.replace(/_(\d+)_/, (_, time) => `_${Number(time) + 1000}_`)],
    ['of another key', (token) => token.replace(/_\w{8}_/, '_00000000_')],
    ['of another shape', (token) => `${token}x`],
  ])('%s begins none', async (_, change) => {
    const token = await tokenOf(member.key)
    const line = await TwilioLine.connect(service.url, {
      parameters: { api_key: change(token), voice: VOICE },
    })
    await line.until(() => line.closed !== undefined)
    expect(line.closed).toMatchObject({ code: 1008, reason: expect.stringMatching(/^unauthorized: api_key/) })
  })

  test('that has expired begins none', async () => {
    const token = await tokenOf(member.key, { expires_in: 1 })
    await Bun.sleep(2100)
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: token, voice: VOICE } })
    await line.until(() => line.closed !== undefined)
    expect(line.closed).toMatchObject({ code: 1008 })
  })

  test.each([0, 3601, 1.5, '60'])('cannot last %p seconds', async (expires_in) => {
    expect((await make(member.key, { expires_in })).status).toBe(400)
  })
})

describe('a stream that is not as it should be', () => {
  test.each<[string, (line: TwilioLine) => void, number, RegExp]>([
    [
      'starts twice',
      (line) => line.say('start', { start: { callSid: 'CA1', streamSid: 'MZ1' } }),
      1002,
      /already/,
    ],
    ['sends no JSON', (line) => line.socket.send('hello'), 1002, /not JSON/],
    ['sends a start without a call', (line) => line.say('start', { start: {} }), 1002, /callSid/],
    [
      'sends what is too long',
      (line) => line.socket.send(`{"event":"x","y":"${'y'.repeat(70_000)}"}`),
      1009,
      /longer/,
    ],
  ])('because it %s is closed', async (_, send, code, reason) => {
    const line = await TwilioLine.connect(service.url, parameters())
    send(line)
    await line.until(() => line.closed !== undefined)
    expect(line.closed).toMatchObject({ code, reason: expect.stringMatching(reason) })
  })

  test('because it talks before its start is closed', async () => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/calls/twilio`)
    const closed = new Promise<CloseEvent>((resolve) => {
      socket.onclose = resolve
    })
    socket.onopen = () => {
      for (let i = 0; i < 30; i++) socket.send('{"event":"connected"}')
    }
    expect((await closed).code).toBe(1008)
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['no key', {}, /^unauthorized/],
    ['a wrong key', { api_key: 'sk_purr_wrong' }, /^unauthorized/],
  ])('because it has %s is closed', async (_, wrong, reason) => {
    const line = await TwilioLine.connect(service.url, { parameters: wrong })
    await line.until(() => line.closed !== undefined)
    expect(line.closed).toMatchObject({ code: 1008, reason: expect.stringMatching(reason) })
  })

  test.each<[string, Record<string, string>, RegExp]>([
    ['a language that is none', { language: 'english' }, /^invalid_language/],
    ['an id that is too long', { id: 'x'.repeat(300) }, /^invalid_context/],
  ])('because it has %s is closed', async (_, wrong, reason) => {
    const line = await TwilioLine.connect(service.url, parameters(wrong))
    await line.until(() => line.closed !== undefined)
    expect(line.closed).toMatchObject({ code: 1008, reason: expect.stringMatching(reason) })
  })

  test('but unknown events, old marks and binary messages are nothing to it', async () => {
    const line = await TwilioLine.connect(service.url, parameters())
    line.say('mark', { mark: { name: 'purr-1' } })
    line.say('mark', {})
    line.say('news', { news: 1 })
    line.socket.send(new Uint8Array([1, 2, 3]))
    await say(line.callId, 'Hi.')
    await line.until(() => marks(line).length > 0)
    line.stop()
    await line.until(() => line.closed !== undefined)
    expect(line.closed).toMatchObject({ code: 1000 })
  })
})

describe('an utterance that is being made', () => {
  const engine = new GatedEngine()
  let slow: Service
  let own: Member
  beforeAll(async () => {
    slow = await startService({ engine })
    own = await slow.member(1000)
  })
  afterAll(() => slow.close())

  /** A call, and the answer to a text that is being made for it. */
  async function making() {
    const line = await TwilioLine.connect(slow.url, { parameters: { api_key: own.key, voice: VOICE } })
    await eventually(
      async () => (await post(`${slow.url}/calls/${line.callId}/interrupt`, own.key, {})).status === 200,
    )
    engine.shut()
    const said = post(`${slow.url}/calls/${line.callId}/say`, own.key, { transcript: TEXT, context_id: 'a' })
    await eventually(async () => (await books(slow.storage.db, own.organizationId)).open > 0)
    return { line, said }
  }

  test('when it is interrupted, is refunded, and its audio never comes', async () => {
    const { line, said } = await making()
    const answer = await post(`${slow.url}/calls/${line.callId}/interrupt`, own.key, {})
    expect(await answer.json()).toEqual({ interrupted: ['a'] })
    engine.open()
    expect((await said).status).toBe(200)
    await settledBooks(slow.storage.db, own.organizationId)
    expect(await slow.balance(own)).toBe(1000)
    expect(line.frames).toEqual([])
    line.hangUp()
  })

  test.each([
    ['ends', (line: TwilioLine) => line.hangUp()],
    ['is hung up', ({ callId }: TwilioLine) => post(`${slow.url}/calls/${callId}/hangup`, own.key, {})],
  ])('when its call %s, is refunded, and the answer is that there is no such call', async (_, end) => {
    const { line, said } = await making()
    await end(line)
    expect((await said).status).toBe(404)
    engine.open()
    await settledBooks(slow.storage.db, own.organizationId)
    expect(await slow.balance(own)).toBe(1000)
  })
})
