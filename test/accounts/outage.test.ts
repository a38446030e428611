import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { price, verifyLedger } from '../../src/accounts/ledger.ts'
import { openPostgres, type Storage } from '../../src/storage/database.ts'
import { LONG_TEXT } from '../bench/texts.ts'
import { readLedger, sumsOf } from '../support/ledger-entries.ts'
import { type Heard, listen, TRANSPORTS, type Transport } from '../support/listener.ts'
import { createMember, type Member } from '../support/member.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { goodRequest } from '../support/request.ts'
import { SpeechClient } from '../support/speech-client.ts'

const PROGRAMS = postgresPrograms()
if (PROGRAMS === undefined)
  console.warn('Postgres is not taken away: that needs its programs on this machine.')

const CREDITS = 1_000_000
const SHORT_TEXT = 'Hello there.'
/** Turns that are being spoken when the database goes: seconds of work for one inference worker. */
const RUNNING_TURNS = 12
/** Between two turns that are asked for meanwhile (milliseconds). */
const PACE = 300
/** A turn that cannot be paid for is refused in so long (milliseconds). */
const PATIENCE = 7000
/** A new turn is spoken so long after the database is back, and all is recorded (milliseconds). */
const RECOVERY = 5000
const RECORDED = 20_000

/** A turn that was asked for while the database was away. */
interface Attempt extends Heard {
  readonly took: number
}

describe.skipIf(PROGRAMS === undefined)('while Postgres is away', () => {
  let server: PostgresServer
  let storage: Storage
  let purr: Purr
  beforeAll(async () => {
    server = await startPostgres(PROGRAMS!)
    storage = await openPostgres(server.url)
    purr = await startPurr({ DATABASE_URL: server.url, WORKERS: '1' })
  })
  afterAll(async () => {
    await purr?.stop()
    await purr?.remove()
    await storage?.close()
    await server?.remove()
  })

  const speak = (client: Member, transport: Transport, text: string) =>
    listen(transport, { url: purr.url, key: client.key }, [text])

  /** One short turn after the other on a connection that was there before, and as requests of their own. */
  async function keepAsking(client: Member, socket: SpeechClient, signal: AbortSignal): Promise<Attempt[]> {
    const output_format = { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 }
    const overSocket = async (context_id: string): Promise<Heard> => {
      socket.send({ ...goodRequest, transcript: SHORT_TEXT, output_format, context_id })
      const frames = await socket.turn(context_id)
      const { type, error_code } = frames.at(-1)!
      const audio = frames.filter(({ type }) => type === 'chunk').length
      return { audio, isComplete: type === 'done', error: error_code as string | undefined }
    }
    const attempts: Promise<Attempt>[] = []
    const attempt = async (turn: () => Promise<Heard>) => {
      const from = performance.now()
      return { ...(await turn()), took: performance.now() - from }
    }
    while (!signal.aborted) {
      attempts.push(
        attempt(() => overSocket(`turn ${attempts.length}`)),
        attempt(() => speak(client, 'raw', SHORT_TEXT)),
      )
      await Bun.sleep(PACE)
    }
    return Promise.all(attempts)
  }

  async function openCharges(): Promise<number> {
    return (await storage.db.query.openCharges.findMany()).length
  }

  test.each([
    ['crashed', () => server.crash(), () => server.start(), 4000],
    ['silent', () => server.freeze(), () => server.thaw(), 8000],
  ] as const)(
    '%s: running turns are spoken to their end, new ones are refused in time, and nobody pays for what was not spoken',
    async (_, takeAway, giveBack, away) => {
      const asking = await createMember(storage.db, CREDITS)
      const running = await createMember(storage.db, CREDITS)
      const whole = await speak(running, 'raw', LONG_TEXT)
      expect(whole.isComplete).toBe(true)

      // `wav` is left out: its header and its format make it another length.
      const transports = TRANSPORTS.filter((transport) => transport !== 'wav')
      let unfinished = RUNNING_TURNS
      const turns = Array.from({ length: RUNNING_TURNS }, async (_, index) => {
        const heard = await speak(running, transports[index % transports.length]!, LONG_TEXT)
        unfinished--
        return heard
      })
      while ((await openCharges()) < RUNNING_TURNS) await Bun.sleep(10)
      const socket = await SpeechClient.connect(purr.url, asking.key)
      const over = new AbortController()
      let attempts: Promise<Attempt[]>
      await takeAway()
      try {
        expect(unfinished).toBeGreaterThan(0)
        attempts = keepAsking(asking, socket, over.signal)
        await Bun.sleep(away)
      } finally {
        over.abort()
        await giveBack()
      }
      const back = performance.now()
      while (!(await speak(asking, 'websocket', SHORT_TEXT)).isComplete) await Bun.sleep(50)
      expect(performance.now() - back).toBeLessThan(RECOVERY)

      for (const heard of await Promise.all(turns)) expect(heard).toEqual(whole)
      const asked = await attempts
      socket.close()
      const refused = asked.filter(({ isComplete }) => !isComplete)
      expect(refused.length).toBeGreaterThan(0)
      for (const { audio, error, took } of refused) {
        expect({ audio, error }).toEqual({ audio: 0, error: 'billing_unavailable' })
        expect(took).toBeLessThan(PATIENCE)
      }

      const limit = performance.now() + RECORDED
      while ((await openCharges()) > 0 && performance.now() < limit) await Bun.sleep(100)
      const sums = sumsOf(await readLedger(storage.db))
      const paid = ({ organizationId }: Member) => CREDITS - sums.get(organizationId)!.balance
      expect(paid(running)).toBe((RUNNING_TURNS + 1) * price(LONG_TEXT))
      expect(paid(asking)).toBe((asked.length - refused.length + 1) * price(SHORT_TEXT))
      expect(await openCharges()).toBe(0)
      expect(await verifyLedger(storage.db)).toEqual([])
      for (const { balance, entries } of sums.values()) expect(balance).toBe(entries)
    },
  )
})
