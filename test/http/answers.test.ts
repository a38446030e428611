import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { HEADER_DESCRIPTIONS } from '../../src/http/openapi.ts'
import { makeWelcomeCode } from '../../src/management/people/welcome.ts'
import { CONSENT_STATEMENT } from '../../src/voices/consent-statement.ts'
import { TelnyxLine } from '../bridges/calls/lines.ts'
import { ApiDocument } from '../support/api-document.ts'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { askDictionaries, makeDictionary } from '../support/dictionaries.ts'
import { FORM_TYPE, formWith, postClone } from '../support/form.ts'
import { shake } from '../support/handshake.ts'
import { peopleAnswers } from '../support/management-answers.ts'
import { browserOf, makePerson, PASSWORD, post as sent } from '../support/people.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { checkout, signatureOf } from '../support/stripe.ts'

let service: Service
let api: ApiDocument
let member: Member
let poor: Member
let managementKey: string
let operatorKey: string
beforeAll(async () => {
  service = await startService({ checkout: checkout(), cloner: new ControlledCloner() })
  api = await ApiDocument.of(service.url)
  member = await service.member(100_000)
  poor = await service.member(0)
  managementKey = (await createManagementKey(service.storage.db, member.organizationId, 'test'))!.key
  operatorKey = (await createManagementKey(service.storage.db, null, 'operator'))!.key
})
afterAll(() => service.close())

const voice = goodRequest.voice.id
const raw = { ...goodRequest, output_format: { ...goodRequest.output_format, container: 'raw' } }
const get = (path: string, key: string, method = 'GET') =>
  fetch(service.url + path, { method, headers: { 'x-api-key': key } })
const speak = (path: string, key: string, body: unknown) => post(service.url + path, key, body)
const connect = async (path: string, key: string) => {
  const { status, headers, body } = await shake(service.url + path, { 'x-api-key': key })
  return { status, headers: new Headers(headers as Record<string, string>), text: async () => body }
}

/** As much of an answer as is looked at; only Bun's own client can see that of a handshake. */
type Answer = Pick<Response, 'status' | 'headers' | 'text'>

const ANSWERS: [string, string, () => Promise<Answer>][] = [
  ...['/tts/bytes', '/tts/sse'].flatMap((path): typeof ANSWERS => [
    [`POST ${path}`, '200', () => speak(path, member.key, raw)],
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
  [
    'POST /jambonz/tts',
    '400 invalid_value',
    () => speak('/jambonz/tts', member.key, { text: 'Hello.', voice: '\0' }),
  ],
  ['POST /jambonz/tts', '401 unauthorized', () => speak('/jambonz/tts', 'nobody', {})],
  [
    'POST /jambonz/tts',
    '402 payment_required',
    () => speak('/jambonz/tts', poor.key, { text: 'Hello.', voice: 'Kathleen' }),
  ],
  [
    'POST /jambonz/tts',
    '200',
    () => speak('/jambonz/tts', member.key, { text: 'Hello.', voice: 'Kathleen' }),
  ],
  ['GET /tts/websocket', '101', () => connect('/tts/websocket', member.key)],
  ['GET /tts/websocket', '426 upgrade_required', () => get('/tts/websocket', member.key)],
  ['GET /jambonz/stream', '101', () => connect('/jambonz/stream?voice=Kathleen', member.key)],
  ['GET /jambonz/stream', '400 missing_voice', () => connect('/jambonz/stream', member.key)],
  ['GET /jambonz/stream', '400 invalid_value', () => connect('/jambonz/stream?voice=%00', member.key)],
  ['GET /jambonz/stream', '404 voice_not_found', () => connect('/jambonz/stream?voice=x', member.key)],
  ...['twilio', 'telnyx', 'asterisk'].flatMap((system): typeof ANSWERS => [
    [`GET /calls/${system}`, '101', () => connect(`/calls/${system}`, member.key)],
    [`GET /calls/${system}`, '426 upgrade_required', () => get(`/calls/${system}`, member.key)],
  ]),
  ['GET /calls/{id}/events', '101', () => onCall((id) => connect(`/calls/${id}/events`, member.key))],
  [
    'GET /calls/{id}/events',
    '426 upgrade_required',
    () => onCall((id) => get(`/calls/${id}/events`, member.key)),
  ],
  ...openAi(),
  ['GET /models', '200', () => get('/models', member.key)],
  ['GET /openapi.json', '200', () => fetch(`${service.url}/openapi.json`)],
  ['GET /asyncapi.json', '200', () => fetch(`${service.url}/asyncapi.json`)],
  ['GET /voices', '200', () => get('/voices?limit=2', member.key)],
  ['GET /voices', '400 invalid_limit', () => get('/voices?limit=0', member.key)],
  ['GET /voices', '400 invalid_value', () => get('/voices?language=%00', member.key)],
  ['GET /voices', '401 unauthorized', () => get('/voices', 'nobody')],
  ['GET /voices/{id}', '200', () => get(`/voices/${voice}`, member.key)],
  ['GET /voices/{id}', '404 voice_not_found', () => get('/voices/x', member.key)],
  ['DELETE /voices/{id}', '404 voice_not_found', () => get(`/voices/${voice}`, member.key, 'DELETE')],
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
    `POST /calls/{id}/${what}`,
    '404 not_found',
    () => speak(`/calls/x/${what}`, member.key, { transcript: 'Hi.' }),
  ]),
  ['POST /calls/{id}/say', '200', () => say('say', { transcript: 'Hi.', voice })],
  ['POST /calls/{id}/say', '400 missing_voice', () => say('say', { transcript: 'Hi.' })],
  ['POST /calls/{id}/say', '400 invalid_value', () => say('say', { transcript: 'Hi.', voice: '\0' })],
  ['POST /calls/{id}/interrupt', '200', () => say('interrupt', {})],
  ['POST /calls/{id}/hangup', '204', () => say('hangup', {})],
  ...dictionaries(),
  [
    'POST /tts/normalize',
    '200',
    () => speak('/tts/normalize', member.key, { transcript: 'Hello. <break time="1s"/> Dr. Smith' }),
  ],
  ['POST /tts/normalize', '400 missing_transcript', () => speak('/tts/normalize', member.key, {})],
  ['DELETE /voices/{id}', '204', async () => get(`/voices/${await cloned()}`, member.key, 'DELETE')],
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
  ['GET /tts/prompt', '200', () => promptOf(member)],
  ['GET /tts/prompt', '206', () => promptOf(member, { range: 'bytes=0-99' })],
  ['GET /tts/prompt', '304', () => promptOf(member, { 'if-none-match': '*' })],
  ['HEAD /tts/prompt', '200', () => promptOf(member, {}, 'HEAD')],
  ['HEAD /tts/prompt', '402', () => promptOf(poor, {}, 'HEAD')],
  ['HEAD /tts/prompt', '403', () => fetch(`${service.url}/tts/prompt?token=x`, { method: 'HEAD' })],
  ['GET /tts/prompt', '403 invalid_prompt', () => fetch(`${service.url}/tts/prompt?token=x`)],
  ['GET /tts/prompt', '402 payment_required', () => promptOf(poor)],
  ['GET /tts/prompt', '416 invalid_range', () => promptOf(member, { range: 'bytes=99999999-' })],
  [
    'POST /billing/checkout',
    '200',
    () => speak('/billing/checkout', member.key, { amount: 20, return_to: 'https://example.com' }),
  ],
  ['POST /billing/checkout', '400 invalid_address', () => speak('/billing/checkout', member.key, {})],
  ['POST /billing/checkout', '400 invalid_amount', () => speak('/billing/checkout', member.key, FREE)],
  ['POST /billing/stripe/webhook', '200', () => report(EVENT)],
  ['POST /billing/stripe/webhook', '400 invalid_signature', () => report(EVENT, 'x')],
  ['POST /billing/stripe/webhook', '413 payload_too_large', () => report('x'.repeat(300_000), 'x')],
  ...management(),
]

const FREE = { amount: 0, return_to: 'https://example.com' }
const EVENT = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } })

async function report(event: string, signature?: string): Promise<Response> {
  const headers = { 'stripe-signature': signature ?? (await signatureOf(event)) }
  return fetch(`${service.url}/billing/stripe/webhook`, { method: 'POST', headers, body: event })
}

/** The live view, of which only the first event is read. */
async function watch(): Promise<Answer> {
  const key = (await createManagementKey(service.storage.db, null, 'operator'))!.key
  const { status, headers, body } = await fetch(`${service.url}/management/live`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const events = body!.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
  const { value } = await events[Symbol.asyncIterator]().next()
  return { status, headers, text: async () => value! }
}

/** Asks something of a call that is there. */
function say(what: string, body: object): Promise<Answer> {
  return onCall((id) => whenFound(() => speak(`/calls/${id}/${what}`, member.key, body)))
}

async function onCall(ask: (id: string) => Promise<Answer>): Promise<Answer> {
  const line = await TelnyxLine.connect(service.url, { headers: { 'x-api-key': member.key } })
  const answer = await ask(line.callId)
  line.hangUp()
  return answer
}

/** What clients of OpenAI ask for, whose errors have other names. */
function openAi(): typeof ANSWERS {
  const body = { model: 'tts-1', voice: 'alloy', input: 'Hello.' }
  const spoken = ['/v1/audio/speech', '/dev/captioned_speech'].flatMap((path): typeof ANSWERS => [
    [`POST ${path}`, '200', () => speak(path, member.key, { ...body, stream: false })],
    [`POST ${path}`, '400 unknown_model', () => speak(path, member.key, { ...body, model: 5 })],
    [`POST ${path}`, '404 model_not_found', () => speak(path, member.key, { ...body, model: 'x' })],
    [`POST ${path}`, '400 invalid_value', () => speak(path, member.key, { ...body, voice: '\0' })],
    [`POST ${path}`, '401 invalid_api_key', () => speak(path, 'nobody', body)],
    [`POST ${path}`, '402 insufficient_quota', () => speak(path, poor.key, body)],
    [`POST ${path}`, '413 payload_too_large', () => speak(path, member.key, 'x'.repeat(70_000))],
  ])
  const events = { ...body, stream_format: 'sse', return_timestamps: true }
  return [
    ...spoken,
    ['POST /v1/audio/speech', '200', () => speak('/v1/audio/speech', member.key, events)],
    ['GET /v1/models', '200', () => get('/v1/models', member.key)],
    ['GET /v1/models/{id}', '200', () => get('/v1/models/tts-1', member.key)],
    ['GET /v1/models/{id}', '404 model_not_found', () => get('/v1/models/x', member.key)],
    ['GET /v1/audio/voices', '200', () => get('/v1/audio/voices', member.key)],
  ]
}

/** The management API, asked with a key of the member's organization. */
function management(): typeof ANSWERS {
  const path = '/management/organizations/{organization}'
  const get = (organizationId = member.organizationId) => manage('GET', `organizations/${organizationId}`)
  const read = (body: unknown) =>
    manage('POST', `organizations/${member.organizationId}/how-it-is-read`, body)
  return [
    ...signingIn(),
    ...peopleAnswers(() => service),
    ...organizations(),
    ...projectsAndKeys(),
    ...usage(),
    ...credits(),
    [`GET ${path}`, '200', () => get()],
    [`GET ${path}`, '404 organization_not_found', () => get(poor.organizationId)],
    [`POST ${path}/how-it-is-read`, '200', () => read({ transcript: 'Dr. Smith' })],
    [`POST ${path}/how-it-is-read`, '400 missing_transcript', () => read({})],
    ['GET /management/live', '200', watch],
    ['GET /management/live', '403 not_granted', () => manage('GET', 'live')],
    ...managedVoices(path),
  ]
}

function organizations(): typeof ANSWERS {
  const path = '/management/organizations'
  const one = `${path}/{organization}`
  const change = (body: unknown, key?: string) =>
    manage('PATCH', `organizations/${member.organizationId}`, body, key)
  const make = (body: unknown, key = operatorKey) => manage('POST', 'organizations', body, key)
  return [
    [`GET ${path}`, '200', () => manage('GET', 'organizations')],
    [`GET ${path}`, '400 invalid_limit', () => manage('GET', 'organizations?limit=0')],
    [`GET ${path}`, '400 invalid_value', () => manage('GET', 'organizations?search=%00')],
    [`POST ${path}`, '200', () => make({ name: crypto.randomUUID() })],
    [`POST ${path}`, '400 invalid_name', () => make({})],
    [`POST ${path}`, '403 not_granted', () => make({ name: 'x' }, managementKey)],
    [`POST ${path}`, '409 already_exists', () => make({ name: 'Twice' }).then(() => make({ name: 'Twice' }))],
    [`PATCH ${one}`, '200', () => change({ name: 'Renamed' })],
    [`PATCH ${one}`, '200', () => change({ tier: 'tier2', own_limits: { voices: null } }, operatorKey)],
    [`PATCH ${one}`, '400 invalid_name', () => change({ name: '' })],
    [`PATCH ${one}`, '400 invalid_value', () => change({ own_limits: { concurrency: -1 } })],
    [`PATCH ${one}`, '403 not_granted', () => change({ tier: 'tier3' })],
  ]
}

function usage(): typeof ANSWERS {
  const path = '/management/organizations/{organization}'
  const ask = (what: string, organizationId = member.organizationId) =>
    manage('GET', `organizations/${organizationId}/${what}`)
  return [
    ...['usage', 'usage.csv', 'usage/groups'].flatMap((what): typeof ANSWERS => [
      [`GET ${path}/${what}`, '200', () => ask(`${what}?period=minute`)],
      [`GET ${path}/${what}`, '400 invalid_value', () => ask(`${what}?from=yesterday`)],
      [`GET ${path}/${what}`, '404 organization_not_found', () => ask(what, poor.organizationId)],
    ]),
    [`GET ${path}/limits`, '200', () => ask('limits')],
    [`GET ${path}/limits`, '404 organization_not_found', () => ask('limits', poor.organizationId)],
  ]
}

function projectsAndKeys(): typeof ANSWERS {
  const path = '/management/organizations/{organization}'
  const ask = (method: string, more: string, body?: unknown) =>
    manage(method, `organizations/${member.organizationId}/${more}`, body)
  const made = async (what: string) =>
    (await (await ask('POST', what, { name: crypto.randomUUID() })).json()) as { id: string }
  const projects = 'projects'
  return [
    [`GET ${path}/projects`, '200', () => ask('GET', projects)],
    [`GET ${path}/projects`, '400 invalid_limit', () => ask('GET', 'projects?limit=x')],
    [`POST ${path}/projects`, '200', () => ask('POST', projects, { name: 'Phone bridge' })],
    [`POST ${path}/projects`, '400 invalid_name', () => ask('POST', projects, {})],
    [`POST ${path}/projects`, '409 already_exists', () => ask('POST', projects, { name: 'default' })],
    [
      `PATCH ${path}/projects/{project}`,
      '200',
      async () => ask('PATCH', `projects/${(await made(projects)).id}`, { name: crypto.randomUUID() }),
    ],
    [`PATCH ${path}/projects/{project}`, '404 project_not_found', () => ask('PATCH', 'projects/x', {})],
    [
      `PATCH ${path}/projects/{project}`,
      '409 already_exists',
      async () => ask('PATCH', `projects/${(await made(projects)).id}`, { name: 'default' }),
    ],
    [
      `POST ${path}/projects/{project}/access-token`,
      '200',
      async () => ask('POST', `projects/${(await made(projects)).id}/access-token`, {}),
    ],
    [
      `POST ${path}/projects/{project}/access-token`,
      '400 invalid_expiry',
      async () => ask('POST', `projects/${(await made(projects)).id}/access-token`, { expires_in: 0 }),
    ],
    [
      `POST ${path}/projects/{project}/access-token`,
      '404 project_not_found',
      () => ask('POST', 'projects/x/access-token', {}),
    ],
    [`GET ${path}/keys`, '200', () => ask('GET', 'keys?limit=2')],
    [`GET ${path}/keys`, '400 invalid_value', () => ask('GET', 'keys?state=lost')],
    [`POST ${path}/keys`, '200', () => ask('POST', 'keys', { name: 'phone bridge' })],
    [`POST ${path}/keys`, '400 invalid_name', () => ask('POST', 'keys', { name: 5 })],
    [`POST ${path}/keys`, '404 project_not_found', () => ask('POST', 'keys', { name: 'x', project_id: 'x' })],
    [`DELETE ${path}/keys/{key}`, '204', async () => ask('DELETE', `keys/${(await made('keys')).id}`)],
    [`DELETE ${path}/keys/{key}`, '404 key_not_found', () => ask('DELETE', 'keys/x')],
  ]
}

function credits(): typeof ANSWERS {
  const path = '/management/organizations/{organization}/credits'
  const ask = (method: string, more = '', body?: unknown, key?: string) =>
    manage(method, `organizations/${member.organizationId}/credits${more}`, body, key)
  const book = (body: unknown, key = operatorKey) => ask('POST', '', body, key)
  const grant = { credits: 10, reason: 'Welcome', reference: 'welcome' }
  return [
    [`GET ${path}`, '200', () => ask('GET')],
    [`POST ${path}`, '200', () => book(grant)],
    [`POST ${path}`, '200', () => book({ amount: 5 })],
    [`POST ${path}`, '400 invalid_amount', () => book({ credits: 1, amount: 5 })],
    [`POST ${path}`, '400 invalid_value', () => book({ credits: 1, reference: '' })],
    [`POST ${path}`, '403 not_granted', () => book(grant, managementKey)],
    [`POST ${path}`, '409 already_exists', () => book({ ...grant, credits: 11 })],
    [`GET ${path}/entries`, '200', () => ask('GET', '/entries')],
    [`GET ${path}/entries`, '400 invalid_limit', () => ask('GET', '/entries?limit=0')],
    [`POST ${path}/checkout`, '200', () => ask('POST', '/checkout', { ...FREE, amount: 20 })],
    [`POST ${path}/checkout`, '400 invalid_amount', () => ask('POST', '/checkout', FREE)],
    [`POST ${path}/checkout`, '400 invalid_address', () => ask('POST', '/checkout', { amount: 20 })],
  ]
}

/** Signing in and out. Each session is ended once. */
function signingIn(): typeof ANSWERS {
  const path = '/management/auth'
  const welcome = async (code?: string) => {
    const who = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
    return browse()(
      '/management/welcome',
      sent({ ...who, code: code ?? (await makeWelcomeCode(service.storage.db, undefined)) }),
    )
  }
  const enter = (email: string, password = PASSWORD) =>
    browse()(`${path}/sign-in/email`, sent({ email, password }))
  const change = async (by: string) =>
    (await makePerson(service)).fetch(
      `${path}/change-password`,
      sent({ current_password: by, password: `${by}!` }),
    )
  return [
    ['GET /management/session', '200', () => browse()('/management/session')],
    ['POST /management/welcome', '401 unauthorized', () => welcome('x')],
    ['POST /management/welcome', '200', () => welcome()],
    ['POST /management/welcome', '409 already_exists', () => welcome('x')],
    [`POST ${path}/sign-in/email`, '200', async () => enter((await makePerson(service)).email)],
    [`POST ${path}/sign-in/email`, '401 unauthorized', () => enter('nobody@example.com')],
    [`POST ${path}/sign-in/email`, '400 invalid_value', () => enter('nobody')],
    [
      `POST ${path}/sign-out`,
      '200',
      async () => (await makePerson(service)).fetch(`${path}/sign-out`, sent({})),
    ],
    [`GET ${path}/sessions`, '200', async () => (await makePerson(service)).fetch(`${path}/sessions`)],
    [`DELETE ${path}/sessions/{session}`, '204', () => endedSession()],
    [`DELETE ${path}/sessions/{session}`, '404 not_found', () => endedSession('x')],
    [`POST ${path}/change-password`, '200', () => change(PASSWORD)],
    [`POST ${path}/change-password`, '401 unauthorized', () => change('not it, but long')],
  ]
}

const browse = () => browserOf(service.url)

async function endedSession(id?: string): Promise<Response> {
  const person = await makePerson(service)
  const { data } = (await (await person.fetch('/management/auth/sessions')).json()) as {
    data: { id: string }[]
  }
  return person.fetch(`/management/auth/sessions/${id ?? data[0]!.id}`, { method: 'DELETE' })
}

async function manage(method: string, path: string, body?: unknown, key = managementKey): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` }
  return fetch(`${service.url}/management/${path}`, { method, headers, body: JSON.stringify(body) })
}

function managedVoices(path: string): typeof ANSWERS {
  const ask = (more: string, method = 'GET', organization = member.organizationId) =>
    manage(method, `organizations/${organization}/${more}`)
  const clone = (fields: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${managementKey}`, 'content-type': FORM_TYPE }
    const body = formWith({ consent_speaker: 'Ann', consent: CONSENT_STATEMENT.version, ...fields })
    const address = `${service.url}/management/organizations/${member.organizationId}/voices`
    return fetch(address, { method: 'POST', headers, body })
  }
  return [
    [`GET ${path}/models`, '200', () => ask('models')],
    [`GET ${path}/models`, '404 organization_not_found', () => ask('models', 'GET', poor.organizationId)],
    [`GET ${path}/voices`, '200', () => ask('voices?limit=2')],
    [`GET ${path}/voices`, '400 invalid_value', () => ask('voices?kind=best')],
    [`POST ${path}/voices`, '200', () => clone()],
    [`POST ${path}/voices`, '400 invalid_consent', () => clone({ consent: '' })],
    [`POST ${path}/voices`, '400 invalid_name', () => clone({ name: '' })],
    [`GET ${path}/voices/{voice}`, '200', () => ask(`voices/${voice}`)],
    [`GET ${path}/voices/{voice}`, '404 voice_not_found', () => ask('voices/x')],
    [`GET ${path}/voices/{voice}/sample`, '200', () => ask(`voices/${voice}/sample`)],
    [`GET ${path}/voices/{voice}/sample`, '404 voice_not_found', () => ask('voices/x/sample')],
    [`DELETE ${path}/voices/{voice}`, '204', async () => ask(`voices/${await cloned()}`, 'DELETE')],
    [`DELETE ${path}/voices/{voice}`, '404 voice_not_found', () => ask(`voices/${voice}`, 'DELETE')],
  ]
}

/** The id of a voice that was cloned. */
async function cloned(): Promise<string> {
  return ((await (await clone(member)).json()) as { id: string }).id
}

async function whenFound(ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask()
  return answer.status === 404 ? whenFound(ask) : answer
}

async function promptOf(
  { key }: Member,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  const { url } = (await (await speak('/tts/prompt', key, goodRequest)).json()) as { url: string }
  return fetch(url, { method, headers })
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
    [`GET ${path}/{id}`, '200', async () => ask('GET', await made())],
    [`GET ${path}/{id}`, '404 pronunciation_dict_not_found', () => ask('GET', '/x')],
    [`PATCH ${path}/{id}`, '200', async () => ask('PATCH', await made(), { items })],
    [`PATCH ${path}/{id}`, '404 pronunciation_dict_not_found', () => ask('PATCH', '/x', { name: 'Names' })],
    [`DELETE ${path}/{id}`, '204', async () => ask('DELETE', await made())],
    [`DELETE ${path}/{id}`, '404 pronunciation_dict_not_found', () => ask('DELETE', '/x')],
  ]
}

function clone(by: Member, fields: object = {}): Promise<Response> {
  return postClone({ ...by, url: service.url }, formWith(fields as Record<string, string>))
}

describe('an answer is as the OpenAPI document has it', () => {
  test.each(ANSWERS)('%s: %s', async (endpoint, outcome, ask) => {
    const { status, headers, ...answer } = await asked(ask)
    const described = api.operation(endpoint).responses[status]
    expect([`${status} ${answer.code}`.trim(), described !== undefined]).toEqual([outcome, true])
    const names = Object.keys(described!.headers)
    // The fetch of a prompt is counted only if its audio is not kept.
    const isPerhapsCounted = /^(?:GET|HEAD) \/tts\/prompt$/.test(endpoint)
    const sure = isPerhapsCounted ? names.filter((name) => !name.startsWith('RateLimit')) : names
    expect(sure.filter((name) => !headers.has(name))).toEqual([])
    const shared = Object.keys(HEADER_DESCRIPTIONS)
    expect(shared.filter((name) => headers.has(name) && !names.includes(name))).toEqual([])
    if (described!.content === undefined || endpoint.startsWith('HEAD')) {
      expect(answer.text).toBe('')
      return
    }
    const type = headers.get('content-type')!.split(';')[0]!
    const schema = ApiDocument.placeOf(endpoint, status, type)
    expect(bodiesOf(type, answer.text).flatMap((body) => api.faults(schema, body))).toEqual([])
  })

  test('and every operation is met: with a success, and with two errors that it alone can have', () => {
    for (const [endpoint, { responses, security }] of api.operations) {
      const outcomes = new Set(ANSWERS.filter(([of]) => of === endpoint).map(([, outcome]) => outcome))
      const errors = [...outcomes].filter((outcome) => Number(outcome.slice(0, 3)) >= 400)
      // With a key, two more are met by the test of the document: a wrong key, and no database. A server that is not ready
      // has a test of its own.
      // Nobody is refused to know whether they are signed in.
      const isMetElsewhere =
        security.length > 0 || ['GET /readyz', 'GET /management/session'].includes(endpoint)
      const hasErrors = Object.keys(responses).some((status) => Number(status) >= 400)
      const needed = isMetElsewhere || !hasErrors ? 0 : 2
      expect({ endpoint, isMet: outcomes.size > errors.length, isRefused: errors.length >= needed }).toEqual({
        endpoint,
        isMet: true,
        isRefused: true,
      })
    }
  })
})

async function asked(ask: () => Promise<Answer>) {
  const answer = await ask()
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, code: codeOf(answer.status, text) }
}

/** The code of an error; empty if the answer is none, or has no body. */
function codeOf(status: number, text: string): string {
  if (status < 400 || text === '') return ''
  const { error } = JSON.parse(text) as { error: string | { code: string } }
  return typeof error === 'string' ? error : error.code
}

/** What the schema of a media type is of: the whole body, or the data of each event. */
function bodiesOf(type: string, text: string): unknown[] {
  if (type === 'application/json') return [JSON.parse(text)]
  if (type !== 'text/event-stream') return [text]
  const events = text.split('\n\n').filter((event) => event !== '')
  return events.map((event) => JSON.parse(event.slice('data: '.length)))
}
