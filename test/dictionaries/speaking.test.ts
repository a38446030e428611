import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { CompiledDictionaries } from '../../src/dictionaries/compiled-dictionaries.ts'
import { localeOf } from '../../src/languages/registry.ts'
import type { Database } from '../../src/storage/database.ts'
import { askDictionaries, makeDictionary } from '../support/dictionaries.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { type AnyFrame, audioOf, SpeechClient } from '../support/speech-client.ts'

/** Notes which columns statements ask the dictionaries for. */
const asked: string[][] = []
function noting(db: Database): Database {
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name !== 'select') return typeof value === 'function' ? value.bind(target) : value
      return (fields: Record<string, unknown>) => {
        if ('version' in fields || 'items' in fields) asked.push(Object.keys(fields))
        return target.select(fields as never)
      }
    },
  })
}

let service: Service
let member: Member
let stranger: Member
beforeAll(async () => {
  service = await startService({ through: noting })
})
afterAll(() => service.close())
beforeEach(async () => {
  member = await service.member(1_000_000)
  stranger = await service.member(1_000_000)
  asked.length = 0
})

const raw = { ...goodRequest, output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16000 } }

async function bytes(request: object): Promise<Buffer> {
  const answer = await post(`${service.url}/tts/bytes`, member.key, { ...raw, ...request })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

async function events(request: object, { key } = member): Promise<AnyFrame[]> {
  const answer = await post(`${service.url}/tts/sse`, key, { ...raw, ...request })
  expect(answer.status).toBe(200)
  const all = (await answer.text()).split('\n\n').filter((event) => event !== '')
  return all.map((event) => JSON.parse(event.slice('data: '.length)))
}

async function phonesOf(request: object): Promise<string> {
  const frames = await events({ ...request, add_phoneme_timestamps: true })
  const times = frames.map((frame) => frame.phoneme_timestamps as { phonemes: string[] } | undefined)
  return times.flatMap((each) => each?.phonemes ?? []).join(' ')
}

/** The frames of a turn whose text comes in pieces. */
async function cut(transcript: string, length: number, more: object): Promise<AnyFrame[]> {
  const client = await SpeechClient.connect(service.url, member.key)
  for (let at = 0; at < transcript.length; at += length) {
    const piece = transcript.slice(at, at + length)
    client.send({ ...raw, ...more, context_id: 'turn', transcript: piece, continue: true })
  }
  client.send({ context_id: 'turn', transcript: '' })
  const frames = await client.turn('turn')
  client.close()
  return frames
}

const make = (items: readonly object[], more: object = {}, by = member) =>
  makeDictionary(service, by, items, more)
const withDictionary = (transcript: string, id: unknown) => ({ transcript, pronunciation_dict_id: id })

const TEXT = "Ask Nguyen about Nguyen's Kubernetes cluster, or the New York office."
const ITEMS = [
  { text: 'Nguyen', alias: 'win' },
  { text: 'kubernetes', alias: 'koober netties' },
  { text: 'new york', alias: 'the big apple' },
]
const READ = "Ask win about win's koober netties cluster, or the the big apple office."

describe('a turn with a dictionary', () => {
  test('says its words as the dictionary has them, over every transport and however the text is cut', async () => {
    const { id } = await make(ITEMS)
    const expected = await bytes({ transcript: READ })
    expect((await bytes(withDictionary(TEXT, id))).equals(expected)).toBe(true)
    expect((await bytes(withDictionary(TEXT, id.toUpperCase()))).equals(expected)).toBe(true)
    expect(audioOf(await events(withDictionary(TEXT, id))).equals(expected)).toBe(true)
    for (const length of [1, 7, 100]) {
      const frames = await cut(TEXT, length, { pronunciation_dict_id: id })
      expect(audioOf(frames).equals(expected)).toBe(true)
    }
  })

  test('says phones in IPA', async () => {
    const { id } = await make([{ text: 'Nguyen', ipa: 'ŋwˈiən' }])
    expect(await phonesOf(withDictionary('Nguyen.', id))).toBe(await phonesOf(withDictionary('NGUYEN.', id)))
    expect(await phonesOf(withDictionary('Nguyen.', id))).toMatch(/^ŋ w ˈ/)
  })

  test.each<[object, string, boolean]>([
    [{}, 'polish', true],
    [{}, 'POLISH', true],
    [{ case_sensitive: true }, 'Polish', true],
    [{ case_sensitive: true }, 'POLISH', true],
    [{ case_sensitive: true }, 'polish', false],
  ])('with %j of an item for "Polish", %s is found: %p', async (more, word, isFound) => {
    const { id } = await make([{ text: 'Polish', ipa: 'k', ...more }])
    const phones = await phonesOf(withDictionary(`${word}.`, id))
    expect(phones === 'k').toBe(isFound)
  })

  test.each<[string | undefined, string | undefined, boolean]>([
    [undefined, 'de', true],
    ['en', undefined, true],
    ['en-GB', 'en-US', true],
    ['de', 'en', false],
    ['de', 'de-AT', true],
    ['fr', 'en', false],
    ['fr', 'fr', true],
  ])('whose language is %p, and with a text in %p, applies: %p', async (language, tag, applies) => {
    const { id } = await make([{ text: 'Nguyen', ipa: 'k' }], language === undefined ? {} : { language })
    const phones = await phonesOf({ ...withDictionary('Nguyen.', id), language: tag })
    expect(phones === 'k').toBe(applies)
  })

  test('takes a change with the next turn', async () => {
    const { id } = await make([{ text: 'Nguyen', ipa: 'k' }])
    expect(await phonesOf(withDictionary('Nguyen.', id))).toBe('k')
    await askDictionaries(service, member, 'PATCH', `/${id}`, { items: [{ text: 'Nguyen', ipa: 's' }] })
    expect(await phonesOf(withDictionary('Nguyen.', id))).toBe('s')
    await askDictionaries(service, member, 'PATCH', `/${id}`, { language: 'de' })
    expect(await phonesOf(withDictionary('Nguyen.', id))).not.toBe('s')
  })

  test.each<[unknown]>([[null], [''], ['  '], [5], [true], [[]], [{}]])(
    'of which the id is %j is one without',
    async (id) => {
      expect((await bytes(withDictionary(TEXT, id))).equals(await bytes({ transcript: TEXT }))).toBe(true)
      expect(asked).toEqual([])
    },
  )

  test('on a WebSocket keeps the dictionary of its first frame', async () => {
    const { id } = await make([{ text: 'Nguyen', alias: 'win' }])
    const client = await SpeechClient.connect(service.url, member.key)
    const turn = { ...raw, context_id: 'turn' }
    client.send({ ...turn, ...withDictionary('Ask Nguyen, ', id), continue: true })
    client.send({ ...turn, ...withDictionary('or Nguyen.', 'another') })
    const frames = await client.turn('turn')
    client.close()
    expect(audioOf(frames).equals(await bytes({ transcript: 'Ask win, or win.' }))).toBe(true)
  })
})

describe('a dictionary that does not exist for the organization', () => {
  test.each<[string, () => Promise<string>]>([
    ['no id', async () => 'pdict_1'],
    ['an unknown id', async () => crypto.randomUUID()],
    ["another organization's", async () => (await make(ITEMS, {}, stranger)).id],
    [
      'a deleted one',
      async () => {
        const { id } = await make(ITEMS)
        await bytes(withDictionary(TEXT, id))
        await askDictionaries(service, member, 'DELETE', `/${id}`)
        return id
      },
    ],
  ])('refuses the turn by name, and costs nothing: %s', async (_, idOf) => {
    const id = await idOf()
    const balance = await service.balance(member)
    for (const path of ['/tts/bytes', '/tts/sse']) {
      const answer = await post(service.url + path, member.key, { ...raw, ...withDictionary(TEXT, id) })
      const { error } = (await answer.json()) as { error: string }
      expect([answer.status, error]).toEqual([404, 'pronunciation_dict_not_found'])
    }
    const [frame] = await cut('Ask Nguyen.', 100, { pronunciation_dict_id: id })
    expect(frame).toMatchObject({
      type: 'error',
      error_code: 'pronunciation_dict_not_found',
      status_code: 404,
    })
    expect(await service.balance(member)).toBe(balance)
  })

  test('is told after a voice that does not exist', async () => {
    const voice = { mode: 'id', id: crypto.randomUUID() }
    const request = { ...raw, ...withDictionary(TEXT, 'x'), voice }
    const answer = await post(`${service.url}/tts/bytes`, member.key, request)
    expect(await answer.json()).toMatchObject({ error: 'voice_not_found' })
  })
})

describe('ten thousand items', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({ text: `word${i} of many`, alias: `other ${i}` }))
  const SMALL = ['id', 'version', 'language']
  const LARGE = ['items']

  test('are read once, by the first of many turns, and again after a change', async () => {
    const { id } = await make([...many, ...ITEMS].slice(-10_000))
    asked.length = 0
    const first = await Promise.all(Array.from({ length: 5 }, () => bytes(withDictionary(TEXT, id))))
    expect(asked.filter((columns) => columns.includes('items'))).toEqual([LARGE])
    expect(asked.filter((columns) => columns.includes('version'))).toEqual(Array(5).fill(SMALL))
    const expected = await bytes({ transcript: READ })
    expect(first.every((audio) => audio.equals(expected))).toBe(true)
    asked.length = 0
    for (let i = 0; i < 5; i++) await bytes(withDictionary(TEXT, id))
    expect(asked).toEqual(Array(5).fill(SMALL))
    asked.length = 0
    await askDictionaries(service, member, 'PATCH', `/${id}`, { items: ITEMS })
    for (let i = 0; i < 3; i++) await bytes(withDictionary(TEXT, id))
    expect(asked).toEqual([SMALL, LARGE, SMALL, SMALL])
  })

  test('are read by a turn that asks for them only', async () => {
    await make(many)
    await bytes({ transcript: TEXT })
    expect(asked).toEqual([])
  })

  test('do not keep others waiting while they are read for the first time', async () => {
    const { id } = await make(many)
    const { db } = service.storage
    const compiled = new CompiledDictionaries(db)
    const version = await compiled.find(member.organizationId, id)
    let turns = 0
    const counting = setInterval(() => turns++, 0)
    const dictionary = await compiled.compiled(version, 'en', localeOf('en'))
    clearInterval(counting)
    expect(dictionary?.find('Say word77 of many.')).toHaveLength(1)
    expect(turns).toBeGreaterThan(5)
  })

  test('are given to the turns that wait for them, however many others are read meanwhile', async () => {
    const { id } = await make(many)
    const held = Promise.withResolvers<void>()
    const answers = [held.promise]
    const db = new Proxy(service.storage.db, {
      get: (target, name) =>
        name !== 'select'
          ? Reflect.get(target, name)
          : (fields: never) => ({
              from: (table: never) => ({
                where: async (condition: never) => {
                  await answers.shift()
                  return target.select(fields).from(table).where(condition)
                },
              }),
            }),
    })
    const compiled = new CompiledDictionaries(db)
    const version = { id, version: 'first', language: null }
    const waiting = compiled.compiled(version, 'en', localeOf('en'))
    for (let other = 0; other < 11; other++)
      await compiled.compiled({ ...version, version: `${other}` }, 'en', localeOf('en'))
    held.resolve()
    expect((await waiting)?.find('Say word77 of many.')).toHaveLength(1)
  })

  test('that were changed in one process are the new ones in another', async () => {
    const { id } = await make(ITEMS)
    const { db } = service.storage
    const [one, other] = [new CompiledDictionaries(db), new CompiledDictionaries(db)]
    const found = async (process: CompiledDictionaries, text: string) => {
      const version = await process.find(member.organizationId, id)
      return (await process.compiled(version, 'en', localeOf('en')))!.find(text).length
    }
    expect([await found(one, 'Nguyen'), await found(other, 'Nguyen')]).toEqual([1, 1])
    await askDictionaries(service, member, 'PATCH', `/${id}`, { items: [{ text: 'Smith', alias: 'smythe' }] })
    expect([await found(one, 'Nguyen'), await found(other, 'Nguyen')]).toEqual([0, 0])
    expect([await found(one, 'Smith'), await found(other, 'Smith')]).toEqual([1, 1])
  })
})
