import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { MAX_KEYS } from '../../src/accounts/keys.ts'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { MAX_PROJECTS } from '../../src/accounts/projects.ts'
import { StripeCheckout } from '../../src/billing/stripe.ts'
import { SignedUrls } from '../../src/bridges/prompts/signed-url.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { type Engine, EngineFailure, type Speech } from '../../src/engines/shared/engine.ts'
import { BodyReader } from '../../src/http/body.ts'
import { ERROR_CODES, type ErrorCode, STATUS } from '../../src/http/errors.ts'
import { withoutTimeLimit } from '../../src/storage/database.ts'
import { ApiDocument } from '../support/api-document.ts'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { failing } from '../support/failing-database.ts'
import { FORM_TYPE, formWith, postClone } from '../support/form.ts'
import { GatedEngine } from '../support/gated-engine.ts'
import { makePerson } from '../support/people.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, type Substitutes, startService } from '../support/service.ts'
import { toneModel } from '../support/tone-model.ts'

const SECRET = 'the secret of the prompts here'
const RAW = { ...goodRequest, output_format: { ...goodRequest.output_format, container: 'raw' } }
const EXAMPLE = 'https://example.com'

const stripe = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => Response.json({ error: { message: 'out of order' } }, { status: 400 }),
})

/** Others on the same database, some part of which does not work. */
const services: Service[] = []
let engine: GatedEngine
let service: Service
let api: ApiDocument
let member: Member
let managementKey: string
beforeAll(async () => {
  engine = new GatedEngine()
  const provider = new Stripe('sk_test_1', {
    host: '127.0.0.1',
    port: stripe.port,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  service = await startService({
    engine,
    cloner: new ControlledCloner(),
    checkout: new StripeCheckout(provider, 'whsec_of_the_test'),
    prompts: { secret: SECRET },
  })
  api = await ApiDocument.of(service.url)
  member = await service.member(100_000)
  managementKey = (await createManagementKey(service.storage.db, member.organizationId, 'test'))!.key
})
afterAll(async () => {
  engine.open()
  for (const each of services) await each.close()
  await service.close()
  await stripe.stop(true)
})

/** Another server of the same organizations. */
async function serverWith(parts: Substitutes): Promise<Service> {
  const other = await startService({ storage: service.storage, ...parts })
  services.push(other)
  return other
}

const ask = (method: string, path: string, body?: object, key = member.key) =>
  fetch(service.url + path, { method, headers: { 'x-api-key': key }, body: body && JSON.stringify(body) })
const speak = (body: unknown, key = member.key) => post(`${service.url}/tts/bytes`, key, body)
const changed = (changes: object) => speak({ ...RAW, ...changes })
const clone = (changes: Parameters<typeof formWith>[0]) =>
  postClone({ url: service.url, key: member.key }, formWith(changes))
const manage = (method: string, path: string, body?: object) =>
  fetch(`${service.url}/management/organizations/${path}`, {
    method,
    headers: { authorization: `Bearer ${managementKey}` },
    body: body && JSON.stringify(body),
  })
const manageOwn = (method: string, path: string, body?: object) =>
  manage(method, `${member.organizationId}/${path}`, body)
const fill = (statement: ReturnType<typeof sql>) =>
  withoutTimeLimit(service.storage.db, (tx) => tx.execute(statement))

/** A prompt that was good for a second, and has expired since. */
function expiredPrompt(): Promise<Response> {
  const prompt = {
    transcript: 'Hello.',
    voiceId: catalogue()[0]!.id,
    language: undefined,
    format: 'wav_mulaw_8000',
  } as const
  const past = Date.parse('2020-02-02T10:20:00Z')
  const { token } = new SignedUrls(SECRET, () => past).token(prompt, member.keyId, 1)
  return ask('GET', `/tts/prompt?token=${token}`)
}

async function prompt(headers: Record<string, string>): Promise<Response> {
  const { url } = (await (await post(`${service.url}/tts/prompt`, member.key, goodRequest)).json()) as {
    url: string
  }
  return fetch(url, { headers })
}

/** The first answer with a status. */
async function first(status: number, ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask()
  return answer.status === status ? answer : first(status, ask)
}

/** What a sixth turn gets while five are being spoken. */
async function sixth(): Promise<Response> {
  const { key } = await service.member(1000, { concurrency: 5 })
  engine.shut()
  const turns = Array.from({ length: 5 }, () => speak(RAW, key))
  const answer = await first(429, async () => {
    const left = new AbortController()
    const asked = post(`${service.url}/tts/bytes`, key, RAW, {}, undefined, left.signal)
    const answered = await Promise.race([asked, Bun.sleep(100)])
    if (answered !== undefined) return answered
    left.abort() // it was sooner than one of the five
    await asked.catch(() => {})
    return new Response()
  })
  engine.open()
  for (const turn of turns) await (await turn).arrayBuffer()
  return answer
}

/** A server whose engine fails. */
const FAILING: Engine = {
  // biome-ignore lint/correctness/useYield: it fails before
  async *speak(): AsyncGenerator<Speech> {
    throw new EngineFailure('it broke')
  },
  close: async () => {},
}

/** A model whose state cannot be known. */
const DEFECTIVE = toneModel('hum-1', {
  health() {
    throw new TypeError('undefined is not a function')
  },
})

type Met = readonly [
  code: ErrorCode,
  endpoint: string,
  ask: () => Promise<Response>,
  /** What is another each time. */
  varies?: RegExp,
]

const own = '/management/organizations/{organization}'

/** Each code, an endpoint that is documented to have it, and a request that is refused with it as the sample has it. */
const MET: readonly Met[] = [
  ['invalid_json', 'POST /calls/token', () => post(`${service.url}/calls/token`, member.key, '{')],
  ['missing_transcript', 'POST /tts/bytes', () => changed({ transcript: ' ' })],
  ['missing_voice', 'POST /tts/bytes', () => changed({ voice: undefined })],
  ['missing_voice_id', 'POST /tts/bytes', () => changed({ voice: { mode: 'id' } })],
  ['unknown_voice_mode', 'POST /tts/bytes', () => changed({ voice: { mode: 'embedding' } })],
  ['unknown_model', 'POST /tts/bytes', () => changed({ model_id: 'sonic-3' })],
  [
    'invalid_output_format',
    'POST /tts/bytes',
    () => changed({ output_format: { ...RAW.output_format, encoding: 'pcm_f32le' } }),
  ],
  ['invalid_language', 'POST /tts/bytes', () => changed({ language: 'english (US)' })],
  ['invalid_limit', 'GET /voices', () => ask('GET', '/voices?limit=0')],
  [
    'invalid_context',
    'POST /calls/{id}/say',
    () => ask('POST', '/calls/x/say', { transcript: 'Hi.', context_id: 'x'.repeat(257) }),
  ],
  [
    'invalid_amount',
    'POST /billing/checkout',
    () => ask('POST', '/billing/checkout', { amount: 1, return_to: EXAMPLE }),
  ],
  ['invalid_address', 'POST /billing/checkout', () => ask('POST', '/billing/checkout', { amount: 20 })],
  ['invalid_signature', 'POST /billing/stripe/webhook', () => ask('POST', '/billing/stripe/webhook', {})],
  [
    'invalid_form',
    'POST /voices/clone',
    () => postClone({ url: service.url, key: member.key }, '{}', { 'content-type': 'application/json' }),
  ],
  ['invalid_name', 'POST /voices/clone', () => clone({ name: undefined })],
  ['invalid_description', 'POST /voices/clone', () => clone({ description: 'x'.repeat(10_000) })],
  ['invalid_clip', 'POST /voices/clone', () => clone({ clip: undefined })],
  [
    'invalid_consent',
    `POST ${own}/voices`,
    () => {
      const headers = { authorization: `Bearer ${managementKey}`, 'content-type': FORM_TYPE }
      const url = `${service.url}/management/organizations/${member.organizationId}/voices`
      return fetch(url, { method: 'POST', headers, body: formWith() })
    },
  ],
  [
    'invalid_expiry',
    'POST /access-token',
    () => ask('POST', '/access-token', { grants: { tts: true }, expires_in: 3601 }),
  ],
  ['invalid_grants', 'POST /access-token', () => ask('POST', '/access-token', {})],
  [
    'not_granted',
    'DELETE /voices/{id}',
    async () => {
      const made = await ask('POST', '/access-token', { grants: { tts: true } })
      const { token } = (await made.json()) as { token: string }
      return ask('DELETE', '/voices/x', undefined, token)
    },
  ],
  [
    'invalid_value',
    `GET ${own}/usage`,
    () => manageOwn('GET', 'usage?from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z'),
  ],
  ['organization_not_found', `GET ${own}`, () => manage('GET', 'x')],
  [
    'project_not_found',
    `PATCH ${own}/projects/{project}`,
    () => manageOwn('PATCH', 'projects/x', { name: 'y' }),
  ],
  ['key_not_found', `DELETE ${own}/keys/{key}`, () => manageOwn('DELETE', 'keys/x')],
  [
    'key_limit_reached',
    `POST ${own}/keys`,
    async () => {
      await fill(sql`
        INSERT INTO keys (project_id, name, prefix, hash)
        SELECT (SELECT project_id FROM keys WHERE id = ${member.keyId}), 'filler', 'f' || lpad(n::text, 7, '0'), ''::bytea
        FROM generate_series(1, ${MAX_KEYS}::int) AS n`)
      return manageOwn('POST', 'keys', { name: 'one more' })
    },
  ],
  ['already_exists', `POST ${own}/projects`, () => manageOwn('POST', 'projects', { name: 'default' })],
  [
    'project_limit_reached',
    `POST ${own}/projects`,
    async () => {
      await fill(sql`
        INSERT INTO projects (organization_id, name)
        SELECT ${member.organizationId}::uuid, 'filler ' || n FROM generate_series(1, ${MAX_PROJECTS}::int) AS n`)
      return manageOwn('POST', 'projects', { name: 'one more' })
    },
  ],
  [
    'voice_limit_reached',
    'POST /voices/clone',
    async () => {
      const { key, organizationId } = await service.member(1000)
      await fill(sql`
        INSERT INTO voices (id, organization_id, name, description, language, speaker, model_id)
        SELECT gen_random_uuid(), ${organizationId}::uuid, 'filler', '', 'en', '{}'::jsonb, 'gepard-1.0' FROM generate_series(1, 100)`)
      return postClone({ url: service.url, key })
    },
  ],
  [
    'invalid_items',
    'POST /pronunciation-dicts',
    () => ask('POST', '/pronunciation-dicts', { name: 'Names', items: 5 }),
  ],
  [
    'pronunciation_dict_limit_reached',
    'POST /pronunciation-dicts',
    async () => {
      await fill(sql`
        INSERT INTO pronunciation_dicts (organization_id, name, description, items, item_count)
        SELECT ${member.organizationId}::uuid, 'filler', '', '[]'::jsonb, 0 FROM generate_series(1, 100)`)
      return ask('POST', '/pronunciation-dicts', { name: 'Names', items: [] })
    },
  ],
  ['input_too_long', 'POST /tts/bytes', () => changed({ transcript: 'It goes on. '.repeat(300) })],
  ['unauthorized', 'POST /tts/bytes', () => speak(RAW, 'nobody')],
  ['payment_required', 'POST /tts/bytes', async () => speak(RAW, (await service.member(0)).key)],
  ['invalid_prompt', 'GET /tts/prompt', () => ask('GET', '/tts/prompt?token=x')],
  ['prompt_expired', 'GET /tts/prompt', expiredPrompt, /\d{4}-\d\d-\d\dT[\d:.]+Z/],
  ['voice_not_found', 'POST /tts/bytes', () => changed({ voice: { mode: 'id', id: 'x' } })],
  ['model_not_found', 'GET /v1/models/{id}', () => ask('GET', '/v1/models/whisper-1')],
  [
    'pronunciation_dict_not_found',
    'GET /pronunciation-dicts/{id}',
    () => ask('GET', '/pronunciation-dicts/x'),
  ],
  ['not_found', 'POST /calls/{id}/interrupt', () => ask('POST', '/calls/x/interrupt')],
  [
    'request_timeout',
    'POST /tts/bytes',
    async () => {
      const { url } = await serverWith({ bodies: new BodyReader({ body: 50, stop: 0 }) })
      return post(`${url}/tts/bytes`, member.key, new ReadableStream({ start: (body) => body.enqueue('{') }))
    },
    /\d+(\.\d+)? s/,
  ],
  [
    'last_owner',
    `DELETE ${own}/members/{person}`,
    async () => {
      const { organizationId } = await service.member(0)
      const person = await makePerson(service, { organizationId })
      const path = `/management/organizations/${organizationId}/members/${person.id}`
      return person.fetch(path, { method: 'DELETE' })
    },
  ],
  ['payload_too_large', 'POST /tts/bytes', () => speak('x'.repeat(70_000))],
  ['invalid_range', 'GET /tts/prompt', () => prompt({ range: 'bytes=99999999-' }), /\d+ bytes/],
  ['upgrade_required', 'GET /calls/twilio', () => ask('GET', '/calls/twilio')],
  [
    'rate_limited',
    'POST /tts/bytes',
    async () => {
      const { key } = await service.member(0, { requestsPerMinute: 60 })
      return first(429, () => speak({}, key))
    },
    /in \d+ s/,
  ],
  ['concurrent_limit', 'POST /tts/bytes', sixth, /in \d+ s/],
  [
    'internal_error',
    'GET /models',
    async () => {
      const { url } = await serverWith({ models: [DEFECTIVE] })
      return fetch(`${url}/models`, { headers: { 'x-api-key': member.key } })
    },
  ],
  [
    'upstream_unavailable',
    'POST /tts/bytes',
    async () => post(`${(await serverWith({ engine: FAILING })).url}/tts/bytes`, member.key, RAW),
  ],
  [
    'payment_unavailable',
    'POST /billing/checkout',
    () => ask('POST', '/billing/checkout', { amount: 20, return_to: EXAMPLE }),
  ],
  [
    'billing_unavailable',
    'POST /tts/bytes',
    async () => {
      const { url } = await serverWith({ through: (db) => failing(db, () => 'before') })
      return post(`${url}/tts/bytes`, member.key, RAW)
    },
  ],
  [
    'service_stopping',
    'POST /tts/bytes',
    async () => {
      const bodies = new BodyReader({ body: 30_000, stop: 0 })
      const { url } = await serverWith({ bodies })
      bodies.leave()
      return first(503, () => post(`${url}/tts/bytes`, member.key, {}))
    },
  ],
]

// A rest parameter: Bun takes a parameter that a row has no value for as the callback of an asynchronous test.
test.each(MET)('a client meets %s of %s as the sample in the document says', async (...met: Met) => {
  const [code, endpoint, ask, varies] = met
  const status = STATUS[code]
  const sample = api.operation(endpoint).responses[status]?.content?.['application/json']?.examples?.[code]
  const answer = await ask()
  const said = (text: string) => JSON.parse(varies === undefined ? text : text.replace(varies, '…'))
  expect({ status: answer.status, body: said(await answer.text()) }).toEqual({
    status,
    body: said(JSON.stringify(sample?.value ?? null)),
  })
})

test('every code is met', () => {
  expect(MET.map(([code]) => code).toSorted()).toEqual(ERROR_CODES.toSorted())
})
