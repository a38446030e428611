import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import { voices } from '../../src/storage/schema.ts'
import { listVoices, type VoicesPage } from '../../src/voices/voice-list.ts'
import { findVoiceId, syncSharedVoices, type Voice } from '../../src/voices/voices.ts'
import { listedVoices } from '../support/listed-voices.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let member: Member
beforeAll(async () => {
  service = await startService()
  member = await service.member(0)
})
afterAll(() => service.close())

async function get<Body = VoicesPage>(path: string, status = 200, { key } = member): Promise<Body> {
  const answer = await fetch(service.url + path, { headers: { 'x-api-key': key } })
  expect(answer.status).toBe(status)
  return (await answer.json()) as Body
}

const names = listedVoices().map(({ name }) => name)

/** The shared voices as the database has them: exactly these fields, which cartesia-python 2 needs all. */
async function sharedVoices(): Promise<Voice[]> {
  const rows = await service.storage.db.query.voices.findMany({
    where: ({ organizationId }, { isNull }) => isNull(organizationId),
  })
  return listedVoices().map(({ id, name, description, language }) => {
    const { createdAt } = rows.find((row) => row.id === id)!
    const created_at = createdAt.toISOString()
    return {
      id,
      name,
      description,
      language,
      model_id: 'gepard-1.0',
      is_owner: false,
      is_public: true,
      created_at,
      user_id: null,
    }
  })
}

test("every voice of the model that is not retired is listed, in the catalogue's order, with exactly the documented fields", async () => {
  expect(await get('/voices')).toEqual({ data: await sharedVoices(), has_more: false, next_page: null })
})

test('a shared voice can be fetched by its id, in any case', async () => {
  const [voice] = await sharedVoices()
  expect(await get<unknown>(`/voices/${voice!.id}`)).toEqual(voice)
  expect(await get<unknown>(`/voices/${voice!.id.toUpperCase()}`)).toEqual(voice)
})

test('what is not the id of a voice finds none', async () => {
  for (const id of ['kathleen', crypto.randomUUID()]) {
    const body = await get<{ error: string }>(`/voices/${id}`, 404)
    expect(body.error).toBe('voice_not_found')
  }
})

test('a retired voice is not listed, is found by its id, and speaks', async () => {
  const retired = catalogue().filter((voice) => voice.retired)
  expect(retired.map(({ name }) => name)).toEqual(['Sally', 'Richard', 'Angus', 'Karl'])
  const speaker = await service.member(100)
  for (const { id, name } of retired) {
    expect(await get<Voice>(`/voices/${id}`)).toMatchObject({ id, name, is_public: true })
    expect(await get(`/voices?starting_after=${id}`)).toEqual({ data: [], has_more: false, next_page: null })
    const body = { ...goodRequest, transcript: 'Hello.', voice: { mode: 'id', id } }
    const answer = await post(`${service.url}/tts/bytes`, speaker.key, body)
    expect(answer.status).toBe(200)
    expect((await answer.bytes()).length).toBeGreaterThan(10_000)
  }
})

test('the catalogue has the best first: learnt from people, then mixed, then learnt from synthesizers', () => {
  const ranks = catalogue().map(({ description }) =>
    description.includes('synthesizer') ? 2 : description.includes('Mixed of') ? 1 : 0,
  )
  expect(ranks).toEqual(ranks.toSorted())
  expect(new Set(ranks)).toEqual(new Set([0, 1, 2]))
})

test.each([
  ['', 'Kathleen'],
  ['language=en', 'Kathleen'],
  ['language=de-DE', 'Kerstin'],
  ['language=nl-NL', 'Nathalie'],
])('the first voice of the list is the best: "%s" gives %s first', async (query, name) => {
  expect((await get(`/voices?limit=1&${query}`)).data.map((voice) => voice.name)).toEqual([name])
})

test.each(['/voices/', '/voices?q=&gender=&is_owner=&expand[]=x', '/voices?limit=100', '/voices?limit='])(
  '%s is the whole list',
  async (path) => {
    expect(await get(path)).toEqual(await get('/voices'))
  },
)

test.each(['0', '101', '-1', '1.5', 'many'])('limit=%s is refused by name', async (limit) => {
  const body = await get<{ error: string; message: string }>(`/voices?limit=${limit}`, 400)
  expect(body.error).toBe('invalid_limit')
  expect(body.message).toContain('limit')
})

test.each([1, 2, 3, 100])(
  'reading on in pages of %d meets every voice once and then an empty page',
  async (limit) => {
    const met: string[] = []
    let after = ''
    while (true) {
      const page = await get(`/voices?limit=${limit}${after}`)
      if (page.data.length === 0) break
      met.push(...page.data.map(({ name }) => name))
      const last = page.data.at(-1)!.id
      expect(page.next_page).toBe(page.has_more ? last : null)
      after = `&starting_after=${last}`
    }
    expect(met).toEqual(names)
  },
)

test('ending_before gives the page before a voice', async () => {
  const all = (await get('/voices')).data
  expect((await get(`/voices?limit=2&ending_before=${all[3]!.id}`)).data).toEqual(all.slice(1, 3))
  expect((await get(`/voices?ending_before=${all[0]!.id}`)).data).toEqual([])
})

test('the language filter takes the full tag, in any case', async () => {
  const german = await get('/voices?language=DE-de')
  expect(german.data.map(({ name }) => name)).toEqual(['Kerstin'])
  expect((await get('/voices?language=de')).data).toEqual([])
  expect((await get('/voices?language=EN')).data.every(({ language }) => language === 'en')).toBe(true)
})

test("another organization's voice does not exist", async () => {
  const owner = await service.member(0)
  const [shared] = catalogue()
  const own = { ...shared!, id: crypto.randomUUID(), name: 'Zoe', organizationId: owner.organizationId }
  await service.storage.db.insert(voices).values(own)
  expect((await get('/voices', 200, owner)).data[0]!.name).toBe('Zoe')
  expect((await get<{ name: string }>(`/voices/${own.id}`, 200, owner)).name).toBe('Zoe')
  expect((await get('/voices')).data.map(({ name }) => name)).not.toContain('Zoe')
  await get(`/voices/${own.id}`, 404)
})

test.each(['Élodie', 'İpek', 'ΜΑΡΙΟΣ'])('a clone of the name %s is found by it', async (name) => {
  const { organizationId } = await service.member(0)
  const own = { ...catalogue()[0]!, id: crypto.randomUUID(), name, organizationId }
  await service.storage.db.insert(voices).values(own)
  expect(await findVoiceId(service.turns, organizationId, name)).toBe(own.id)
  const { data } = await listVoices(service.turns, organizationId, { limit: 1, search: name })
  expect(data.map(({ id }) => id)).toEqual([own.id])
})

test('syncing again changes nothing, and repairs what differs', async () => {
  const before = await get('/voices')
  const { id } = catalogue()[0]!
  await service.storage.db.update(voices).set({ description: 'spoilt' }).where(eq(voices.id, id))
  await syncSharedVoices(service.turns)
  await syncSharedVoices(service.turns)
  expect(await get('/voices')).toEqual(before)
})
