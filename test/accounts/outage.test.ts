import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyLedger } from '../../src/accounts/ledger-check.ts'
import { price } from '../../src/accounts/price.ts'
import { openPostgres, type Storage } from '../../src/storage/database.ts'
import { LONG_TEXT } from '../bench/texts.ts'
import { type Crowd, crowd } from '../support/crowd.ts'
import { eventually } from '../support/eventually.ts'
import { type Attempt, keepAsking } from '../support/keep-asking.ts'
import { readLedger, sumsOf } from '../support/ledger-entries.ts'
import { type Heard, listen, TRANSPORTS, type Transport } from '../support/listener.ts'
import { createMember, type Member } from '../support/member.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts'
import { type Purr, startPurr } from '../support/process.ts'
import { SpeechClient } from '../support/speech-client.ts'

const PROGRAMS = postgresPrograms()
if (PROGRAMS === undefined)
  console.warn('Postgres is not taken away: that needs its programs on this machine.')

const CREDITS = 1_000_000
const SHORT_TEXT = 'Hello there.'
/** Turns that are being spoken when the database goes: seconds of work for one inference worker. */
const RUNNING_TURNS = 6
/** Connections that Postgres serves. */
const CONNECTIONS = 40
/** Between two turns that are asked for meanwhile (milliseconds). */
const PACE = 150

describe.skipIf(PROGRAMS === undefined)('while Postgres is away', () => {
  let server: PostgresServer
  let storage: Storage
  let purr: Purr
  /** LONG_TEXT, when nothing is the matter. */
  let whole: Heard
  beforeAll(async () => {
    server = await startPostgres(PROGRAMS!, CONNECTIONS)
    storage = await openPostgres(server.url)
    purr = await startPurr({ DATABASE_URL: server.url })
    whole = await speak(await createMember(storage.db, CREDITS), 'raw', LONG_TEXT)
    expect(whole.isComplete).toBe(true)
  })
  afterAll(async () => {
    await purr?.stop()
    await purr?.remove()
    await storage?.close()
    await server?.remove()
  })

  const speak = (client: Member, transport: Transport, text: string) =>
    listen(transport, { url: purr.url, key: client.key }, [text])

  async function openCharges(): Promise<number> {
    return (await storage.db.query.openCharges.findMany()).length
  }

  let restart: Promise<void>
  let others: Crowd
  const takeAll = async () => {
    others = await crowd(server.url, CONNECTIONS, true)
  }
  const beginRestart = () => {
    restart = server.restart('fast')
  }
  test.each([
    ['crashed', () => server.crash(), () => server.start(), 4000],
    ['silent', () => server.freeze(), () => server.thaw(), 8000],
    ['out of connections', takeAll, () => others.leave(), 5000],
    ['restarted', beginRestart, () => restart, 0], // so short that perhaps nobody is refused
  ] as const)(
    '%s: running turns are spoken to their end, new ones are refused meanwhile, and nobody pays for what was not spoken',
    async (_, takeAway, giveBack, away) => {
      const asking = await createMember(storage.db, CREDITS)
      const running = await createMember(storage.db, CREDITS)

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
        attempts = keepAsking({ url: purr.url, key: asking.key }, socket, SHORT_TEXT, PACE, over.signal)
        await Bun.sleep(away)
        // However long that takes: the database is away until then.
        if (away > 0) expect((await speak(asking, 'raw', SHORT_TEXT)).error).toBe('billing_unavailable')
      } finally {
        over.abort()
        await giveBack()
      }
      while (!(await speak(asking, 'websocket', SHORT_TEXT)).isComplete) await Bun.sleep(50)

      for (const heard of await Promise.all(turns)) expect(heard).toEqual(whole)
      const asked = await attempts
      socket.close()
      const refused = asked.filter(({ isComplete }) => !isComplete)
      if (away > 0) expect(refused.length).toBeGreaterThan(0)
      for (const { audio, error } of refused)
        expect({ audio, error }).toEqual({ audio: 0, error: 'billing_unavailable' })

      await eventually(async () => (await openCharges()) === 0)
      const sums = sumsOf(await readLedger(storage.db))
      const paid = ({ organizationId }: Member) => CREDITS - sums.get(organizationId)!.balance
      expect(paid(running)).toBe(RUNNING_TURNS * price(LONG_TEXT))
      expect(paid(asking)).toBe((asked.length - refused.length + 1) * price(SHORT_TEXT))
      expect(await verifyLedger(storage.db)).toEqual([])
      for (const { balance, entries } of sums.values()) expect(balance).toBe(entries)
    },
  )
})
