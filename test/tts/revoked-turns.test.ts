import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createKey, revokeKey } from '../../src/accounts/keys.ts'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { WyomingServer } from '../../src/bridges/wyoming/server.ts'
import { rows, type Storage } from '../../src/storage/database.ts'
import { RunningTurns, type TurnState } from '../../src/tts/running-turns.ts'
import { TelnyxLine } from '../bridges/calls/lines.ts'
import { JambonzStream } from '../bridges/jambonz/jambonz-stream.ts'
import { WyomingClient } from '../bridges/wyoming/client.ts'
import { books } from '../support/books.ts'
import { databases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { listen, TRANSPORTS } from '../support/listener.ts'
import { seeded } from '../support/random.ts'
import { goodRequest, post } from '../support/request.ts'
import { type Member, type Service, startService } from '../support/service.ts'

const ROUNDS = 8
const TURNS = 4
const CREDITS = 1_000_000
const TEXTS = ['Good morning, Dr. Smith. ', 'The door is open, ', 'and it is 5:30.']

/** Counts how often each turn ends. */
class CountedTurns extends RunningTurns {
  begun = 0
  readonly ends: number[] = []

  override begin(state: () => TurnState): () => void {
    const end = super.begin(state)
    const number = this.begun++
    this.ends[number] = 0
    return () => {
      this.ends[number]!++
      end()
    }
  }
}

describe.each(databases)('keys that are revoked at any moment, on $name', ({ open }) => {
  let storage: Storage
  let service: Service
  let running: CountedTurns
  let member: Member
  let projectId: string
  beforeAll(async () => {
    storage = await open()
    running = new CountedTurns()
    service = await startService({ storage, running })
    member = await service.member(CREDITS)
    const key = await storage.db.query.keys.findFirst({ where: (row, { eq }) => eq(row.id, member.keyId) })
    projectId = key!.projectId
  })
  afterAll(async () => {
    await service.close()
    await storage.close()
  })

  /** A turn over each transport and bridge. Resolves when its client knows the end, whatever that is. */
  const ways: ((key: string) => Promise<unknown>)[] = [
    ...TRANSPORTS.map((transport) => (key: string) => listen(transport, { url: service.url, key }, TEXTS)),
    async (key) => {
      const stream = await JambonzStream.open(service.url, key, { voice: goodRequest.voice.id })
      if (stream.closed === undefined) stream.say(...TEXTS)
      await stream.until(() => stream.closed !== undefined || stream.audio.length > 50_000)
      stream.close()
    },
    async (key) => {
      const line = await TelnyxLine.connect(service.url, { parameters: { api_key: key, id: key } })
      const said = post(`${service.url}/calls/${key}/say`, key, { transcript: TEXTS.join('') })
      await said.catch(() => {})
      line.hangUp()
    },
    async (apiKey) => {
      const wyoming = await WyomingServer.listen(service.turns, { host: '127.0.0.1', port: 0, apiKey })
      const client = await WyomingClient.connect(wyoming.port)
      client.send('synthesize', { text: TEXTS.join('') })
      await client.until(() => client.isClosed || client.types().includes('audio-stop'))
      client.close()
      wyoming.leave()
      await wyoming.closed()
    },
  ]

  test('end each turn once; credits add up, slots are free, and nothing is left behind', async () => {
    const random = seeded(15)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
    const { db } = storage
    /** @param latest until when the key is revoked (milliseconds). Undefined: it is revoked at the end */
    const round = async (latest?: number) => {
      const key = await createKey(db, projectId, 'test')
      const turns = Array.from({ length: TURNS }, () => {
        const [way, delay] = [pick(ways), random() * 100]
        return Bun.sleep(delay).then(() => way(key))
      })
      const [delay, isHere] = [random() * (latest ?? 0), random() < 0.5]
      await (latest === undefined ? Promise.all(turns) : Bun.sleep(delay))
      const prefix = key.slice(8, 16)
      const id = (await revokeKey(db, prefix))!
      if (isHere) service.turns.keys.revoked({ id, prefix })
      await Promise.all(turns)
    }
    const begun = performance.now()
    await Promise.all([round(), round()])
    const latest = performance.now() - begun
    for (let index = 2; index < ROUNDS; index += 2) await Promise.all([round(latest), round(latest)])
    // Some are spoken and some cut off; on a machine that is faster or slower meanwhile it takes more rounds.
    await eventually(async () => {
      await running.ended()
      await service.turns.settlements.drained()
      const { confirmed, refunded } = await books(db, member.organizationId)
      if (Math.min(confirmed, refunded) > 0) return true
      await Promise.all([round(latest), round(latest)])
      return false
    })

    await running.ended()
    expect(running.begun).toBeGreaterThan(ROUNDS)
    expect(running.ends).toEqual(running.ends.map(() => 1))
    await service.turns.settlements.drained()
    const { balance, due, confirmed, open } = await books(db, member.organizationId)
    expect({ balance, open }).toEqual({ balance: due, open: 0 })
    expect(await verifyLedger(db)).toEqual([])

    expect(await service.turns.usage.flush()).toBe(true)
    const [counted] = await rows(
      db,
      sql`
        SELECT sum(turns)::int AS turns, sum(characters)::int AS characters FROM usage
        WHERE organization_id = ${member.organizationId} AND period = 'minute'`,
    )
    expect(counted).toEqual({ turns: running.begun, characters: confirmed })

    await eventually(() => service.sockets.size === 0)
    expect(service.turns.keys.size).toBe(0)
    expect(service.turns.usage.waiting).toBe(0)
    await eventually(async () => {
      const [taken] = await rows<{ count: number }>(
        db,
        sql`
          SELECT count(*)::int FROM slots
          WHERE organization_id = ${member.organizationId} AND until > clock_timestamp()`,
      )
      return taken!.count === 0
    })
  })
})
