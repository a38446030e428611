import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { authorize } from '../../src/accounts/authorize.ts'
import { createKey, revokeKey } from '../../src/accounts/keys.ts'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { SAMPLE_RATE } from '../../src/audio/sample-rate.ts'
import { WyomingServer } from '../../src/bridges/wyoming/server.ts'
import { type Engine, EngineFailure, type Segment, type Speech } from '../../src/engines/shared/engine.ts'
import type { Groups, LimitsAnswer, Series } from '../../src/management/usage/usage-answers.ts'
import { rows, withoutTimeLimit } from '../../src/storage/database.ts'
import { projects } from '../../src/storage/schema.ts'
import { TwilioLine } from '../bridges/calls/lines.ts'
import { WyomingClient } from '../bridges/wyoming/client.ts'
import { books } from '../support/books.ts'
import { eventually } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'
import { listen, TRANSPORTS } from '../support/listener.ts'
import { seeded } from '../support/random.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { toneModel } from '../support/tone-model.ts'

/** Hums, except where the text says that it fails or waits. */
class Moody extends Gate implements Engine {
  async *speak(segment: Segment): AsyncGenerator<Speech> {
    if (segment.text.includes('fail')) throw new EngineFailure('it was told to')
    if (segment.text.includes('wait')) await this.pass()
    const samples = Math.round(segment.seconds * SAMPLE_RATE)
    yield { pcm: new Float32Array(samples).fill(0.1), words: [], isLast: true }
  }

  async close(): Promise<void> {}
}

const engine = new Moody()
const hum = toneModel('hum-1')
let service: Service
let operatorKey: string
beforeAll(async () => {
  service = await startService({ engine, models: [hum] })
  operatorKey = (await createManagementKey(service.storage.db, null, 'test'))!.key
}, 60_000)
afterAll(() => service.close())

async function ask<Answer>({ organizationId }: Member, what: string): Promise<Answer> {
  await service.turns.usage.flush()
  const answer = await fetch(`${service.url}/management/organizations/${organizationId}/${what}`, {
    headers: { authorization: `Bearer ${operatorKey}` },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return what.includes('.csv') ? (text as Answer) : JSON.parse(text)
}

const speak = ({ key }: Member, fields: object = {}, signal?: AbortSignal) =>
  post(`${service.url}/tts/bytes`, key, { ...goodRequest, ...fields }, {}, undefined, signal)

/** All turns have ended, as far as their clients know. */
const ended = () => service.turns.running.ended()

test('turns of every transport and every end are counted, and characters are those that the ledger has', async () => {
  const member = await service.member(3000, { requestsPerMinute: 1_000_000, concurrency: 1000 })
  const random = seeded(6)
  const outcomes = ['spoken', 'failed', 'no voice', 'left'] as const
  const expected = { turns: 0, failed: 0, noVoice: 0, heard: 0 }
  for (let round = 0; round < 8; round++)
    await Promise.all(
      TRANSPORTS.map(async (transport) => {
        const outcome = outcomes[Math.floor(random() * outcomes.length)]!
        const words = 'and on '.repeat(1 + Math.floor(random() * 5))
        expected.turns++
        if (outcome === 'failed') expected.failed++
        else if (outcome === 'no voice') expected.noVoice++
        else expected.heard++
        if (outcome === 'left') {
          const leaving = new AbortController()
          const answer = await speak(
            member,
            {
              transcript: `${words.repeat(8)}.`,
              output_format: { ...goodRequest.output_format, container: 'raw' },
            },
            leaving.signal,
          )
          await answer.body!.getReader().read()
          leaving.abort()
          return
        }
        const voice = { mode: 'id', id: outcome === 'no voice' ? crypto.randomUUID() : goodRequest.voice.id }
        const said = outcome === 'failed' ? ['Now ', 'it will fail.'] : [words, 'it ends.']
        await listen(transport, { url: service.url, key: member.key }, said, { voice })
      }),
    )
  await ended()
  const usage = await ask<Series>(member, 'usage?period=minute')
  const { turns, errors, characters, audio_seconds } = usage.totals
  expect({ turns, errors }).toEqual({
    turns: expected.turns,
    errors: { upstream_unavailable: expected.failed, voice_not_found: expected.noVoice },
  })
  const { confirmed } = await books(service.storage.db, member.organizationId)
  expect(characters).toBe(confirmed)
  expect(audio_seconds).toBeGreaterThan(expected.heard * 0.3)
  expect(usage.totals.first_audio_p50).toBeGreaterThan(0)
  expect(usage.totals.first_audio_p95).toBeGreaterThanOrEqual(usage.totals.first_audio_p50!)
  expect(usage.totals.concurrent_peak).toBeGreaterThanOrEqual(1)
  expect(usage.totals.concurrent_mean).toBeGreaterThan(0)
  expect(usage.points.length).toBe(60)
  for (const period of ['hour', 'day']) {
    const other = await ask<Series>(member, `usage?period=${period}`)
    expect({ ...other.totals, concurrent_mean: 0 }).toEqual({ ...usage.totals, concurrent_mean: 0 })
  }
  // Voices that do not exist leave one row, however many are named.
  const { data } = await ask<Groups>(member, 'usage/groups')
  expect(data.map(({ voice_id }) => voice_id)).toEqual([goodRequest.voice.id, null])
  expect(data[1]).toMatchObject({ turns: expected.noVoice, errors: expected.noVoice, characters: 0 })
}, 60_000)

test('each limit says how much of it is used, and what it has refused; refusals are errors too', async () => {
  const member = await service.member(30, { requestsPerMinute: 12, concurrency: 2 })
  engine.shut()
  const waiting = Array.from({ length: 2 }, () => speak(member, { transcript: 'It waits.' }))
  await eventually(() => service.turns.leases.held >= 2)
  const refused = await Promise.all(Array.from({ length: 3 }, () => speak(member, { transcript: 'Third.' })))
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429])
  const { limits } = await ask<LimitsAnswer>(member, 'limits')
  expect(limits.map(({ limit, most, used }) => [limit, most, used])).toEqual([
    ['requests_per_minute', 12, 5],
    ['concurrency', 2, 2],
    ['clones_per_hour', 60, 0],
    ['voices', 100, 0],
  ])
  engine.open()
  await Promise.all(waiting.map(async (answer) => (await answer).bytes()))
  await ended()
  const used = async () => (await ask<LimitsAnswer>(member, 'limits')).limits[1]!.used
  await eventually(async () => (await used()) === 0) // a second after the last audio
  let tooPoor = 0
  let tooMany = 0
  for (let request = 0; request < 10; request++) {
    const { status } = await speak(member, { transcript: 'More than there are credits left for.' })
    if (status === 402) tooPoor++
    if (status === 429) tooMany++
  }
  expect([tooPoor > 0, tooMany]).toEqual([true, 3])
  const now = await ask<LimitsAnswer>(member, 'limits')
  const minute = expect.stringMatching(/^20..-..-..T..:..:00\.000Z$/)
  const [requests, concurrency, clones] = now.limits
  expect(requests).toMatchObject({
    used: 12,
    refused_last_hour: 3,
    refused_last_day: 3,
    last_refused_at: minute,
  })
  expect(concurrency).toMatchObject({ used: 0, refused_last_hour: 3, last_refused_at: minute })
  expect(clones).toMatchObject({ refused_last_hour: 0, refused_last_day: 0, last_refused_at: null })
  expect(now.balance).toMatchObject({ refused_last_hour: tooPoor, last_refused_at: minute })
  const { totals } = await ask<Series>(member, 'usage')
  expect(totals.errors).toEqual({ concurrent_limit: 3, payment_required: tooPoor, rate_limited: 3 })
  expect(totals.concurrent_peak).toBe(2)
}, 60_000)

test('what a clock has counted that was set back since is not shown as used', async () => {
  const { db } = service.storage
  const member = await service.member(30)
  const { organizationId } = member
  const used = async () => (await ask<LimitsAnswer>(member, 'limits')).limits.map(({ used }) => used)
  const ahead = async (seconds: number) => {
    const time = sql`extract(epoch FROM clock_timestamp())::float8 + ${seconds}::float8`
    await rows(
      db,
      sql`UPDATE request_windows SET ends = ARRAY[${time}], counts = '{1}', clones = ARRAY[${time}]
        WHERE organization_id = ${organizationId}`,
    )
    await rows(
      db,
      sql`UPDATE slots SET until = clock_timestamp() + make_interval(secs => ${seconds})
        WHERE organization_id = ${organizationId} AND number = 1`,
    )
  }
  await ahead(30)
  expect(await used()).toEqual([1, 1, 1, 0])
  await ahead(3600)
  expect(await used()).toEqual([0, 0, 0, 0])
})

test('requests that are refused before there is a turn are errors of their key, once each', async () => {
  const member = await service.member(1000, { requestsPerMinute: 1000 })
  const format = { container: 'raw', encoding: 'pcm_f32le', sample_rate: 44_100 }
  for (const fields of [
    { output_format: format },
    { transcript: ' ' },
    { model_id: 'sonic' },
    { transcript: ' ' },
  ])
    expect((await speak(member, fields)).status).toBe(400)
  expect((await speak(member, { voice: { mode: 'id', id: crypto.randomUUID() } })).status).toBe(404)
  await listen('websocket', { url: service.url, key: member.key }, ['Hello.'], { model_id: 'sonic' })
  await ended()
  const { totals } = await ask<Series>(member, 'usage')
  expect(totals.errors).toEqual({
    invalid_output_format: 1,
    missing_transcript: 2,
    unknown_model: 2,
    voice_not_found: 1,
  })
  expect(totals.turns).toBe(1)
  const { data } = await ask<Groups>(member, 'usage/groups')
  expect(data.map(({ key_id, errors }) => [key_id, errors]).toSorted()).toContainEqual([member.keyId, 1])
})

test('a call that is refused at its start is an error of its key', async () => {
  const member = await service.member(1000, { requestsPerMinute: 2 })
  const wrong: Record<string, string>[] = [{ language: 'english' }, { id: 'x'.repeat(300) }, {}]
  for (const each of wrong) {
    const line = await TwilioLine.connect(service.url, { parameters: { api_key: member.key, ...each } })
    await line.until(() => line.closed !== undefined)
  }
  const { totals } = await ask<Series>(member, 'usage')
  expect(totals.errors).toEqual({ invalid_language: 1, invalid_context: 1, rate_limited: 1 })
  expect(totals.turns).toBe(0)
})

test('what a program is refused on a call is an error of its key, once each', async () => {
  const member = await service.member(1000)
  const voice = goodRequest.voice.id
  const line = await TwilioLine.connect(service.url, { parameters: { api_key: member.key, voice } })
  const url = `${service.url.replace('http', 'ws')}/calls/${line.callId}/events?api_key=${member.key}`
  const program = new WebSocket(url)
  const told: string[] = []
  program.onmessage = ({ data }) => {
    const { type, context_id, error_code } = JSON.parse(data)
    told.push(`${type} ${context_id ?? error_code}`)
  }
  await eventually(() => told.length > 0)
  for (const frame of [
    { context_id: 'a', transcript: 5 },
    { context_id: 'b', transcript: 'It is open. ', continue: true },
    { context_id: 'b', transcript: 'And', language: 'english' },
  ])
    program.send(JSON.stringify(frame))
  await eventually(() => told.includes('error a') && told.includes('error b'))
  line.hangUp()
  await ended()
  const { totals } = await ask<Series>(member, 'usage')
  expect(totals.errors).toEqual({ missing_transcript: 1, invalid_language: 1 })
  expect(totals.turns).toBe(1)
})

test('what a Wyoming client is refused is an error of the key that pays, once each', async () => {
  const member = await service.member(1000, { requestsPerMinute: 4 })
  const options = { host: '127.0.0.1', port: 0, apiKey: member.key }
  const server = await WyomingServer.listen(service.turns, options)
  for (const data of [
    { text: 'Hello.', voice: { name: 'Nobody' } },
    { text: 'Hello.', voice: { language: 'tlh' } },
    { text: 5 },
    { text: 'It will fail.' },
    { text: 'One too many.' },
  ]) {
    const client = await WyomingClient.connect(server.port)
    client.send('synthesize', data)
    await client.first('error')
    client.close()
  }
  server.leave()
  await server.closed()
  const { totals } = await ask<Series>(member, 'usage')
  expect(totals.errors).toEqual({
    voice_not_found: 2,
    missing_transcript: 1,
    upstream_unavailable: 1,
    rate_limited: 1,
  })
  expect(totals.turns).toBe(1)
})

test('a turn of a Wyoming client whose key is revoked is one error', async () => {
  const member = await service.member(1000)
  const options = { host: '127.0.0.1', port: 0, apiKey: member.key }
  const server = await WyomingServer.listen(service.turns, options)
  const client = await WyomingClient.connect(server.port)
  engine.shut()
  client.send('synthesize', { text: 'It waits.' })
  await eventually(() => service.turns.running.count === 1)
  await revokeKey(service.storage.db, member.key.split('_')[2]!)
  expect((await client.first('error')).data.code).toBe('unauthorized')
  engine.open()
  await ended()
  server.leave()
  await server.closed()
  const { totals } = await ask<Series>(member, 'usage')
  expect(totals).toMatchObject({ turns: 1, errors: { unauthorized: 1 } })
}, 20_000)

describe('usage of several keys, projects, voices and models', () => {
  let member: Member
  let other: Member
  let stranger: Member
  const places: { key: string; project: string }[] = []
  beforeAll(async () => {
    const { db } = service.storage
    member = await service.member(10_000)
    stranger = await service.member(10_000)
    const [first] = await db.query.keys.findMany({ where: (row, { eq }) => eq(row.id, member.keyId) })
    const [project] = await db
      .insert(projects)
      .values({ organizationId: member.organizationId, name: 'second' })
      .returning()
    const key = await createKey(db, project!.id, 'other')
    other = { key, ...(await authorize(db, key))! }
    places.push({ key: member.keyId, project: first!.projectId }, { key: other.keyId, project: project!.id })
    await speak(member, { transcript: 'One.' })
    await speak(other, { transcript: 'Two and.' })
    await speak(other, {
      transcript: 'Three and more.',
      model_id: 'hum-1',
      voice: { mode: 'id', id: hum.voices[0]!.id.toUpperCase() },
    })
    await speak(stranger, { transcript: 'Somebody else.' })
    await ended()
  })

  const cases: [string, () => string, number][] = [
    ['all', () => '', 27],
    ['a key', () => `key=${member.keyId}`, 4],
    ['another key', () => `key=${other.keyId}`, 23],
    ['a project', () => `project=${places[1]!.project}`, 23],
    ['a voice', () => `voice=${goodRequest.voice.id.toUpperCase()}`, 12],
    ['a model', () => 'model=hum-1', 15],
    ['a key and a model', () => `key=${other.keyId}&model=gepard-1.0`, 8],
    ['empty filters', () => 'key=&project=&voice=&model=', 27],
    ['a key without', () => `key=${member.keyId}&model=hum-1`, 0],
    ["another organization's key", () => `key=${stranger.keyId}`, 0],
    ['nobody', () => `key=${crypto.randomUUID()}`, 0],
  ]
  test.each(cases)('of %s', async (_, filter, characters) => {
    const { totals, points } = await ask<Series>(member, `usage?${filter()}`)
    expect(totals.characters).toBe(characters)
    expect(points.reduce((sum, point) => sum + point.characters, 0)).toBe(characters)
    const { data } = await ask<Groups>(member, `usage/groups?${filter()}`)
    expect(data.reduce((sum, group) => sum + group.characters, 0)).toBe(characters)
  })

  test('each has its names, also those that are gone', async () => {
    const { data } = await ask<Groups>(member, 'usage/groups')
    expect(
      data.map(({ key_name, project_name, voice_name, model_id }) => [
        project_name,
        key_name,
        voice_name,
        model_id,
      ]),
    ).toEqual([
      ['second', 'other', 'Hum', 'hum-1'],
      ['second', 'other', 'Kathleen', 'gepard-1.0'],
      ['default', 'test', 'Kathleen', 'gepard-1.0'],
    ])
  })

  test('as a table has the same numbers', async () => {
    const { points } = await ask<Series>(member, 'usage?period=minute')
    const csv = await ask<string>(member, 'usage.csv?period=minute')
    const [head, ...lines] = csv.trimEnd().split('\r\n')
    expect(head!.split(',').slice(0, 4)).toEqual(['start', 'turns', 'characters', 'audio_seconds'])
    expect(lines.map((line) => line.split(',').slice(0, 4).join())).toEqual(
      points.map(({ start, turns, characters, audio_seconds }) =>
        [start, turns, characters, audio_seconds].join(),
      ),
    )
  })
})

describe('the time that is asked for', () => {
  test.each([
    ['period=minute&from=2026-03-31T23:58:30Z&to=2026-04-01T00:00:30Z', 3, '2026-03-31T23:58:00.000Z'],
    ['period=hour&from=2026-03-31&to=2026-04-01', 24, '2026-03-31T00:00:00.000Z'],
    ['period=hour&from=2026-03-31T23:59:59%2B02:00&to=2026-03-31T22:00:00Z', 1, '2026-03-31T21:00:00.000Z'],
    ['period=&project=&key=&from=2026-03-31&to=2026-04-01', 24, '2026-03-31T00:00:00.000Z'],
    ['period=day&to=2026-04-01', 30, '2026-03-02T00:00:00.000Z'],
    ['period=day&from=2022-03-01&to=2026-04-09', 1500, '2022-03-01T00:00:00.000Z'],
  ])('%s has %i periods', async (query, count, first) => {
    const member = await service.member(0)
    const { points, totals } = await ask<Series>(member, `usage?${query}`)
    expect([points.length, points[0]!.start]).toEqual([count, first])
    expect(points[0]).toMatchObject({
      turns: 0,
      first_audio_p50: null,
      concurrent_mean: 0,
      concurrent_peak: 0,
    })
    expect(totals.turns).toBe(0)
  })

  test.each([
    ['period=week', 'period is not minute, hour or day.'],
    ['from=yesterday', 'from is not a date, or date and time, of ISO 8601 from 2000 to 2200.'],
    ['to=2026-13-01', 'to is not a date, or date and time, of ISO 8601 from 2000 to 2200.'],
    ['from=1999-12-31', 'from is not a date, or date and time, of ISO 8601 from 2000 to 2200.'],
    ['to=2026-02-30', 'to is not a date, or date and time, of ISO 8601 from 2000 to 2200.'],
    ['to=9999-01-01', 'to is not a date, or date and time, of ISO 8601 from 2000 to 2200.'],
    ['from=2026-04-01&to=2026-03-01', 'from is not before to.'],
    ['period=minute&from=2026-03-01', 'from and to are more than 1500 minutes apart.'],
    ['key=sk_purr_x', 'key is not an id.'],
    ['project=default', 'project is not an id.'],
  ])('%s is refused', async (query, message) => {
    const member = await service.member(0)
    expect(ask(member, `usage?${query}`)).rejects.toThrow(message)
  })
})

/** Makes rows of an organization's usage: turns with this many voices in each of the last periods. */
async function furnish({ organizationId, keyId }: Member, period: string, periods: number, voices: number) {
  const insert = sql`
    INSERT INTO usage (organization_id, period, start, key_id, voice_id, model_id, turns, characters, audio_seconds,
      turn_seconds, first_audio, errors)
    SELECT ${organizationId}::uuid, ${period}, date_trunc(${period}, now(), 'UTC') - p * ${`1 ${period}`}::interval, ${keyId}::uuid,
      v::text, 'hum-' || v % 2, 1, v, 1, 1, '{0,1}', '{"rate_limited": 1}'
    FROM generate_series(0, ${periods - 1}::int) AS p, generate_series(1, ${voices}::int) AS v`
  await withoutTimeLimit(service.storage.db, (tx) => tx.execute(insert))
}

const TIME = `period=day&from=${new Date(Date.now() - 100 * 86_400_000).toISOString()}`

test.each([
  ['few voices in each day', 60, 70],
  ['more voices in a day than are read at once', 2, 2300],
])(
  'all rows are added up once, however many statements read them: %s',
  async (_, days, voices) => {
    const member = await service.member(0)
    await furnish(member, 'day', days, voices)
    for (const filter of [`key=${member.keyId}`, 'model=hum-1', `voice=${crypto.randomUUID()}`]) {
      const part = filter.startsWith('key') ? 1 : filter.startsWith('model') ? 2 : 0
      const turns = part === 0 ? 0 : (days * voices) / part
      const { points, totals } = await ask<Series>(member, `usage?${TIME}&${filter}`)
      expect([totals.turns, totals.errors.rate_limited ?? 0]).toEqual([turns, turns])
      expect(points.reduce((sum, point) => sum + point.turns, 0)).toBe(turns)
    }
    const { data } = await ask<Groups>(member, `usage/groups?${TIME}`)
    expect(data.length).toBe(Math.min(voices, 500))
    expect(data[0]).toMatchObject({ turns: days, characters: days * voices, errors: days })
  },
  60_000,
)

test('more rows than are read at once are refused, with what to ask for instead', async () => {
  const member = await service.member(0)
  await furnish(member, 'day', 1, 100_001)
  for (const what of ['usage', 'usage/groups'])
    await expect(ask(member, `${what}?period=day&key=${member.keyId}`)).rejects.toThrow(
      'This is more usage than can be added up for one response.',
    )
}, 60_000)
