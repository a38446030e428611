import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { pageOf } from '../../src/http/page.ts'
import { voices } from '../../src/storage/schema.ts'
import { listVoices, type VoicesQuery } from '../../src/voices/voice-list.ts'
import type { Voice } from '../../src/voices/voices.ts'
import { listedVoices } from '../support/listed-voices.ts'
import { seeded } from '../support/random.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const OWN = 40
const LANGUAGES = ['en', 'de-DE', 'EN', 'nl-NL']

let service: Service
let member: Member
let whole: readonly Voice[]

beforeAll(async () => {
  service = await startService()
  member = await service.member(0)
  // Four of each moment, and moments that a Date cannot tell apart.
  const [any] = await service.storage.db.select({ speaker: voices.speaker }).from(voices).limit(1)
  await service.storage.db.insert(voices).values(
    Array.from({ length: OWN }, (_, index) => ({
      ...{
        id: crypto.randomUUID(),
        organizationId: member.organizationId,
        name: `Own ${index}`,
        description: '',
      },
      ...{ language: LANGUAGES[index % LANGUAGES.length]!, speaker: any!.speaker },
    })),
  )
  await service.storage.db.execute(
    `UPDATE voices SET created_at = '2026-01-01'::timestamptz + (substr(name, 5)::int / 4) * interval '1 microsecond'
     WHERE organization_id = '${member.organizationId}'`,
  )
  whole = await list({ limit: Number.POSITIVE_INFINITY })
})
afterAll(() => service.close())

async function list(query: VoicesQuery): Promise<readonly Voice[]> {
  return (await listVoices(service.turns, member.organizationId, query)).data
}

test('the list has its own voices, the newest first, then the shared ones', () => {
  const numbers = whole.slice(0, OWN).map(({ name }) => Number(name.slice(4)) >> 2)
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  expect(whole.slice(OWN).map(({ id }) => id)).toEqual(listedVoices().map(({ id }) => id))
})

test('any page is that part of the whole list', async () => {
  const random = seeded(16)
  const below = (count: number) => Math.floor(random() * count)
  const someId = () => {
    const id = [whole[below(whole.length)]!.id, crypto.randomUUID(), 'none'][below(12) > 9 ? below(3) : 0]!
    return below(2) === 0 ? id : id.toUpperCase()
  }
  for (let round = 0; round < 300; round++) {
    const language = below(2) === 0 ? undefined : LANGUAGES[below(LANGUAGES.length)]
    const query = {
      limit: 1 + below(round % 2 === 0 ? 5 : 60),
      language,
      startingAfter: below(2) === 0 ? someId() : undefined,
      endingBefore: below(3) === 0 ? someId() : undefined,
    }
    const cursors = [query.startingAfter?.toLowerCase(), query.endingBefore?.toLowerCase()]
    const isListed = (voice: Voice) => !language || voice.language.toLowerCase() === language.toLowerCase()
    const { data: entries } = pageOf(
      whole.filter((voice) => isListed(voice) || cursors.includes(voice.id)),
      query,
    )
    const last = entries.at(-1)
    const hasMore = last !== undefined && whole.slice(whole.indexOf(last) + 1).some(isListed)
    expect(await listVoices(service.turns, member.organizationId, query), JSON.stringify(query)).toEqual({
      data: entries,
      has_more: hasMore,
      next_page: hasMore ? last.id : null,
    })
  }
})

describe('reading lists without end', () => {
  test.each(['/voices?limit=1', '/v1/audio/voices'])(
    '%s is refused for a while, to that organization',
    async (path) => {
      const reader = await service.member(0)
      const read = async ({ key }: Member) => {
        const answer = await fetch(service.url + path, { headers: { 'x-api-key': key } })
        return {
          status: answer.status,
          wait: Number(answer.headers.get('retry-after')),
          text: await answer.text(),
        }
      }
      let refused: Awaited<ReturnType<typeof read>> | undefined
      for (let round = 0; round < 400 && refused === undefined; round++) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => read(reader)))
        refused = answers.find(({ status }) => status === 429) // others may be too late for a busy database
      }
      expect(refused!.wait).toBeGreaterThan(0)
      expect(refused!.text).toContain('rate_limit')
      expect((await read(await service.member(0))).status).toBe(200)
    },
  )
})
