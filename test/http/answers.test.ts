import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import Stripe from 'stripe'
import { StripeCheckout } from '../../src/billing/stripe.ts'
import { SERVER_FRAME } from '../../src/tts/server-frame.ts'
import { TelnyxLine } from '../bridges/calls/lines.ts'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { askDictionaries, makeDictionary } from '../support/dictionaries.ts'
import { formWith, postClone } from '../support/form.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { type AnyFrame, SpeechClient } from '../support/speech-client.ts'

/** As much of an operation as is looked at. */
interface Detail {
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: TSchema }> }>
}

const stripe = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () =>
    Response.json({ id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/1' }),
})
const checkout = new StripeCheckout(
  new Stripe('sk_test_1', { host: '127.0.0.1', port: stripe.port, protocol: 'http' }),
  'whsec_of_the_test',
)

let service: Service
let member: Member
let poor: Member
beforeAll(async () => {
  service = await startService({ checkout, cloner: new ControlledCloner() })
  member = await service.member(100_000)
  poor = await service.member(0)
})
afterAll(async () => {
  await service.close()
  await stripe.stop(true)
})

function detailOf(endpoint: string): Detail | undefined {
  return service.routes.find(({ method, path }) => `${method} ${path}` === endpoint)?.hooks.detail
}

const voice = goodRequest.voice.id
const raw = { ...goodRequest, output_format: { ...goodRequest.output_format, container: 'raw' } }
const get = (path: string, key: string, method = 'GET') =>
  fetch(service.url + path, { method, headers: { 'x-api-key': key } })
const speak = (path: string, key: string, body: unknown) => post(service.url + path, key, body)

const ANSWERS: [string, string, () => Promise<Response>][] = [
  ...['/tts/bytes', '/tts/sse'].flatMap((path): typeof ANSWERS => [
    [`POST ${path}`, '400 invalid_json', () => speak(path, member.key, '{')],
    [`POST ${path}`, '400 unknown_model', () => speak(path, member.key, {})],
    [
      `POST ${path}`,
      '400 invalid_output_format',
      () => speak(path, member.key, { ...raw, output_format: 5 }),
    ],
    [`POST ${path}`, '401 unauthorized', () => speak(path, 'nobody', raw)],
    [`POST ${path}`, '402 payment_required', () => speak(path, poor.key, raw)],
    [
      `POST ${path}`,
      '404 voice_not_found',
      () => speak(path, member.key, { ...raw, voice: { mode: 'id', id: 'x' } }),
    ],
    [`POST ${path}`, '413 payload_too_large', () => speak(path, member.key, 'x'.repeat(70_000))],
  ]),
  ['POST /jambonz/tts', '400 invalid_json', () => speak('/jambonz/tts', member.key, '[]')],
  ['POST /jambonz/tts', '400 missing_transcript', () => speak('/jambonz/tts', member.key, {})],
  ['POST /jambonz/tts', '401 unauthorized', () => speak('/jambonz/tts', 'nobody', {})],
  [
    'POST /jambonz/tts',
    '402 payment_required',
    () => speak('/jambonz/tts', poor.key, { text: 'Hello.', voice: 'Kathleen' }),
  ],
  ['GET /voices', '200', () => get('/voices?limit=2', member.key)],
  ['GET /voices', '400 invalid_limit', () => get('/voices?limit=0', member.key)],
  ['GET /voices', '401 unauthorized', () => get('/voices', 'nobody')],
  ['GET /voices/:id', '200', () => get(`/voices/${voice}`, member.key)],
  ['GET /voices/:id', '404 voice_not_found', () => get('/voices/x', member.key)],
  ['DELETE /voices/:id', '404 voice_not_found', () => get(`/voices/${voice}`, member.key, 'DELETE')],
  ['POST /access-token', '200', () => speak('/access-token', member.key, { grants: { tts: true } })],
  ['POST /access-token', '400 invalid_grants', () => speak('/access-token', member.key, {})],
  [
    'POST /access-token',
    '400 invalid_expiry',
    () => speak('/access-token', member.key, { grants: { tts: true }, expires_in: 3601 }),
  ],
  ['POST /access-token', '401 unauthorized', () => speak('/access-token', 'nobody', {})],
  ['GET /healthz', '200', () => fetch(`${service.url}/healthz`)],
  ['GET /readyz', '200', () => fetch(`${service.url}/readyz`)],
  ['POST /calls/token', '200', () => speak('/calls/token', member.key, {})],
  ['POST /calls/token', '400 invalid_expiry', () => speak('/calls/token', member.key, { expires_in: 0 })],
  ['POST /calls/token', '401 unauthorized', () => speak('/calls/token', 'nobody', {})],
  ...['say', 'interrupt', 'hangup'].map((what): (typeof ANSWERS)[number] => [
    `POST /calls/:id/${what}`,
    '404 not_found',
    () => speak(`/calls/x/${what}`, member.key, { transcript: 'Hi.' }),
  ]),
  ['POST /calls/:id/say', '200', () => say('say', { transcript: 'Hi.', voice })],
  ['POST /calls/:id/say', '400 missing_voice', () => say('say', { transcript: 'Hi.' })],
  ['POST /calls/:id/interrupt', '200', () => say('interrupt', {})],
  ...dictionaries(),
  [
    'POST /tts/normalize',
    '200',
    () => speak('/tts/normalize', member.key, { transcript: 'Hello. <break time="1s"/> Dr. Smith' }),
  ],
  ['POST /tts/normalize', '400 missing_transcript', () => speak('/tts/normalize', member.key, {})],
  ['POST /voices/clone', '200', () => clone(member)],
  ['POST /voices/clone', '400 invalid_name', () => clone(member, { name: '' })],
  ['POST /voices/clone', '401 unauthorized', () => clone({ ...member, key: 'nobody' })],
  ['POST /voices/clone', '402 payment_required', () => clone(poor)],
  ['POST /tts/prompt', '200', () => speak('/tts/prompt', member.key, goodRequest)],
  ['POST /tts/prompt', '400 missing_transcript', () => speak('/tts/prompt', member.key, {})],
  [
    'POST /tts/prompt',
    '400 invalid_output_format',
    () => speak('/tts/prompt', member.key, { ...goodRequest, format: 'ogg' }),
  ],
  ['POST /tts/prompt', '401 unauthorized', () => speak('/tts/prompt', 'nobody', goodRequest)],
  ['GET /tts/prompt', '403 invalid_prompt', () => fetch(`${service.url}/tts/prompt?token=x`)],
  ['GET /tts/prompt', '402 payment_required', () => promptOf(poor)],
  ['GET /tts/prompt', '416 invalid_range', () => promptOf(member, { range: 'bytes=99999999-' })],
  [
    'POST /billing/checkout',
    '200',
    () => speak('/billing/checkout', member.key, { amount: 20, return_to: 'https://example.com' }),
  ],
  ['POST /billing/checkout', '400 invalid_address', () => speak('/billing/checkout', member.key, {})],
]

/** Asks something of a call that is there. */
async function say(what: string, body: object): Promise<Response> {
  const line = await TelnyxLine.connect(service.url, { headers: { 'x-api-key': member.key } })
  const answer = await whenFound(() => speak(`/calls/${line.callId}/${what}`, member.key, body))
  line.hangUp()
  return answer
}

async function whenFound(ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask()
  return answer.status === 404 ? whenFound(ask) : answer
}

async function promptOf({ key }: Member, headers: Record<string, string> = {}): Promise<Response> {
  const { url } = (await (await speak('/tts/prompt', key, goodRequest)).json()) as { url: string }
  return fetch(url, { headers })
}

/** Each endpoint of the dictionaries, and what each is refused with. */
function dictionaries(): typeof ANSWERS {
  const path = '/pronunciation-dicts'
  const ask = (method: string, more = '', body?: object) =>
    askDictionaries(service, member, method, more, body)
  const items = [{ text: 'Nguyen', alias: 'win' }]
  const made = async () => `/${(await makeDictionary(service, member, items, { language: 'en' })).id}`
  return [
    [`POST ${path}`, '200', () => ask('POST', '', { name: 'Names', items })],
    [`POST ${path}`, '400 invalid_name', () => ask('POST', '', {})],
    [`POST ${path}`, '400 invalid_items', () => ask('POST', '', { name: 'Names', items: [5] })],
    [`GET ${path}`, '200', () => made().then(() => ask('GET'))],
    [`GET ${path}`, '400 invalid_limit', () => ask('GET', '?limit=0')],
    [`GET ${path}/:id`, '200', async () => ask('GET', await made())],
    [`GET ${path}/:id`, '404 pronunciation_dict_not_found', () => ask('GET', '/x')],
    [`PATCH ${path}/:id`, '200', async () => ask('PATCH', await made(), { items })],
    [`PATCH ${path}/:id`, '404 pronunciation_dict_not_found', () => ask('PATCH', '/x', { name: 'Names' })],
    [`DELETE ${path}/:id`, '404 pronunciation_dict_not_found', () => ask('DELETE', '/x')],
  ]
}

function clone(by: Member, fields: object = {}): Promise<Response> {
  return postClone({ ...by, url: service.url }, formWith(fields as Record<string, string>))
}

describe('an answer is as its route documents it', () => {
  test.each(ANSWERS)('%s: %s', async (endpoint, outcome, ask) => {
    const answer = await ask()
    const body = (await answer.json()) as { error?: string }
    expect([answer.status, body.error].join(' ').trim()).toBe(outcome)
    const { description, content } = detailOf(endpoint)!.responses[answer.status]!
    expect([...Value.Errors(content!['application/json']!.schema, body)]).toEqual([])
    if (body.error !== undefined) expect(description.split(', ')).toContain(body.error)
  })

  test('every route of the API but the webhook and the WebSockets documents itself', () => {
    const silent = service.routes
      .filter(({ path }) => !path.startsWith('/docs'))
      .filter(({ hooks }) => hooks.detail?.responses === undefined)
      .map(({ path }) => path)
    expect(silent.toSorted()).toEqual([
      '/billing/stripe/webhook',
      '/calls/:id/events',
      '/calls/asterisk',
      '/calls/telnyx',
      '/calls/twilio',
      '/jambonz/stream',
      '/tts/websocket',
    ])
  })
})

test('every frame of a server is one that is documented, and every documented one is met', async () => {
  const client = await SpeechClient.connect(service.url, member.key)
  const turn = { ...raw, context_id: 'a', add_timestamps: true, add_phoneme_timestamps: true, continue: true }
  client.send({ ...turn, transcript: 'Hello there. ', flush: true })
  client.send({ ...turn, transcript: 'Good evening.' })
  client.send({ context_id: 'a', transcript: '' })
  await client.turn('a')
  client.send({ context_id: 'b', transcript: 'Hello.' })
  client.send('no JSON')
  await client.turn('b')
  await client.turn(null)
  client.close()
  const events = await (await speak('/tts/sse', member.key, { ...raw, add_timestamps: true })).text()
  const frames = events.split('\n\n').filter((event) => event !== '')
  const all = [...client.frames, ...frames.map((event): AnyFrame => JSON.parse(event.slice('data: '.length)))]
  for (const frame of all) {
    expect({ frame, isDocumented: Value.Check(SERVER_FRAME, frame) }).toEqual({ frame, isDocumented: true })
  }
  const documented = SERVER_FRAME.anyOf.map(({ properties }) => properties.type.const)
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set<string>(documented))
})
