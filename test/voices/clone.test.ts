import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { generateKey } from '../../src/accounts/api-key.ts'
import { setLimits } from '../../src/accounts/organizations.ts'
import { MAX_CLIP_BYTES } from '../../src/audio/clip/clip.ts'
import type { Database } from '../../src/storage/database.ts'
import { organizations } from '../../src/storage/schema.ts'
import type { VoicesPage } from '../../src/voices/voice-list.ts'
import type { Voice } from '../../src/voices/voices.ts'
import { CLONED, ControlledCloner, LABYRINTH, NOISE, POISON } from '../support/controlled-cloner.ts'
import { type Failure, failing } from '../support/failing-database.ts'
import {
  BOUNDARY,
  CLIP,
  FORM_TYPE,
  field,
  file,
  formWith,
  goodForm,
  multipart,
  postClone,
} from '../support/form.ts'
import { ownVoices } from '../support/own-voices.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const cloner = new ControlledCloner()
let failure: Failure
/** Statements of transactions fail. */
let isBroken: boolean
let service: Service
beforeAll(async () => {
  const through = (db: Database) => {
    const raw = failing(db, () => failure)
    const broken = () => Promise.reject(new Error('connection refused'))
    return new Proxy(raw, {
      get: (target, name) => (name === 'transaction' && isBroken ? broken : Reflect.get(target, name)),
    })
  }
  failure = 'never'
  isBroken = false
  service = await startService({ cloner, through })
})
afterAll(() => service.close())

let member: Member & { readonly url: string }
beforeEach(async () => {
  member = { ...(await service.member(1)), url: service.url }
})
afterEach(() => {
  failure = 'never'
  isBroken = false
})

/** Expects a clone to be refused in the endpoint's envelope (spec 7.1), and nothing to be kept. Gives the message. */
async function expectRefusal(answer: Response, status: number, code: string): Promise<string> {
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  const body = (await answer.json()) as { error: string; message: string }
  expect({ status: answer.status, code: body.error }).toEqual({ status, code })
  expect(Object.keys(body).sort()).toEqual(['error', 'message'])
  expect(await ownVoices(service, member)).toEqual([])
  return body.message
}

describe('a voice is cloned', () => {
  test('from a form; the answer is the voice, which is kept with its speaker and what that was made of', async () => {
    const answer = await postClone(member)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toStartWith('application/json')
    const voice = (await answer.json()) as Voice
    expect(voice).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ann',
      description: "The boss's voice",
      language: 'en-US',
      model_id: 'gepard-1.0',
      is_owner: true,
      is_public: false,
      created_at: expect.any(String),
      user_id: member.organizationId,
    })
    expect(Buffer.from(cloner.clips.at(-1)!)).toEqual(CLIP)
    expect(cloner.owners.at(-1)).toBe(member.organizationId)
    const { id, name, description, language } = voice
    expect(await ownVoices(service, member)).toEqual([
      {
        id,
        name,
        description,
        language,
        modelId: 'gepard-1.0',
        organizationId: member.organizationId,
        speaker: CLONED.speaker,
        profile: CLONED.profile,
        model: CLONED.model,
        refitter: null,
        consent: null,
        createdAt: new Date(voice.created_at),
      },
    ])
    const headers = { 'x-api-key': member.key }
    expect(await (await fetch(`${service.url}/voices/${id}`, { headers })).json()).toEqual(voice)
    const list = await fetch(`${service.url}/voices?limit=1`, { headers })
    expect(await list.json()).toEqual({ data: [voice], has_more: true, next_page: id })
  })

  const clip = () => new File([CLIP], 'clip.wav', { type: 'audio/wav' })
  const formData = (fields: Record<string, string | File>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }
  const parts = Object.entries(goodForm).map(([name, content]) => field(name, content))

  test.each<[string, () => Bun.BodyInit]>([
    ['of the runtime', () => formData({ name: 'Ann', language: 'en-us', clip: clip() })],
    [
      'of cartesia-js 2',
      () =>
        formData({
          clip: clip(),
          name: 'Ann',
          language: 'en',
          mode: 'similarity',
          enhance: 'true',
          description: '',
        }),
    ],
    [
      'of cartesia-js 4',
      () =>
        formData({
          clip: clip(),
          name: 'Ann',
          language: 'en',
          accent: 'x',
          base_voice_id: 'y',
          description: 'z',
        }),
    ],
    ['with the clip first', () => multipart(parts.toReversed())],
    [
      'with a clip that says it is text',
      () => {
        const [disposition] = field('clip', '').headers
        return multipart([...parts, { headers: [disposition!, 'Content-Type: text/plain'], content: CLIP }])
      },
    ],
    [
      'with a path for a file name',
      () => multipart([...parts.slice(0, 3), file('clip', '/home/ann/a b.wav', CLIP)]),
    ],
    ['with white space around the texts', () => formWith({ name: ' \tAnn\r\n', language: '\n en ' })],
    ['with a byte order mark', () => formWith({ name: '\ufeffAnn' })],
    ['without a description', () => formWith({ description: undefined })],
    ['in chunks', () => new Blob([new Uint8Array(formWith())]).stream()],
  ])('from a form %s', async (_, body) => {
    const sent = body()
    const answer = await postClone(member, sent)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ name: 'Ann' })
    expect(Buffer.from(cloner.clips.at(-1)!)).toEqual(CLIP)
  })

  test('in /voices/clone/ too', async () => {
    const headers = { 'x-api-key': member.key, 'content-type': FORM_TYPE }
    const address = `${service.url}/voices/clone/`
    expect((await fetch(address, { method: 'POST', headers, body: formWith() })).status).toBe(200)
    expect((await fetch(address, { method: 'POST', headers, body: '' })).status).toBe(400)
  })

  test.each([
    ['name', 'x'],
    ['name', '𝒜'.repeat(100)],
    ['name', 'Ännchen "Ann" <b>Doe</b> 安 \u{1f469}\u200d\u{1f680}'],
    ['name', "'; DROP TABLE voices; --"],
    ['description', ''],
    ['description', '𝒜'.repeat(1000)],
    ['description', 'two\r\nlines\tand more'],
  ])('with the %s %j as it is', async (name, value) => {
    const voice = (await (await postClone(member, formWith({ [name]: value }))).json()) as Voice
    expect(voice).toMatchObject({ [name]: value })
    expect((await ownVoices(service, member))[0]).toMatchObject({ [name]: value })
  })

  test.each([
    ['en', 'en'],
    ['en-us', 'en-US'],
    ['PT-br', 'pt-BR'],
    ['es-419', 'es-419'],
    ['zh-hans-cn', 'zh-Hans-CN'],
  ])('with the language %s as %s, which the filter of the list finds', async (tag, canonical) => {
    expect(await (await postClone(member, formWith({ language: tag }))).json()).toMatchObject({
      language: canonical,
    })
    const list = await fetch(`${service.url}/voices?limit=1&language=${tag}`, {
      headers: { 'x-api-key': member.key },
    })
    expect(((await list.json()) as VoicesPage).data).toMatchObject([{ name: 'Ann', language: canonical }])
  })

  test('for nothing, and without counting as a request', async () => {
    await setLimits(service.storage.db, member.organizationId, { requestsPerMinute: 1 })
    for (let clones = 0; clones < 3; clones++) {
      const answer = await postClone(member)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('ratelimit')).toBeNull()
    }
    expect(await service.balance(member)).toBe(1)
  })

  test('of 20,000,000 bytes', async () => {
    const large = Buffer.alloc(MAX_CLIP_BYTES, 'clip')
    expect((await postClone(member, formWith({ clip: large }))).status).toBe(200)
    expect(large.equals(cloner.clips.pop()!)).toBe(true)
  })
})

describe('a form is refused', () => {
  test.each<[string, Bun.BodyInit, Record<string, string>]>([
    ['that is JSON', '{"name":"Ann"}', { 'content-type': 'application/json' }],
    ['without a type', formWith(), {}],
    ['without a boundary', formWith(), { 'content-type': 'multipart/form-data' }],
    ['that is incomplete', formWith().subarray(0, -20), { 'content-type': FORM_TYPE }],
    ['that is empty', '', { 'content-type': FORM_TYPE }],
  ])('%s', async (_, body, headers) => {
    await expectRefusal(await postClone(member, body, headers), 400, 'invalid_form')
  })

  const bytes = (text: string) => Buffer.from(text, 'latin1')
  test.each<[string, string, string | Uint8Array | undefined, RegExp]>([
    ['invalid_name', 'name', undefined, /^name is missing or empty\. Send 1 to 100 characters\.$/],
    ['invalid_name', 'name', '', /missing or empty/],
    ['invalid_name', 'name', ' \n\u00a0', /missing or empty/],
    ['invalid_name', 'name', '\u200b\u2060', /^name has nothing that can be seen/],
    ['invalid_name', 'name', '\u3164', /^name has nothing that can be seen/],
    ['invalid_name', 'name', 'x'.repeat(101), /^name is too long/],
    ['invalid_name', 'name', '𝒜'.repeat(101), /^name is too long/],
    ['invalid_name', 'name', 'x'.repeat(1_000_000), /^name is too long/],
    ['invalid_name', 'name', 'An\0n', /control character/],
    ['invalid_name', 'name', 'An\nn', /control character/],
    ['invalid_name', 'name', 'An\x7fn', /control character/],
    ['invalid_name', 'name', 'An\x85n', /control character/],
    ['invalid_name', 'name', bytes('An\xffn'), /not UTF-8/],
    ['invalid_name', 'name', bytes('\xed\xa0\x80'), /not UTF-8/],
    ['invalid_description', 'description', 'x'.repeat(1001), /^description is too long/],
    ['invalid_description', 'description', 'x\0', /control character/],
    ['invalid_description', 'description', '\x1b[1m', /control character/],
    ['invalid_description', 'description', bytes('\xff'), /not UTF-8/],
    ['invalid_language', 'language', undefined, /^language is missing or empty\. Send a language/],
    ['invalid_language', 'language', '', /missing or empty/],
    ['invalid_language', 'language', 'english', /^language "english" is not a well-formed BCP-47 tag/],
    ['invalid_language', 'language', 'en_US', /"en_US"/],
    ['invalid_language', 'language', 'en-USA', /"en-USA"/],
    ['invalid_language', 'language', '123', /"123"/],
    ['invalid_language', 'language', 'en-us-', /"en-us-"/],
    ['invalid_language', 'language', `en-x${'-abcdefgh'.repeat(4)}`, /…" is not/],
    ['invalid_language', 'language', 'en-US\0', /"en-US\\u0000"/],
    ['invalid_language', 'language', bytes('en-\xff'), /not UTF-8/],
    ['invalid_clip', 'clip', undefined, /^clip is missing\. Send a recording/],
    ['invalid_clip', 'clip', '', /^clip is empty/],
    ['invalid_clip', 'clip', Buffer.alloc(MAX_CLIP_BYTES + 1), /^The clip is too large/],
    ['invalid_clip', 'clip', Buffer.alloc(MAX_CLIP_BYTES + 70_000), /^The clip is too large/],
    ['invalid_clip', 'clip', NOISE, /^The clip is too noisy\. Record it in a quiet room\.$/],
  ])('with %s: %s %.20j', async (code, name, value, message) => {
    const answer = await postClone(member, formWith({ [name]: value }))
    expect(await expectRefusal(answer, 400, code)).toMatch(message)
  })

  test('with too large a clip before all of it has come', async () => {
    const head = Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="clip"\r\n\r\n`)
    const piece = Buffer.alloc(1_000_000)
    let sent = 0
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(head),
      pull: (controller) => {
        sent += piece.length
        controller.enqueue(piece)
      },
    })
    expect(await expectRefusal(await postClone(member, endless), 400, 'invalid_clip')).toMatch(/too large/)
    expect(sent).toBeGreaterThanOrEqual(MAX_CLIP_BYTES)
  })
})

describe('the checks come in this order', () => {
  const wrong = { name: '', description: 'x\0', language: 'english', clip: '' }

  test('the key', async () => {
    for (const key of ['', 'nonsense', generateKey()])
      await expectRefusal(await postClone({ ...member, key }, 'no form', {}), 401, 'unauthorized')
  })

  test('the balance', async () => {
    for (const balance of [0, -40]) {
      member = { ...(await service.member(0)), url: service.url }
      await service.storage.db
        .update(organizations)
        .set({ balance })
        .where(eq(organizations.id, member.organizationId))
      const message = await expectRefusal(await postClone(member, 'no form', {}), 402, 'payment_required')
      expect(message).toStartWith(`The balance of your organization is ${balance} credits. `)
    }
  })

  test('the clones of the last hour, before the form is read; one that fails counts too', async () => {
    await setLimits(service.storage.db, member.organizationId, { clonesPerHour: 2 })
    await expectRefusal(await postClone(member, 'no form', {}), 400, 'invalid_form')
    await expectRefusal(await postClone(member, formWith({ clip: NOISE })), 400, 'invalid_clip')
    const answer = await postClone(member, 'no form', {})
    const message = await expectRefusal(answer, 429, 'rate_limited')
    const wait = Number(/(\d+) s\.$/.exec(message)![1])
    expect(wait).toBeWithin(3000, 3601)
    expect(message).toBe(
      `Your organization has started 2 clones in the last hour. That is its limit. Try again in ${wait} s.`,
    )
    // No library sleeps for an hour, or tries again after a minute.
    const { 'retry-after': seconds, 'retry-after-ms': milliseconds } = answer.headers.toJSON()
    expect([seconds, milliseconds, answer.headers.get('x-should-retry')]).toEqual(['60', '60000', 'false'])
  })

  test('a limit of 0 clones', async () => {
    await setLimits(service.storage.db, member.organizationId, { clonesPerHour: 0 })
    const message = await expectRefusal(await postClone(member, 'no form', {}), 429, 'rate_limited')
    expect(message).toBe('Your organization has a limit of 0 clones an hour. The operator can raise it.')
  })

  test('the fields, before the number of voices, before the clip', async () => {
    await setLimits(service.storage.db, member.organizationId, { voices: 0 })
    const { length } = cloner.clips
    for (const [field, code] of [
      ['name', 'invalid_name'],
      ['description', 'invalid_description'],
      ['language', 'invalid_language'],
      ['clip', 'invalid_clip'],
    ] as const) {
      await expectRefusal(await postClone(member, formWith(wrong)), 400, code)
      Object.assign(wrong, { [field]: goodForm[field] })
    }
    await expectRefusal(await postClone(member, formWith({ clip: NOISE })), 400, 'voice_limit_reached')
    expect(cloner.clips.length).toBe(length)
  })
})

describe('failures behind the service have the same envelope', () => {
  test('a cloner that breaks', async () => {
    const answer = await postClone(member, formWith({ clip: POISON }))
    expect(await expectRefusal(answer, 500, 'internal_error')).not.toContain(POISON)
    expect((await postClone(member)).status).toBe(200)
  })

  test('a clip that takes too long', async () => {
    const answer = await postClone(member, formWith({ clip: LABYRINTH }))
    expect(await expectRefusal(answer, 502, 'upstream_unavailable')).toBe(
      'The clip could not be analysed within 60 s. Nothing was kept. Send a shorter clip, mono at 48000 Hz or less, or try again later.',
    )
  })

  test.each([
    ['before the voice is kept', () => (isBroken = true)],
    ['from the start', () => (failure = 'before')],
  ])('a database that is gone %s', async (_, take) => {
    take()
    const answer = await postClone(member)
    expect(await expectRefusal(answer, 503, 'billing_unavailable')).toMatch(/could not be verified/)
  })
})
