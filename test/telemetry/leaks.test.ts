import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { generateKey } from '../../src/accounts/api-key.ts'
import { WyomingClient } from '../bridges/wyoming/client.ts'
import { Collector } from '../support/collector.ts'
import { purr as commandLine } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { shake } from '../support/handshake.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts'
import { metricsOf, type Purr, startPurr } from '../support/process.ts'
import { goodRequest, post } from '../support/request.ts'
import { SpeechClient } from '../support/speech-client.ts'

/*
 * A whole server with all its secrets, of which everything is asked, well and badly: what it logs, measures, traces and answers
 * has none of them, and no word of a text.
 */

const WORDS = ['marigold', 'lighthouse', 'philippa']
const TEXT = 'Marigold sails around the lighthouse, as Philippa did.'
const FAR_VOICE = '00000000-0000-8000-8000-00000000000f'
const far = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const said = `${request.headers.get('authorization')} ${await request.text()}`
    return new Response(`cannot say ${said}`, { status: 400 })
  },
})
const key = generateKey()
const wrong = generateKey()
const SECRETS: Record<string, string> = {
  key,
  'wrong key': wrong,
  'key of the remote engine': 'far-key-7d1e0a9b3c',
  'secret key of Stripe': 'sk_test_51f0e2d4c6b8a0',
  'secret of the webhook': 'whsec_0a9b8c7d6e5f4a3b',
  'token of Twilio': '0123456789abcdef0123456789abcdef',
  'secret of prompts': '6f5e4d3c2b1a09f8e7d6c5b4a3928170',
  'header for the collector': 'collector-sesame-4711',
}

const collector = new Collector()
const answers: string[] = []
let folder: string
let purr: Purr
let wyomingPort: number
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-leaks-'))
  const config = {
    ...{ engine: 'openai', urls: [far.url.href.replace(/\/$/, '')], model: 'm', api_key_env: 'FAR_KEY' },
    voices: [{ name: 'Far', voice: 'far', id: FAR_VOICE, language: 'en-US' }],
  }
  await Bun.write(join(folder, 'far/config.json'), JSON.stringify(config))
  // the data folder has the key before the bridge that needs it
  const first = await startPurr({ PURR_API_KEY: key, DATA_DIR: join(folder, 'data') })
  await first.stop()
  purr = await startPurr({
    ...{ PURR_API_KEY: key, DATA_DIR: join(folder, 'data'), MODELS_DIR: folder },
    ...{ LOG_LEVEL: 'debug', METRICS_PORT: '0', WYOMING_PORT: '0', WYOMING_API_KEY: key },
    FAR_KEY: SECRETS['key of the remote engine']!,
    STRIPE_SECRET_KEY: SECRETS['secret key of Stripe']!,
    STRIPE_WEBHOOK_SECRET: SECRETS['secret of the webhook']!,
    TWILIO_AUTH_TOKEN: SECRETS['token of Twilio']!,
    PROMPT_SECRET: SECRETS['secret of prompts']!,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${SECRETS['header for the collector']}`,
  })
  wyomingPort = Number(/^Listening for Wyoming clients at tcp:.*:(\d+)\.$/m.exec(purr.greeting)![1])
  const made = await post(`${purr.url}/access-token`, key, { grants: { tts: true } })
  token = ((await made.json()) as { token: string }).token
  SECRETS.token = token
}, 120_000)

afterAll(async () => {
  await purr.stop()
  await collector.close()
  await far.stop(true)
  await rm(folder, { recursive: true })
})

/** Asks for something, and keeps the answer if it is none of speech. */
async function ask(path: string, init: RequestInit): Promise<void> {
  const answer = await fetch(purr.url + path, init)
  const body = await answer.bytes()
  if (answer.ok) return
  answers.push(`${JSON.stringify(answer.headers)} ${Buffer.from(body).toString()}`)
}

const raw = {
  ...goodRequest,
  transcript: TEXT,
  output_format: { ...goodRequest.output_format, container: 'raw' },
}
const quoted = (given: string) => encodeURIComponent(given)

/** The ways to bring a key. */
function waysOf(given: string): Record<string, string>[] {
  return [
    { 'x-api-key': given },
    { authorization: `Bearer ${given}` },
    { authorization: `Basic ${btoa(`${given}:${given}`)}` },
    { authorization: given },
  ]
}

async function askAll(): Promise<void> {
  for (const given of [key, wrong, token, `${key}x`]) {
    for (const headers of waysOf(given)) {
      const post = (path: string, body: string | FormData) => ask(path, { method: 'POST', headers, body })
      await post('/tts/bytes', JSON.stringify({ ...raw, transcript: TEXT.slice(0, 30) }))
      await post(
        '/tts/bytes',
        JSON.stringify({ ...raw, model_id: 'far', voice: { mode: 'id', id: FAR_VOICE } }),
      )
      await post('/tts/sse', `{"transcript": "${TEXT}`)
      const form = new FormData()
      form.set('name', given)
      form.set('clip', new Blob([TEXT]))
      form.set('api_key', given)
      await post('/voices/clone', form)
      await post('/billing/stripe/webhook', JSON.stringify({ id: given, text: TEXT }))
      await post('/billing/checkout', JSON.stringify({ credits: TEXT }))
      await post(`/voices/${quoted(given)}?api_key=${quoted(given)}`, TEXT)
      await ask(`/${quoted(given)}/${quoted(TEXT)}`, {
        headers: { ...headers, 'x-request-id': given.slice(0, 40) },
      })
    }
    const { url } = purr
    for (const [path, headers] of [
      [`/tts/websocket?api_key=${given}&access_token=${quoted(TEXT)}`, {}],
      ['/tts/websocket', { 'sec-websocket-protocol': `purr, ${given}` }],
      [`/calls/twilio?token=${given}`, { 'x-twilio-signature': given }],
      [`/calls/telnyx?token=${given}x`, {}],
    ] as const) {
      const { status, body } = await shake(url + path, headers)
      if (status !== 101) answers.push(body)
    }
  }
  const client = await SpeechClient.connect(purr.url, key)
  client.send({ ...raw, context_id: 'a', model_id: 'far', voice: { mode: 'id', id: FAR_VOICE } })
  await client.turn('a')
  client.send(`{"transcript": "${TEXT}", "api_key": "${key}"`)
  await client.turn(null)
  answers.push(JSON.stringify(client.frames.filter(({ type }) => type === 'error')))
  client.close()
  const wyoming = await WyomingClient.connect(wyomingPort)
  wyoming.send('synthesize', { text: TEXT, voice: { name: `${TEXT.slice(0, 20)} ${key.slice(-10)}` } })
  answers.push(JSON.stringify((await wyoming.first('error')).data))
  wyoming.close()
}

/** The secrets that a text has, whole or their ends. */
function leaked(text: string): string[] {
  const found = Object.entries(SECRETS).filter(
    ([, each]) => text.includes(each) || text.includes(each.slice(-16)),
  )
  return found.map(([name]) => name)
}

function wordsIn(text: string): string[] {
  return WORDS.filter((word) => text.toLowerCase().includes(word))
}

test('a server tells none of its secrets and no word of a text: not in its log, metrics, spans or errors', async () => {
  await askAll()
  await eventually(() => collector.spans.some(({ name }) => name.startsWith('POST /tts')))
  const metrics = await metricsOf(purr)
  expect(metrics).toContain('purr_')
  expect(purr.log()).toContain('a turn has ended')
  expect(purr.log()).toContain('a Wyoming client was refused')
  expect(purr.log()).toContain('a server of a remote engine failed')
  expect(collector.headers.get('x-key')).toBe(SECRETS['header for the collector']!)
  expect(answers.length).toBeGreaterThan(60)
  const told = [...purr.log().split('\n'), ...metrics.split('\n'), ...collector.bodies]
  for (const each of told)
    expect({ leaked: leaked(each), words: wordsIn(each), each }).toEqual({ leaked: [], words: [], each })
  // What a client has sent it may be shown, but never whole keys, nor what the server alone knows.
  for (const each of answers) expect({ leaked: leaked(each), each }).toEqual({ leaked: [], each })
}, 120_000)

const programs = postgresPrograms()
if (programs === undefined) console.warn('No password of a database is looked for: no Postgres is installed.')

describe.skipIf(programs === undefined)('a Postgres that asks for a password', () => {
  // An address has the slash as %2F.
  const password = 'open/sesame-of-the-database-0815'
  const wrongPassword = 'open/sesame-of-another-one-4711'
  let database: PostgresServer
  const urlWith = (given: string) => {
    const url = new URL(database.url)
    url.password = encodeURIComponent(given)
    return url.href
  }

  beforeAll(async () => {
    database = await startPostgres(programs!)
    const root = postgres(database.url, { max: 1 })
    await root.unsafe(`ALTER ROLE postgres PASSWORD '${password}'`)
    const [{ hba_file }] = (await root`SHOW hba_file`) as unknown as [{ hba_file: string }]
    await root.unsafe(`COPY (SELECT 'host all all 127.0.0.1/32 scram-sha-256') TO '${hba_file}'`)
    await root`SELECT pg_reload_conf()`
    await root.end()
    SECRETS['password of the database'] = password
    SECRETS['wrong password'] = wrongPassword
  }, 60_000)
  afterAll(() => database?.remove())

  test('which is wrong: neither the server nor a command shows it', async () => {
    const env = { DATABASE_URL: urlWith(wrongPassword) }
    const refusal = /password authentication failed/
    const said = await startPurr(env).then(
      () => 'it has started',
      (error) => error.message,
    )
    expect(said).toMatch(refusal)
    const { err, out } = commandLine(['org', 'list'], env)
    expect(err).toMatch(refusal)
    for (const each of [said, err, out]) expect(leaked(each)).toEqual([])
  }, 60_000)

  test('and goes away: the server shows it nowhere', async () => {
    const far = new Collector()
    const server = await startPurr({
      ...{ DATABASE_URL: urlWith(password), LOG_LEVEL: 'debug', METRICS_PORT: '0' },
      OTEL_EXPORTER_OTLP_ENDPOINT: far.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    })
    try {
      await (await post(`${server.url}/tts/bytes`, server.key, raw)).bytes()
      await eventually(() => far.spans.some(({ name }) => name.startsWith('POST /tts')))
      await database.crash()
      const refused = await post(`${server.url}/tts/bytes`, server.key, raw)
      expect(refused.status).toBe(503)
      const told = [await refused.text(), await (await fetch(`${server.url}/readyz`)).text()]
      const metrics = await metricsOf(server)
      expect(metrics).toMatch(/^purr_database_errors_total({.*})? [1-9]/m)
      expect(server.log()).toMatch(/"level":(40|50|"warn"|"error").*(ECONNREFUSED|CONNECTION|database)/)
      await database.start()
      await server.stop()
      told.push(server.greeting, ...server.log().split('\n'), ...metrics.split('\n'), ...far.bodies)
      for (const each of told) expect({ leaked: leaked(each), each }).toEqual({ leaked: [], each })
    } finally {
      await server.stop()
      await server.remove()
      await far.close()
    }
  }, 120_000)
})
