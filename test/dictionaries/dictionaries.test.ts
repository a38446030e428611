import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { DictionariesPage, ShownDictionary } from '../../src/dictionaries/dictionaries.ts'
import { askDictionaries, makeDictionary } from '../support/dictionaries.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let owner: Member
let stranger: Member
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await service.member(0)
  stranger = await service.member(0)
})

const ask = (method: string, path = '', body?: unknown, member = owner) =>
  askDictionaries(service, member, method, path, body)
const make = (items: readonly object[] = [], more: object = {}) => makeDictionary(service, owner, items, more)

async function outcome(answer: Response): Promise<unknown> {
  const body = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, code: body.error, fields: Object.keys(body).toSorted() }
}

const refused = (status: number, code: string) => ({
  status,
  code,
  fields: ['detail', 'error', 'error_code', 'message'],
})
const NOT_FOUND = refused(404, 'pronunciation_dict_not_found')

async function pages(query = ''): Promise<DictionariesPage[]> {
  const all: DictionariesPage[] = []
  for (let after = ''; ; ) {
    const page = (await (await ask('GET', `?${query}${after}`)).json()) as DictionariesPage
    all.push(page)
    if (page.data.length === 0) return all
    after = `&starting_after=${page.data.at(-1)!.id}`
  }
}

describe('a dictionary', () => {
  test('is answered as it is kept, with the fields that cartesia-js has', async () => {
    const made = await make([{ text: ' Nguyen ', alias: 'win' }], {
      description: ' Callers ',
      language: 'EN-us',
    })
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Names',
      description: 'Callers',
      language: 'en-US',
      items: [{ text: 'Nguyen', alias: 'win', case_sensitive: false }],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      owner_id: owner.organizationId,
      pinned: false,
    })
    for (const id of [made.id, made.id.toUpperCase()]) {
      expect((await (await ask('GET', `/${id}`)).json()) as ShownDictionary).toEqual(made)
    }
  })

  test.each<[object, object]>([
    [{ alias: 'win' }, { alias: 'win' }],
    [{ respelling: 'win' }, { alias: 'win' }],
    [{ pronunciation: 'win' }, { alias: 'win' }],
    [{ ipa: 'wɪn' }, { alias: '<<wɪn>>', ipa: 'wɪn' }],
    [{ alias: '<<w|ɪ|n>>' }, { alias: '<<w|ɪ|n>>', ipa: 'w|ɪ|n' }],
    [{ pronunciation: '<<wɪn>>' }, { alias: '<<wɪn>>', ipa: 'wɪn' }],
    [
      { alias: 'win', ipa: 'wɪn' },
      { alias: '<<wɪn>>', ipa: 'wɪn' },
    ],
    [{ alias: 'win', ipa: null, what: 'ever' }, { alias: 'win' }],
    [
      { alias: 'win', case_sensitive: true },
      { alias: 'win', case_sensitive: true },
    ],
    [{ alias: 'win', case_sensitive: null }, { alias: 'win' }],
  ])('takes an item with %j', async (sent, kept) => {
    const { items } = await make([{ text: 'Nguyen', ...sent }])
    expect(items).toEqual([{ text: 'Nguyen', case_sensitive: false, ...kept }] as never)
    const [item] = items
    expect((await make([item!])).items).toEqual([item!])
  })

  test('may be made without items, and then given some', async () => {
    const { id } = (await (await ask('POST', '/', { name: 'Later', items: null })).json()) as ShownDictionary
    const changed = await ask('PATCH', `/${id}`, { items: [{ text: 'Nguyen', alias: 'win' }] })
    expect(await changed.json()).toMatchObject({
      id,
      name: 'Later',
      items: [{ text: 'Nguyen', alias: 'win' }],
    })
  })

  test.each<[object, Partial<ShownDictionary>]>([
    [{ name: 'Other' }, { name: 'Other' }],
    [{ description: 'Other' }, { description: 'Other' }],
    [{ language: 'de' }, { language: 'de' }],
    [{ language: '' }, { language: null }],
    [{ items: [] }, { items: [] }],
    [{ name: null, description: null, language: null, items: null }, {}],
    [{}, {}],
  ])('changed by %j keeps the rest', async (change, changed) => {
    const made = await make([{ text: 'Nguyen', alias: 'win' }], { description: 'Callers', language: 'en' })
    const answer = await ask('PATCH', `/${made.id}`, change)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ...made, ...changed })
    expect(await (await ask('GET', `/${made.id}`)).json()).toEqual({ ...made, ...changed })
  })

  test('that is deleted is gone', async () => {
    const { id } = await make()
    const answer = await ask('DELETE', `/${id}`)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    for (const method of ['GET', 'DELETE'])
      expect(await outcome(await ask(method, `/${id}`))).toEqual(NOT_FOUND)
    expect(await outcome(await ask('PATCH', `/${id}`, { name: 'x' }))).toEqual(NOT_FOUND)
    expect((await pages()).flatMap(({ data }) => data)).toEqual([])
  })

  test('does not exist for another organization', async () => {
    const { id } = await make([{ text: 'Nguyen', alias: 'win' }])
    for (const method of ['GET', 'DELETE'])
      expect(await outcome(await ask(method, `/${id}`, undefined, stranger))).toEqual(NOT_FOUND)
    expect(await outcome(await ask('PATCH', `/${id}`, { name: 'Mine' }, stranger))).toEqual(NOT_FOUND)
    expect((await (await ask('GET', '', undefined, stranger)).json()) as DictionariesPage).toEqual({
      data: [],
      has_more: false,
      next_page: null,
    })
    expect(await (await ask('GET', `/${id}`)).json()).toMatchObject({ name: 'Names' })
  })
})

const item = (more: object) => ({ name: 'x', items: [{ text: 'ok', alias: 'okay' }, more] })
const BAD: [string, unknown, string, string][] = [
  ['no JSON', '{', 'invalid_json', 'not valid JSON'],
  ['an array', [], 'invalid_json', 'not an object'],
  ['no name', {}, 'invalid_name', 'is missing or empty'],
  ['an empty name', { name: '  ' }, 'invalid_name', 'is missing or empty'],
  ['a name that is a number', { name: 5 }, 'invalid_name', 'is not a string'],
  ['a long name', { name: 'n'.repeat(101) }, 'invalid_name', 'is too long'],
  ['half a character', '{"name":"\\ud800"}', 'invalid_name', 'half of a surrogate pair'],
  ['a long description', { name: 'x', description: 'd'.repeat(1001) }, 'invalid_description', 'is too long'],
  ['a description that is a list', { name: 'x', description: [] }, 'invalid_description', 'not a string'],
  ['a wrong language', { name: 'x', language: 'english' }, 'invalid_language', '"english"'],
  ['items that are a text', { name: 'x', items: 'a' }, 'invalid_items', 'items is not an array'],
  ['an item that is a text', { name: 'x', items: ['a'] }, 'invalid_items', 'items[0] is not an object'],
  ['an item without a text', item({ alias: 'a' }), 'invalid_items', 'items[1].text is missing'],
  [
    'an item with a text of spaces',
    item({ text: ' ', alias: 'a' }),
    'invalid_items',
    'items[1].text is missing',
  ],
  ['an item with a text of signs', item({ text: '#!', alias: 'a' }), 'invalid_items', 'no letter or digit'],
  ['an item with a long text', item({ text: 'a'.repeat(101), alias: 'a' }), 'invalid_items', 'is too long'],
  ['an item that says nothing', item({ text: 'a' }), 'invalid_items', 'items[1].alias is missing'],
  [
    'an item that says a number',
    item({ text: 'a', alias: 5 }),
    'invalid_items',
    'items[1].alias 5 is not a string',
  ],
  ['an item with a long alias', item({ text: 'a', alias: 'a'.repeat(201) }), 'invalid_items', 'is too long'],
  ['a zero byte', item({ text: 'a\u0000b', alias: 'a' }), 'invalid_items', 'control character'],
  ['half a character', item({ text: 'a', alias: 'a\ud800' }), 'invalid_items', 'half of a surrogate pair'],
  ['wrong IPA', item({ text: 'a', ipa: 'w$n' }), 'invalid_items', 'items[1].ipa: "$"'],
  ['wrong IPA in an alias', item({ text: 'a', alias: '<<w$n>>' }), 'invalid_items', 'items[1].alias: "$"'],
  [
    '10,001 items',
    { name: 'x', items: Array(10_001).fill({ text: 'a', alias: 'a' }) },
    'invalid_items',
    '10001 entries',
  ],
]

test.each(BAD)('%s is refused by name', async (_, body, code, message) => {
  const answer = await ask('POST', '', body)
  const told = (await answer.clone().json()) as { message: string }
  expect(await outcome(answer)).toEqual(refused(400, code))
  expect(told.message).toContain(message)
  expect((await pages()).flatMap(({ data }) => data)).toEqual([])
})

test('a body of more than 2 MiB is refused', async () => {
  const answer = await ask('POST', '', `{"name":"${'x'.repeat(2_100_000)}"}`)
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
    413,
    'payload_too_large',
  ])
})

test('nobody without a key gets at dictionaries', async () => {
  const nobody = { ...owner, key: 'nobody' }
  const paths: [string, string, unknown?][] = [
    ['GET', ''],
    ['POST', '', { name: 'x' }],
    ['GET', '/x'],
    ['PATCH', '/x', { name: 'x' }],
    ['DELETE', '/x'],
  ]
  for (const [method, path, body] of paths) expect((await ask(method, path, body, nobody)).status).toBe(401)
})

describe('a list of dictionaries', () => {
  test('has the newest first, and gives each once, however many are on a page', async () => {
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.push((await make([], { name: `${i}` })).id)
    for (const limit of [1, 2, 5, 100]) {
      const read = await pages(`limit=${limit}`)
      expect(read.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(made.toReversed())
      expect(read.every(({ data }) => data.length <= limit)).toBe(true)
    }
    const before = (await (await ask('GET', `?ending_before=${made[0]}&limit=2`)).json()) as DictionariesPage
    expect(before.data.map(({ id }) => id)).toEqual([made[2]!, made[1]!])
  })

  test('goes on at the place of a dictionary that was deleted', async () => {
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.push((await make([], { name: `${i}` })).id)
    const idsOn = async (query: string) =>
      ((await (await ask('GET', query)).json()) as DictionariesPage).data.map(({ id }) => id)
    const [oldest, second, cursor, fourth, newest] = made as [string, string, string, string, string]
    expect((await ask('DELETE', `/${cursor}`)).status).toBe(204)
    for (const id of [cursor, cursor.toUpperCase()]) {
      expect(await idsOn(`?starting_after=${id}`)).toEqual([second, oldest])
      expect(await idsOn(`?ending_before=${id}`)).toEqual([newest, fourth])
    }
    for (const never of [crypto.randomUUID(), 'none']) {
      expect(await idsOn(`?starting_after=${never}`)).toEqual([])
      expect(await idsOn(`?ending_before=${never}`)).toEqual([])
    }
  })

  test('has no page of more than 10,000 items, but of one dictionary', async () => {
    const items = Array.from({ length: 6000 }, (_, i) => ({ text: `word${i}`, alias: 'a' }))
    for (let i = 0; i < 3; i++) await make(items)
    expect((await pages()).map(({ data }) => data.length)).toEqual([1, 1, 1, 0])
    const oldest = (await pages()).at(-2)!.data[0]!.id
    const before = (await (await ask('GET', `?ending_before=${oldest}`)).json()) as DictionariesPage
    expect(before.data.length).toBe(1)
  })

  test('refuses a wrong limit by name', async () => {
    expect(await outcome(await ask('GET', '?limit=0'))).toEqual(refused(400, 'invalid_limit'))
  })
})

test('an organization has at most 100 dictionaries, however many are made at once', async () => {
  const another = () => ask('POST', '', { name: 'x' })
  const answers: Response[] = []
  for (let round = 0; round < 3; round++)
    answers.push(...(await Promise.all(Array.from({ length: 35 }, another))))
  const counts = Map.groupBy(answers, ({ status }) => status)
  expect([counts.get(200)!.length, counts.get(400)!.length]).toEqual([100, 5])
  expect(await outcome(counts.get(400)![0]!)).toEqual(refused(400, 'pronunciation_dict_limit_reached'))
  expect((await ask('POST', '', { name: 'x' }, stranger)).status).toBe(200)
})

describe('asking for dictionaries without end', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({ text: `word${i}`, alias: 'a' }))
  const none = crypto.randomUUID()

  test.each<[string, string, string, unknown]>([
    ['a list of large ones', 'GET', '?limit=1', undefined],
    ['a large one', 'GET', '/{id}', undefined],
    ['another name of a large one', 'PATCH', '/{id}', { name: 'Other names' }],
    ['much to be checked', 'POST', '', { name: 'x', items: Array(10_000).fill(0) }],
    ['a deletion', 'DELETE', `/${none}`, undefined],
  ])('is refused for a while, to that organization: %s', async (_, method, path, body) => {
    const [{ id }] = await Promise.all([make(many), makeDictionary(service, stranger, [])])
    const request = async () => {
      const answer = await ask(method, path.replace('{id}', id), body)
      return { status: answer.status, text: await answer.text() }
    }
    let refusal: string | undefined
    for (let round = 0; refusal === undefined && round < 400; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, request))
      refusal = answers.find(({ status }) => status === 429)?.text
    }
    expect(refusal).toMatch(/Ask for dictionaries again in \d+ s\./)
    expect((await ask('GET', '', undefined, stranger)).status).toBe(200)
  })

  test('is bounded also for requests at the same time: what is asked for counts before it is read', async () => {
    await make(many)
    const request = async () => {
      const answer = await ask('GET', '?limit=1')
      await answer.arrayBuffer()
      return answer.status
    }
    const statuses = await Promise.all(Array.from({ length: 150 }, request))
    expect(statuses.filter((status) => status === 200).length).toBeWithin(1, 75)
  })
})
