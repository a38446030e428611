import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import type { Normalized } from '../../src/tts/normalize.ts'
import { makeDictionary } from '../support/dictionaries.ts'
import { post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

let service: Service
let member: Member
let key: string
beforeAll(async () => {
  service = await startService()
  member = await service.member(0)
  key = (await createManagementKey(service.storage.db, member.organizationId, 'test'))!.key
})
afterAll(() => service.close())

const ask = (body: unknown, organization = member.organizationId, by = key) =>
  post(`${service.url}/management/organizations/${organization}/how-it-is-read`, by, body)

async function words(body: object): Promise<string[]> {
  const { tokens } = (await (await ask(body)).json()) as Normalized
  return tokens.flatMap((token) => (token.type === 'word' ? token.said.map(({ word }) => word) : []))
}

test('the words and phones of a text are told, without credits', async () => {
  const answer = await ask({ transcript: 'Dr. Smith' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    language: 'en-US',
    tokens: [
      { text: 'Dr.', said: [{ word: 'doctor', phonemes: ['d', 'ˈɑː', 'k', 't', 'ɝ'] }] },
      { text: 'Smith', said: [{ word: 'smith' }] },
      { mark: '.' },
    ],
  })
  expect(await service.balance(member)).toBe(0)
})

test('the language and the dictionary of the organization count', async () => {
  expect(await words({ transcript: 'Um 5 Uhr.', language: 'de' })).toEqual(['um', 'fünf', 'uhr'])
  const { id } = await makeDictionary(service, member, [{ text: 'Smith', alias: 'Miller' }])
  expect(await words({ transcript: 'Smith', pronunciation_dict_id: id })).toEqual(['miller'])
})

test('many texts at once are all answered, and the refusal of one is not that of others', async () => {
  const texts = Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? '' : 'Hello.'))
  const statuses = await Promise.all(texts.map(async (transcript) => (await ask({ transcript })).status))
  expect(statuses).toEqual(texts.map((text) => (text === '' ? 400 : 200)))
  const dictionaries = texts.map((text) => (text === '' ? { pronunciation_dict_id: 'x' } : {}))
  const answers = await Promise.all(dictionaries.map((more) => ask({ transcript: 'Hello.', ...more })))
  expect(answers.map(({ status }) => status)).toEqual(texts.map((text) => (text === '' ? 404 : 200)))
})

test('others are told nothing, whatever they send', async () => {
  const other = await service.member(0)
  const statuses = [
    (await ask('{', other.organizationId)).status,
    (await ask({ transcript: 'a' }, other.organizationId)).status,
    (await ask({ transcript: 'a' }, member.organizationId, member.key)).status,
  ]
  expect(statuses).toEqual([404, 404, 401])
})

test.each<[string, object, number, string]>([
  ['of nothing', { transcript: ' ' }, 400, 'missing_transcript'],
  ['that is long', { transcript: 'I see. '.repeat(1000) }, 400, 'input_too_long'],
  ['that is larger than any', { transcript: 'x'.repeat(70_000) }, 413, 'payload_too_large'],
  ['for an unknown voice', { transcript: 'a', voice: { mode: 'id', id: 'x' } }, 404, 'voice_not_found'],
])('a text %s is refused by name', async (_, body, status, error) => {
  const answer = await ask(body)
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([status, error])
})
