import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { price } from '../../src/accounts/price.ts'
import { openModel } from '../../src/engines/registry.ts'
import type { Model } from '../../src/engines/shared/model.ts'
import { rows } from '../../src/storage/database.ts'
import { silentLog } from '../../src/telemetry/log.ts'
import { eventually } from '../support/eventually.ts'
import { type Fault, faultyServer } from '../support/faulty-server.ts'
import { HeldServer } from '../support/held-server.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'
import { type AnyFrame, SpeechClient } from '../support/speech-client.ts'

const CREDITS = 1_000_000
const TRANSCRIPT = 'Hello there.'
/** Nothing listens there. */
const NOBODY = 'http://127.0.0.1:1/v1'

/** What a client is told of each fault; `done`: the turn is spoken as far as it goes, and is paid. */
const TOLD: Readonly<Record<Fault | 'is away', string>> = {
  'is away': 'upstream_unavailable',
  'breaks off': 'upstream_unavailable',
  'closes early': 'upstream_unavailable',
  hangs: 'upstream_unavailable',
  stalls: 'upstream_unavailable',
  refuses: 'upstream_unavailable',
  'is full': 'concurrent_limit',
  'sends garbage': 'upstream_unavailable',
  'sends a page': 'upstream_unavailable',
  'sends nothing': 'upstream_unavailable',
  'sends too much': 'done',
}
const FAULTS = Object.keys(TOLD) as (keyof typeof TOLD)[]

const faulty = faultyServer()
/** Two servers of one model that speak when they are told to, so that it is known who is in the middle of what. */
const [one, other] = [new HeldServer(), new HeldServer()]
let folder: string
let models: Map<string, Model>
let service: Service
let member: Member

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purr-faults-'))
  const urls: [string, string[]][] = [
    ...FAULTS.map((fault): [string, string[]] => [fault, [fault === 'is away' ? NOBODY : faulty.url(fault)]]),
    ['pair', [one.url, other.url]],
  ]
  const opened = await Promise.all(
    urls.map(([id, addresses]) => remoteModel(id, addresses, id === 'pair' ? 30_000 : 1000)),
  )
  models = new Map(urls.map(([id], at) => [id, opened[at]!]))
  service = await startService({ models: opened })
  member = await service.member(CREDITS)
})
afterAll(async () => {
  await service.close()
  for (const server of [faulty, one, other]) server.stop()
  await rm(folder, { recursive: true })
})

/**
 * A model on OpenAI servers, opened as from the folder of models.
 *
 * @param patience for which a server may send nothing (milliseconds)
 */
async function remoteModel(name: string, urls: readonly string[], patience: number): Promise<Model> {
  const id = name.replaceAll(' ', '-')
  const config = {
    engine: 'openai',
    urls,
    model: 'canned',
    first_audio_timeout_ms: patience,
    idle_timeout_ms: patience,
    voices: [{ name: id, language: 'en-US' }],
  }
  await Bun.write(join(folder, id, 'config.json'), JSON.stringify(config))
  const log = silentLog()
  return openModel(id, { folder: join(folder, id), env: {}, log })
}

function requestOf(name: string) {
  const { id, voices } = models.get(name)!
  return {
    ...goodRequest,
    model_id: id,
    voice: { mode: 'id', id: voices[0]!.id },
    output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 },
    transcript: TRANSCRIPT,
  }
}

/** How a turn ended: with `done` or an error. It must have ended once, and nothing may have come after that. */
function endOf(frames: readonly AnyFrame[]): string {
  const ends = frames.filter(({ done }) => done === true)
  expect(ends).toEqual([frames.at(-1)!])
  return ends[0]!.type === 'done' ? 'done' : (ends[0]!.error_code as string)
}

/** Nothing of any turn is left: no charge is open, no slot or place taken, and the ledger adds up. */
async function expectNothingLeft(): Promise<void> {
  await eventually(async () => {
    const [left] = await rows<{ open: number; slots: number }>(
      service.storage.db,
      sql`SELECT (SELECT count(*) FROM open_charges)::int AS open,
        (SELECT count(*) FROM slots WHERE until > clock_timestamp())::int AS slots`,
    )
    return left!.open === 0 && left!.slots === 0
  })
  for (const model of models.values()) {
    expect([model.id, model.capacity.taken]).toEqual([model.id, 0])
    for (const { outstanding } of model.servers!()) expect(outstanding).toBe(0)
  }
  expect(await verifyLedger(service.storage.db)).toEqual([])
}

describe('an engine that', () => {
  test.each(FAULTS)(
    '%s ends each turn once, which is paid only if it was spoken',
    async (fault) => {
      const told = TOLD[fault]
      const before = await service.balance(member)
      const client = await SpeechClient.connect(service.url, member.key)
      client.send({ ...requestOf(fault), context_id: 'turn' })
      expect(endOf(await client.turn('turn'))).toBe(told)

      const answer = await post(`${service.url}/tts/bytes`, member.key, {
        ...requestOf(fault),
        output_format: goodRequest.output_format,
      })
      if (told === 'done') expect(answer.status).toBe(200)
      else {
        expect(answer.status).toBe(told === 'concurrent_limit' ? 429 : 502)
        expect(((await answer.json()) as { error: string }).error).toBe(told)
      }
      // The connection is as good as before.
      client.send({ ...goodRequest, output_format: requestOf(fault).output_format, context_id: 'next' })
      expect(endOf(await client.turn('next'))).toBe('done')
      client.close()

      await expectNothingLeft()
      const paid = price(TRANSCRIPT) * (told === 'done' ? 3 : 1)
      expect(before - (await service.balance(member))).toBe(paid)
    },
    30_000,
  )
})

test('when one of two engines dies, its turns end, those of the other go on, and it is used again when it is back', async () => {
  const TURNS = 10
  const before = await service.balance(member)
  const client = await SpeechClient.connect(service.url, member.key)
  const ids = Array.from({ length: TURNS }, (_, turn) => `turn ${turn}`)
  const send = (context_id: string) => client.send({ ...requestOf('pair'), context_id })
  for (const id of ids) send(id)
  await eventually(() => one.speaking + other.speaking === TURNS)
  expect([one.speaking, other.speaking]).toEqual([TURNS / 2, TURNS / 2])
  // A turn that has been heard is not begun again elsewhere.
  for (const id of ids) await client.until(() => client.of(id).some(({ type }) => type === 'chunk'))

  one.die()
  other.goOn()
  const ends = await Promise.all(ids.map(async (id) => endOf(await client.turn(id))))
  expect(ends.filter((end) => end === 'done')).toHaveLength(TURNS / 2)
  expect(ends.filter((end) => end === 'upstream_unavailable')).toHaveLength(TURNS / 2)

  // Nobody notices that one is away: what it does not answer is asked of the other.
  const later = ids.map((id) => `later ${id}`)
  for (const id of later) send(id)
  expect(new Set(await Promise.all(later.map(async (id) => endOf(await client.turn(id)))))).toEqual(
    new Set(['done']),
  )
  const pair = models.get('pair')!
  expect(pair.health()).toBe('degraded')

  one.revive()
  one.goOn()
  let probes = 0
  await eventually(async () => {
    send(`probe ${++probes}`)
    expect(endOf(await client.turn(`probe ${probes}`))).toBe('done')
    return pair.health() === 'ready'
  })
  client.close()
  await expectNothingLeft()
  const paid = price(TRANSCRIPT) * (TURNS / 2 + TURNS + probes)
  expect(before - (await service.balance(member))).toBe(paid)
}, 60_000)
