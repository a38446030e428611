import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { decodeClip } from '../../src/audio/clip/decode.ts'
import { catalogue } from '../../src/engines/embedded/model-folder.ts'
import type { ModelList } from '../../src/management/voices/voice-routes.ts'
import { exportOrganization } from '../../src/retention/export-organization.ts'
import { BAND_HZ } from '../../src/speech/cloning/frames.ts'
import { withoutTimeLimit } from '../../src/storage/database.ts'
import { members, voices } from '../../src/storage/schema.ts'
import { CONSENT_STATEMENT } from '../../src/voices/consent-statement.ts'
import type { VoiceDetails } from '../../src/voices/voice-details.ts'
import { listVoices, type VoicesPage } from '../../src/voices/voice-list.ts'
import { ControlledCloner, NOISE } from '../support/controlled-cloner.ts'
import { CLIP, FORM_TYPE, formWith } from '../support/form.ts'
import { listedVoices } from '../support/listed-voices.ts'
import { makePerson } from '../support/people.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const CONSENT = { consent_speaker: ' Ann Smith ', consent: CONSENT_STATEMENT.version }
const SHARED = catalogue()[0]!

let service: Service
let cloner: ControlledCloner
beforeAll(async () => {
  cloner = new ControlledCloner()
  service = await startService({ cloner })
})
afterAll(() => service.close())

/** Someone who manages an organization with a management key. */
interface Manager extends Member {
  ask(path: string, init?: RequestInit): Promise<Response>
  clone(fields?: Record<string, string | undefined>): Promise<Response>
}

async function manager(credits = 1): Promise<Manager> {
  const member = await service.member(credits)
  const key = (await createManagementKey(service.storage.db, member.organizationId, 'deployer'))!.key
  const ask = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(`${service.url}/management/organizations/${member.organizationId}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(headers as Record<string, string>) },
    })
  const clone = (fields: Record<string, string | undefined> = {}) =>
    ask('/voices', {
      method: 'POST',
      headers: { 'content-type': FORM_TYPE },
      body: formWith({ ...CONSENT, ...fields }),
    })
  return { ...member, ask, clone }
}

async function voiceOf(answer: Response): Promise<VoiceDetails> {
  expect(answer.status).toBe(200)
  return (await answer.json()) as VoiceDetails
}

async function names({ ask }: Manager, query: string): Promise<string[]> {
  const { data } = (await (await ask(`/voices?${query}`)).json()) as VoicesPage
  return data.map(({ name }) => name)
}

describe('a voice is cloned', () => {
  test('with the consent of its speaker, which says who recorded it, when and in which words', async () => {
    const acme = await manager()
    const before = Date.now()
    const voice = await voiceOf(await acme.clone())
    const recordedAt = Date.parse(voice.consent!.recorded_at)
    expect(recordedAt).toBeGreaterThanOrEqual(before)
    expect(recordedAt).toBeLessThanOrEqual(Date.now())
    expect(voice).toMatchObject({
      name: 'Ann',
      language: 'en-US',
      is_owner: true,
      profile: {
        pitch_hz: 120,
        pitch_range_semitones: 6,
        formant_scale: 1,
        breathiness: 0.4,
        syllables_per_second: 4,
        band: { from_hz: 0, to_hz: 11_025 },
      },
      consent: {
        speaker: 'Ann Smith',
        statement: CONSENT_STATEMENT.text,
        recorded_by: 'deployer',
      },
    })
    expect(voice.profile!.spectrum.map(({ hz }) => hz)).toEqual(BAND_HZ.map(Math.round))
    expect(new Set(voice.profile!.spectrum.map(({ db }) => db))).toEqual(new Set([0]))
    expect(await voiceOf(await acme.ask(`/voices/${voice.id}`))).toEqual(voice)
    expect(Buffer.from(cloner.clips.at(-1)!)).toEqual(CLIP)
  })

  test.each<[string, Record<string, string | undefined>]>([
    ['without a speaker', { consent_speaker: undefined }],
    ['by a speaker without a name', { consent_speaker: ' ' }],
    ['not at all', { consent: undefined }],
    ['to words that are not shown any more', { consent: '0' }],
    ['in too many words', { consent: 'x'.repeat(9000) }],
  ])('but not if it is consented to %s', async (_, fields) => {
    const acme = await manager()
    const answer = await acme.clone(fields)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_consent' }])
    expect(await names(acme, 'kind=own')).toEqual([])
  })

  test('through the refusals of the public endpoint', async () => {
    const refused = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { error: string }).error,
    ]
    expect(await refused(await (await manager(0)).clone())).toEqual([402, 'payment_required'])
    const acme = await manager()
    expect(await refused(await acme.clone({ name: '' }))).toEqual([400, 'invalid_name'])
    expect(await refused(await acme.clone({ clip: NOISE }))).toEqual([400, 'invalid_clip'])
  })

  test('and its consent is exported with the organization', async () => {
    const acme = await manager()
    await acme.clone()
    const lines: string[] = []
    await exportOrganization(service.storage.db, acme.organizationId, async (line) => void lines.push(line))
    const exported = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'voice')
    expect(exported).toMatchObject([
      { consent: { speaker: 'Ann Smith', statement: CONSENT_STATEMENT.text, recordedBy: 'deployer' } },
    ])
  })
})

test('a shared voice has no profile and no consent', async () => {
  const acme = await manager()
  expect(await voiceOf(await acme.ask(`/voices/${SHARED.id}`))).toMatchObject({
    name: SHARED.name,
    profile: null,
    consent: null,
  })
})

test('models say whether they make voices of recordings', async () => {
  const { data } = (await (await (await manager()).ask('/models')).json()) as ModelList
  expect(data.map(({ id, clones }) => [id, clones])).toEqual([['gepard-1.0', true]])
})

describe('the list', () => {
  let acme: Manager
  beforeAll(async () => {
    acme = await manager()
    const row = { organizationId: acme.organizationId, description: '', speaker: SHARED.speaker }
    await service.storage.db.insert(voices).values([
      { ...row, id: crypto.randomUUID(), name: 'Ann 100%', language: 'en-GB' },
      { ...row, id: crypto.randomUUID(), name: 'Änne', language: 'de-DE', modelId: 'gepard-1.0' },
      { ...row, id: crypto.randomUUID(), name: 'Lost', language: 'en', modelId: 'gone' },
    ])
  })
  const all = listedVoices().map(({ name }) => name)
  const shared = (isWanted: (voice: typeof SHARED) => boolean) =>
    listedVoices()
      .filter((voice) => isWanted(voice as typeof SHARED))
      .map(({ name }) => name)

  test.each<[string, string[], string[]]>([
    ['', ['Ann 100%', 'Änne'], all],
    ['kind=own', ['Ann 100%', 'Änne'], []],
    ['kind=shared', [], all],
    ['kind=', ['Ann 100%', 'Änne'], all],
    ['language=en', ['Ann 100%'], shared(({ language }) => language === 'en')],
    ['language=EN-gb', ['Ann 100%'], []],
    ['language=de', ['Änne'], ['Kerstin']],
    ['language=e', [], []],
    ['model=gepard-1.0', ['Ann 100%', 'Änne'], all],
    ['model=gone', [], []],
    ['search=ANN', ['Ann 100%'], []],
    ['search=%25', ['Ann 100%'], []],
    ['search=%C3%84NNE', ['Änne'], []],
    ['search=kathleen&language=en', [], ['Kathleen', 'Kathleen Lively', 'Kathleen Calm']],
  ])('has the voices of ?%s', async (query, own, others) => {
    const found = await names(acme, query)
    expect(found.slice(0, own.length).toSorted()).toEqual(own.toSorted())
    expect(found.slice(own.length)).toEqual(others)
  })

  test('comes in pages, of which the last one ends it', async () => {
    const pages: string[][] = []
    let next: string | null = ''
    while (next !== null) {
      const page = await acme.ask(`/voices?kind=shared&limit=5&starting_after=${next}`)
      const { data, next_page } = (await page.json()) as VoicesPage
      pages.push(data.map(({ name }) => name))
      next = next_page
    }
    expect(pages.map(({ length }) => length)).toEqual([5, 5, 2])
    expect(pages.flat()).toEqual(all)
  })

  test('refuses another kind', async () => {
    const answer = await acme.ask('/voices?kind=best')
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_value' }])
  })

  test('of 10,000 voices is read in part, page by page and by name', async () => {
    const big = await manager()
    const insert = `
      INSERT INTO voices (id, organization_id, name, description, language, speaker)
      SELECT gen_random_uuid(), '${big.organizationId}', 'Voice ' || n, '', 'en', v.speaker
      FROM generate_series(1, 10000) n, (SELECT speaker FROM voices LIMIT 1) v`
    await withoutTimeLimit(service.storage.db, (tx) => tx.execute(insert))
    await service.storage.db.execute('ANALYZE voices')
    const timeOf = async (read: () => Promise<unknown>) => {
      const begunAt = performance.now()
      await read()
      return performance.now() - begunAt
    }
    const all = { limit: Number.POSITIVE_INFINITY }
    for (const query of ['limit=50', 'kind=own&search=voice 9999', 'language=en&kind=own&limit=100']) {
      const times: { page: number; whole: number }[] = []
      for (let each = 0; each < 5; each++)
        times.push({
          page: await timeOf(async () => expect((await names(big, query)).length).toBeGreaterThan(0)),
          whole: await timeOf(() => listVoices(service.turns, big.organizationId, all)),
        })
      const least = (of: 'page' | 'whole') => Math.min(...times.map((time) => time[of]))
      expect(least('page')).toBeLessThan(least('whole'))
    }
  })
})

describe('a sample', () => {
  test('of a voice is speech, costs nothing, and is the same when it is heard again', async () => {
    const acme = await manager(1)
    const { id } = await voiceOf(await acme.clone())
    for (const voice of [SHARED.id, id]) {
      const sample = await acme.ask(`/voices/${voice}/sample`)
      expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
      const bytes = new Uint8Array(await sample.arrayBuffer())
      const { samples } = await decodeClip(bytes)
      expect(samples.length / 22_050).toBeGreaterThan(2)
      expect(Math.max(...samples.subarray(0, 60_000).map(Math.abs))).toBeGreaterThan(0.05)
      expect(Buffer.from(await (await acme.ask(`/voices/${voice}/sample`)).arrayBuffer())).toEqual(
        Buffer.from(bytes),
      )
    }
    expect(await service.balance(acme)).toBe(1)
  })

  const statuses = async ({ ask }: Manager, ids: readonly string[]) => {
    const answers = await Promise.all(ids.map((id) => ask(`/voices/${id}/sample`)))
    return new Set(answers.map(({ status }) => status))
  }

  test('is made once for all who ask for it at the same time', async () => {
    const ids = catalogue().map(({ id }) => id)
    expect(await statuses(await manager(), [...ids, ...ids])).toEqual(new Set([200]))
  })

  test('is not made while too many others of the organization wait to be; those of others are', async () => {
    const acme = await manager()
    const made = { organizationId: acme.organizationId, name: 'Ann', description: '', language: 'en' }
    const ids = Array.from({ length: 30 }, () => crypto.randomUUID())
    await service.storage.db
      .insert(voices)
      .values(ids.map((id) => ({ ...made, id, speaker: SHARED.speaker })))
    const refused = statuses(acme, ids)
    const other = await manager()
    const ofOther = { ...made, organizationId: other.organizationId, id: crypto.randomUUID() }
    await service.storage.db.insert(voices).values({ ...ofOther, speaker: SHARED.speaker })
    expect((await other.ask(`/voices/${ofOther.id}/sample`)).status).toBe(200)
    expect(await refused).toEqual(new Set([200, 429]))
  })
})

describe('another organization', () => {
  test('does not see, hear or delete a clone', async () => {
    const { id } = await voiceOf(await (await manager()).clone())
    const other = await manager()
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/sample'],
      ['DELETE', ''],
    ] as const) {
      const answer = await other.ask(`/voices/${id}${path}`, { method })
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'voice_not_found' }])
    }
    expect(await names(other, 'kind=own')).toEqual([])
  })

  test('is not found', async () => {
    const { organizationId } = await manager()
    const answer = await (await manager()).ask(`/../${organizationId}/voices`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'organization_not_found' }])
  })
})

test('members clone voices and hear them, and owners delete them', async () => {
  const { organizationId } = await manager()
  const path = `/management/organizations/${organizationId}/voices`
  const member = await makePerson(service, { organizationId, role: 'member' })
  const headers = { 'content-type': FORM_TYPE }
  const made = await member.fetch(path, { method: 'POST', headers, body: formWith(CONSENT) })
  const { id, consent } = await voiceOf(made)
  expect(consent!.recorded_by).toBe(member.email)
  expect((await member.fetch(`${path}/${id}/sample`)).status).toBe(200)
  expect((await member.fetch(`${path}/${id}`, { method: 'DELETE' })).status).toBe(403)
  const owner = await makePerson(service, { organizationId })
  expect((await owner.fetch(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204)
})

test('a member who is taken out while their clone is made gets no voice', async () => {
  const { organizationId, ask } = await manager()
  const member = await makePerson(service, { organizationId, role: 'member' })
  const clips = cloner.clips.length
  cloner.shut()
  const path = `/management/organizations/${organizationId}/voices`
  const running = member.fetch(path, {
    method: 'POST',
    headers: { 'content-type': FORM_TYPE },
    body: formWith(CONSENT),
  })
  await cloner.given(clips + 1)
  await service.storage.db.delete(members).where(eq(members.userId, member.id))
  cloner.open()
  const answer = await running
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'organization_not_found' }])
  expect(await (await ask('/voices?kind=own')).json()).toMatchObject({ data: [] })
})

test('a clone is deleted, once, and a shared voice is not', async () => {
  const acme = await manager()
  const { id } = await voiceOf(await acme.clone())
  const remove = async (voice: string) => (await acme.ask(`/voices/${voice}`, { method: 'DELETE' })).status
  expect(await remove(id)).toBe(204)
  expect(await remove(id)).toBe(404)
  expect(await remove(SHARED.id)).toBe(404)
  expect((await acme.ask(`/voices/${id}`)).status).toBe(404)
  expect((await acme.ask(`/voices/${id}/sample`)).status).toBe(404)
})
