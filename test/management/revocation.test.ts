import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createKey, revokeKey } from '../../src/accounts/keys.ts'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { createManagementKey } from '../../src/accounts/management-keys.ts'
import { WyomingServer } from '../../src/bridges/wyoming/server.ts'
import type { Engine, Speech } from '../../src/engines/shared/engine.ts'
import { deleteOrganization } from '../../src/retention/delete-organization.ts'
import type { Storage } from '../../src/storage/database.ts'
import { TelnyxLine } from '../bridges/calls/lines.ts'
import { JambonzStream } from '../bridges/jambonz/jambonz-stream.ts'
import { WyomingClient } from '../bridges/wyoming/client.ts'
import { databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { makePerson, post as sent, type TestPerson } from '../support/people.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, sharedEngine, startService } from '../support/service.ts'
import { SpeechClient } from '../support/speech-client.ts'

const RAW = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
const FRAME = { ...goodRequest, output_format: RAW, transcript: 'Good morning. How are you?' }
const REVOKED = { code: 1008, reason: 'The API key has been revoked.' }

/** The real engine, or one that speaks nothing until it is told to stop. */
class HeldEngine implements Engine {
  isHeld = false

  async *speak(...speaking: Parameters<Engine['speak']>): AsyncGenerator<Speech> {
    const [, , { signal }] = speaking
    if (this.isHeld) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    else yield* (await sharedEngine()).speak(...speaking)
  }

  async close(): Promise<void> {}
}

describe.each(databases)('a key that is revoked, on $name', (database) => {
  const engine = new HeldEngine()
  let storage: Storage
  let service: Service
  let other: Service
  let member: Member
  let managementKey: string
  beforeAll(async () => {
    storage = await database.open()
    service = await startService({ storage, engine })
    other = await startService({ storage })
    member = await service.member(100_000)
    managementKey = (await createManagementKey(storage.db, member.organizationId, 'test'))!.key
  })
  afterAll(async () => {
    await other.close()
    await service.close()
    await storage.close()
  })

  /** Another key of the member's organization. */
  async function newKey(): Promise<string> {
    const { projectId } = (await storage.db.query.keys.findFirst({
      where: (key, { eq }) => eq(key.id, member.keyId),
    }))!
    return createKey(storage.db, projectId, 'test')
  }

  const revokeOn =
    ({ url }: Service) =>
    async (key: string) => {
      const path = `${url}/management/organizations/${member.organizationId}/keys/${key.slice(8, 16)}`
      const headers = { authorization: `Bearer ${managementKey}` }
      expect((await fetch(path, { method: 'DELETE', headers })).status).toBe(204)
    }
  const WAYS: [string, (key: string) => Promise<unknown>][] = [
    ['on this server', (key) => revokeOn(service)(key)],
    ['on another server', (key) => revokeOn(other)(key)],
    ['by the command line', (key) => revokeKey(storage.db, key.slice(8, 16))],
  ]

  async function speaking(key: string): Promise<SpeechClient> {
    const client = await SpeechClient.connect(service.url, key)
    client.send({ ...FRAME, context_id: 'open', continue: true })
    await client.until(() => client.frames.some(({ type }) => type === 'chunk'))
    return client
  }

  async function tokenOf(key: string): Promise<string> {
    const answer = await post(`${service.url}/access-token`, key, { grants: { tts: true } })
    return ((await answer.json()) as { token: string }).token
  }

  test.each(WAYS)(
    'closes its connections and ends its turns, which cost nothing: %s',
    async (_way, revoke) => {
      const key = await newKey()
      const before = await service.balance(member)
      const bystander = await speaking(member.key)
      const held = await service.balance(member)
      const busy = await speaking(key)
      const idle = await SpeechClient.connect(service.url, key)
      const byToken = await SpeechClient.connect(service.url, await tokenOf(key))
      const jambonz = await JambonzStream.open(service.url, key, { voice: goodRequest.voice.id })
      jambonz.send({ type: 'stream', text: 'Good morning.' })
      await jambonz.until(() => jambonz.audio.length > 0)
      const call = await TelnyxLine.connect(service.url, { parameters: { api_key: key, id: key } })
      const events = new WebSocket(`${service.url.replace('http', 'ws')}/calls/${key}/events?api_key=${key}`)
      const eventsClosed = new Promise<CloseEvent>((resolve) => {
        events.onclose = resolve
      })
      await new Promise((resolve) => {
        events.onopen = resolve
      })
      expect(await service.balance(member)).toBeLessThan(held)

      await revoke(key)
      for (const client of [busy, idle, byToken])
        expect(await client.until(() => client.closed)).toEqual(REVOKED)
      expect(busy.of('open').at(-1)).toMatchObject({ type: 'error', error_code: 'unauthorized' })
      expect(idle.of(null)).toMatchObject([{ type: 'error', error_code: 'unauthorized' }])
      await jambonz.until(() => jambonz.closed !== undefined)
      expect(jambonz.closed).toEqual(REVOKED)
      expect(jambonz.messages.at(-1)).toMatchObject({ type: 'error', error_code: 'unauthorized' })
      await eventually(() => call.closed !== undefined)
      expect(call.closed).toMatchObject({ code: 1008, reason: 'unauthorized: The API key has been revoked.' })
      expect((await eventsClosed).code).toBeOneOf([1000, 1008])

      expect(bystander.closed).toBeUndefined()
      await eventually(async () => (await service.balance(member)) === held)
      bystander.close()
      await eventually(() => service.turns.running.count === 0)
      expect(await service.balance(member)).toBeWithin(before - FRAME.transcript.length, before + 1)
      expect(await verifyLedger(storage.db)).toEqual([])
      expect(service.sockets.size).toBe(0)
    },
  )

  test('is that of the dashboard when somebody is taken out: their tokens end, and others get new ones', async () => {
    const { organizationId } = await service.member(1000)
    const [owner, leaver] = [
      await makePerson(service, { organizationId }),
      await makePerson(service, { organizationId, role: 'member' }),
    ]
    const path = `/management/organizations/${organizationId}`
    const { data } = (await (await owner.fetch(`${path}/projects`)).json()) as { data: { id: string }[] }
    const tokenFor = async (person: TestPerson) => {
      const answer = await person.fetch(`${path}/projects/${data[0]!.id}/access-token`, sent({}))
      return ((await answer.json()) as { token: string }).token
    }
    const token = await tokenFor(leaver)
    const clients = [
      await SpeechClient.connect(service.url, token),
      await SpeechClient.connect(other.url, token),
    ]
    expect((await owner.fetch(`${path}/members/${leaver.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await post(`${other.url}/tts/bytes`, token, goodRequest)).status).toBe(401)
    for (const client of clients) expect(await client.until(() => client.closed)).toEqual(REVOKED)
    expect((await post(`${service.url}/tts/bytes`, await tokenFor(owner), goodRequest)).status).toBe(200)
  })

  test('of an organization that is deleted ends connections on which nothing is spoken, too', async () => {
    const { organizationId, key } = await service.member(1000)
    const clients = [await SpeechClient.connect(service.url, key), await SpeechClient.connect(other.url, key)]
    await deleteOrganization(storage.db, organizationId, false, undefined)
    for (const client of clients) expect(await client.until(() => client.closed)).toEqual(REVOKED)
  })

  test.each(WAYS)('ends a turn over HTTP with an error, and it costs nothing: %s', async (_way, revoke) => {
    const key = await newKey()
    const before = await service.balance(member)
    engine.isHeld = true
    const request = { ...FRAME, context_id: 'http' }
    const answer = post(`${service.url}/tts/sse`, key, request)
    await eventually(async () => (await service.balance(member)) < before)
    await revoke(key)
    expect((await answer).status).toBe(401) // nothing had been spoken yet
    engine.isHeld = false
    await eventually(async () => (await service.balance(member)) === before)
    expect(await verifyLedger(storage.db)).toEqual([])
  })

  test.each(WAYS)('ends the connections of the Wyoming server that has it: %s', async (_way, revoke) => {
    const apiKey = await newKey()
    const wyoming = await WyomingServer.listen(service.turns, { host: '127.0.0.1', port: 0, apiKey })
    const client = await WyomingClient.connect(wyoming.port)
    client.send('describe')
    await client.first('info')
    await revoke(apiKey)
    await client.until(() => client.isClosed)
    expect(client.events.at(-1)).toMatchObject({ type: 'error', data: { code: 'unauthorized' } })
    wyoming.leave()
    await wyoming.closed()
  })
})
