import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { voices } from '../../src/storage/schema.ts'
import type { VoicesPage } from '../../src/voices/voice-list.ts'
import type { Voice } from '../../src/voices/voices.ts'
import { books } from '../support/books.ts'
import { ControlledCloner } from '../support/controlled-cloner.ts'
import { eventually } from '../support/eventually.ts'
import { formWith, postClone } from '../support/form.ts'
import { GatedEngine } from '../support/gated-engine.ts'
import { listedVoices } from '../support/listed-voices.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

const engine = new GatedEngine()
let service: Service
let owner: Member
let stranger: Member
beforeAll(async () => {
  service = await startService({ engine, cloner: new ControlledCloner() })
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await service.member(1000)
  stranger = await service.member(1000)
})

async function clone(fields: Record<string, string> = {}, { key } = owner): Promise<Voice> {
  const answer = await postClone({ url: service.url, key }, formWith(fields))
  expect(answer.status).toBe(200)
  return (await answer.json()) as Voice
}

function ask(path: string, { key } = owner, method = 'GET'): Promise<Response> {
  return fetch(service.url + path, { method, headers: { 'x-api-key': key } })
}

async function list(query = '', { key } = owner): Promise<VoicesPage> {
  return (await (await ask(`/voices${query}`, { ...owner, key })).json()) as VoicesPage
}

const namesOf = ({ data }: VoicesPage) => data.map(({ name }) => name)

async function expectNotFound(answer: Response): Promise<void> {
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  const body = (await answer.json()) as Record<string, unknown>
  expect({ status: answer.status, fields: Object.keys(body).sort(), code: body.error }).toEqual({
    status: 404,
    fields: ['detail', 'error', 'error_code', 'message'],
    code: 'voice_not_found',
  })
}

const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 8000 }
const request = (id: string) => ({ ...goodRequest, voice: { mode: 'id', id }, output_format: RAW })

/** The last frame of a turn that a member has spoken with a voice over a WebSocket. */
async function overWebSocket({ key }: Member, id: string) {
  const client = await SpeechClient.connect(service.url, key)
  client.send({ ...request(id), context_id: 'turn' })
  const frames = await client.turn('turn')
  client.close()
  return frames.at(-1)!
}

describe('a clone', () => {
  test('speaks for its organization, in the voice of its speaker', async () => {
    const { id } = await clone()
    const shared = await post(`${service.url}/tts/bytes`, owner.key, request(catalogue()[0]!.id))
    const cloned = await post(`${service.url}/tts/bytes`, owner.key, request(id.toUpperCase()))
    expect(Buffer.compare(await cloned.bytes(), await shared.bytes())).toBe(0)
    expect((await post(`${service.url}/tts/sse`, owner.key, request(id))).status).toBe(200)
    expect((await overWebSocket(owner, id)).type).toBe('done')
  })

  test('does not exist for another organization, however it asks', async () => {
    const { id } = await clone()
    const shared = namesOf(await list('', stranger))
    expect(shared).not.toContain('Ann')
    expect((await list('?language=en-us', stranger)).data).toEqual([])
    expect((await list(`?starting_after=${id}`, stranger)).data).toEqual([])
    expect(namesOf(await list(`?ending_before=${id}`, stranger))).toEqual([])
    for (const each of [id, id.toUpperCase()]) {
      await expectNotFound(await ask(`/voices/${each}`, stranger))
      await expectNotFound(await ask(`/voices/${each}`, stranger, 'DELETE'))
    }
    await expectNotFound(await post(`${service.url}/tts/bytes`, stranger.key, request(id)))
    await expectNotFound(await post(`${service.url}/tts/sse`, stranger.key, request(id)))
    expect(await overWebSocket(stranger, id)).toMatchObject({
      error_code: 'voice_not_found',
      status_code: 404,
    })
    expect(await service.balance(stranger)).toBe(1000)
    expect((await ask(`/voices/${id}`)).status).toBe(200)
  })
})

describe('lists', () => {
  test('have the own voices first, the newest first, then the best, and filter both by language', async () => {
    const { id } = await clone({ name: 'Zoe', language: 'en' })
    await clone({ name: 'Ann', language: 'pt-br' })
    await clone({ name: 'Bob', language: 'en' })
    await clone({ name: 'Not mine' }, stranger)
    const shared = listedVoices()
    const english = shared.filter(({ language }) => language === 'en')
    expect(namesOf(await list())).toEqual(['Bob', 'Ann', 'Zoe', ...shared.map(({ name }) => name)])
    expect(namesOf(await list('?language=en'))).toEqual(['Bob', 'Zoe', ...english.map(({ name }) => name)])
    expect(namesOf(await list(`?language=en&limit=2&starting_after=${id}`))).toEqual(
      english.slice(0, 2).map(({ name }) => name),
    )
    expect(namesOf(await list('?language=PT-BR'))).toEqual(['Ann'])
    expect(namesOf(await list('?language=pt'))).toEqual([])
  })

  test.each([1, 2, 3])('can be read on in pages of %d from own to shared voices', async (limit) => {
    for (const name of ['Cleo', 'Ann', 'Bob']) await clone({ name })
    const all = (await list()).data
    const met: Voice[] = []
    for (let query = `?limit=${limit}`; ; query = `?limit=${limit}&starting_after=${met.at(-1)!.id}`) {
      const page = await list(query)
      if (page.data.length === 0) break
      met.push(...page.data)
      expect(page).toMatchObject({
        has_more: met.length < all.length,
        next_page: met.length < all.length ? met.at(-1)!.id : null,
      })
    }
    expect(met).toEqual([...all])
    expect((await list(`?limit=2&ending_before=${all[3]!.id}`)).data).toEqual(all.slice(1, 3))
  })

  test.each([1, 2, 3])('can be read on while all that was read is deleted, in pages of %d', async (limit) => {
    const made: string[] = []
    for (const name of ['Ann', 'Bob', 'Cleo', 'Dora', 'Eve']) made.push((await clone({ name })).id)
    const met: string[] = []
    for (let query = `?limit=${limit}`; ; query = `?limit=${limit}&starting_after=${met.at(-1)!}`) {
      const { data } = await list(query)
      if (data.length === 0) break
      for (const { id, is_owner } of data) {
        met.push(id)
        if (is_owner) expect((await ask(`/voices/${id}`, owner, 'DELETE')).status).toBe(204)
      }
    }
    expect(met).toEqual([...made.toReversed(), ...listedVoices().map(({ id }) => id)])
    expect((await list(`?limit=2&ending_before=${made[0]}`)).data).toEqual([])
  })

  test('are empty after an id that no voice ever had', async () => {
    const inAges = 'ffffffff-ffff-7fff-8fff-ffffffffffff'
    for (const id of [crypto.randomUUID(), inAges, 'none']) {
      expect((await list(`?starting_after=${id}`)).data).toEqual([])
      expect((await list(`?ending_before=${id}`)).data).toEqual([])
    }
  })

  test('go on after a voice of another language', async () => {
    const { id } = await clone({ name: 'Ann', language: 'en' })
    await clone({ name: 'Bob', language: 'de-DE' })
    const german = listedVoices().filter(({ language }) => language === 'de-DE')
    const [first] = listedVoices()
    expect(first!.language).not.toBe('de-DE')
    const names = german.map(({ name }) => name)
    expect(namesOf(await list(`?language=de-DE&starting_after=${id}`))).toEqual(names)
    expect(namesOf(await list(`?language=de-DE&starting_after=${first!.id}`))).toEqual(names)
    expect(namesOf(await list(`?language=de-DE&ending_before=${first!.id}`))).toEqual(['Bob'])
  })

  test('go on after a voice that was cloned at the same moment', async () => {
    const ids = new Set<string>()
    for (let copies = 0; copies < 3; copies++) ids.add((await clone({ name: 'Ann' })).id)
    await service.storage.db
      .update(voices)
      .set({ createdAt: new Date() })
      .where(eq(voices.organizationId, owner.organizationId))
    const first = await list('?limit=2')
    const rest = await list(`?limit=2&starting_after=${first.next_page}`)
    expect(new Set([...first.data, ...rest.data].slice(0, 3).map(({ id }) => id))).toEqual(ids)
  })

  test('are bare arrays for cartesia-js 2 alone', async () => {
    await clone()
    const all = (await list()).data
    const asked = async (path: string, version: string) => {
      const headers = { 'x-api-key': owner.key, 'cartesia-version': version }
      return (await fetch(service.url + path, { headers })).json()
    }
    expect(await asked('/voices/', '2024-06-10')).toEqual(all)
    expect(await asked('/voices/?limit=1', '2024-06-10')).toEqual(all)
    for (const [path, version] of [
      ['/voices', '2024-06-10'],
      ['/voices/', '2024-06-09'],
      ['/voices/', '2024-11-13'],
      ['/voices/', '2025-04-16'],
      ['/voices/', '0.4.1'],
      ['/voices/', ''],
    ] as const)
      expect(await asked(path, version)).toMatchObject({ data: all, has_more: false })
  })
})

describe('DELETE', () => {
  test('removes a clone: 204 without a body, and nobody finds it again', async () => {
    const { id } = await clone()
    const answer = await ask(`/voices/${id.toUpperCase()}`, owner, 'DELETE')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('content-type')).toBeNull()
    expect(answer.headers.get('purr-version')).toBe('0.4.1')
    expect(await answer.text()).toBe('')
    await expectNotFound(await ask(`/voices/${id}`, owner, 'DELETE'))
    await expectNotFound(await ask(`/voices/${id}`))
    await expectNotFound(await post(`${service.url}/tts/bytes`, owner.key, request(id)))
    expect(namesOf(await list())).not.toContain('Ann')
  })

  test.each([
    ["a shared voice's", catalogue()[0]!.id],
    ['an unknown', '00000000-0000-4000-8000-000000000000'],
    ['a malformed', 'ann'],
    ['an encoded', '%27%3B--'],
    ['the word', 'clone'],
  ])('finds no voice by %s id', async (_, id) => {
    await expectNotFound(await ask(`/voices/${id}`, owner, 'DELETE'))
    expect(namesOf(await list()).length).toBe(listedVoices().length)
  })

  test('needs a key', async () => {
    const { id } = await clone()
    expect((await fetch(`${service.url}/voices/${id}`, { method: 'DELETE' })).status).toBe(401)
    expect((await ask(`/voices/${id}`)).status).toBe(200)
  })

  test('does not stop a turn that has begun', async () => {
    const { id } = await clone()
    const open = async () => (await books(service.storage.db, owner.organizationId)).open
    const whole = await (await post(`${service.url}/tts/bytes`, owner.key, request(id))).bytes()
    await eventually(async () => (await open()) === 0) // settled only after its last byte
    engine.shut()
    const speaking = post(`${service.url}/tts/bytes`, owner.key, request(id))
    await eventually(async () => (await open()) > 0)
    expect((await ask(`/voices/${id}`, owner, 'DELETE')).status).toBe(204)
    engine.open()
    expect(Buffer.compare(await (await speaking).bytes(), whole)).toBe(0)
  })
})
