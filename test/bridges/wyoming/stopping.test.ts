import { afterEach, describe, expect, test } from 'bun:test'
import { generateKey } from '../../../src/accounts/api-key.ts'
import { TIMEOUTS } from '../../../src/bridges/wyoming/connection.ts'
import { WyomingServer } from '../../../src/bridges/wyoming/server.ts'
import { RunningTurns } from '../../../src/tts/running-turns.ts'
import { type Books, books } from '../../support/books.ts'
import { newDataFolder, openLeft } from '../../support/data-folder.ts'
import { eventually } from '../../support/eventually.ts'
import { GatedEngine } from '../../support/gated-engine.ts'
import { startPurr } from '../../support/process.ts'
import { type Member, type Service, startService } from '../../support/service.ts'
import { WyomingClient } from './client.ts'

const CREDITS = 1000
const TEXT = 'Hello there. '

let engine: GatedEngine
let service: Service
let member: Member
let wyoming: WyomingServer

/** @param grace how long turns may go on (milliseconds) */
async function start(grace: number, timeouts: Partial<typeof TIMEOUTS> = {}): Promise<void> {
  engine = new GatedEngine()
  service = await startService({ engine, running: new RunningTurns(grace) })
  member = await service.member(CREDITS)
  const options = { host: '127.0.0.1', port: 0, apiKey: member.key }
  wyoming = await WyomingServer.listen(service.turns, options, { ...TIMEOUTS, ...timeouts })
}

afterEach(async () => {
  engine.open()
  await wyoming.closed()
  await service.close()
})

function ledger(): Promise<Books> {
  return books(service.storage.db, member.organizationId)
}

/** Has the server stop, as main does. */
function leave(): void {
  service.turns.running.leave()
  wyoming.leave()
}

async function isRefused(port: number): Promise<boolean> {
  return WyomingClient.connect(port).then(
    () => false,
    () => true,
  )
}

describe('a server that stops', () => {
  test('closes idle connections at once, and others when what they speak is spoken', async () => {
    await start(3_600_000)
    const { port } = wyoming
    const [idle, busy] = await Promise.all([WyomingClient.connect(port), WyomingClient.connect(port)])
    engine.shut()
    busy.send('synthesize', { text: TEXT })
    await eventually(async () => (await ledger()).open > 0)
    leave()
    expect(await idle.whole()).toEqual([])
    expect(await isRefused(port)).toBe(true)
    engine.open()
    await busy.whole()
    expect(busy.types()).toEqual(['audio-start', 'audio-chunk', 'audio-stop'])
    await wyoming.closed()
    await service.turns.running.ended()
    expect(await ledger()).toMatchObject({ confirmed: TEXT.length, open: 0 })
  })

  test('begins nothing more', async () => {
    await start(3_600_000)
    const client = await WyomingClient.connect(wyoming.port)
    engine.shut()
    client.send('synthesize', { text: TEXT })
    client.send('synthesize', { text: TEXT })
    await eventually(async () => (await ledger()).open > 0)
    leave()
    engine.open()
    const events = await client.whole()
    expect(client.types()).toEqual(['audio-start', 'audio-chunk', 'audio-stop', 'error'])
    expect(events.at(-1)!.data.code).toBe('service_stopping')
    await service.turns.running.ended()
    expect(await ledger()).toMatchObject({ confirmed: TEXT.length, open: 0 })
  })

  test('waits a while for the rest of a text, then says so after what has come, which is refunded', async () => {
    await start(3_600_000, { text: 300 })
    const client = await WyomingClient.connect(wyoming.port)
    client.send('synthesize-start')
    client.send('synthesize-chunk', { text: TEXT })
    await client.first('audio-chunk')
    leave()
    const events = await client.whole()
    expect(client.types()).toEqual(['audio-start', 'audio-chunk', 'error'])
    expect(events.at(-1)!.data.code).toBe('service_stopping')
    await service.turns.running.ended()
    expect(await ledger()).toMatchObject({ balance: CREDITS, refunded: TEXT.length, open: 0 })
  })

  test('ends what is still spoken when it waits no longer, and refunds it', async () => {
    await start(100)
    const client = await WyomingClient.connect(wyoming.port)
    engine.shut()
    client.send('synthesize', { text: TEXT })
    await eventually(async () => (await ledger()).open > 0)
    const stopping = new Promise((resolve) =>
      service.turns.running.stopping.addEventListener('abort', resolve),
    )
    leave()
    await stopping
    engine.open()
    expect((await client.whole()).at(-1)?.data.code).toBe('service_stopping')
    await service.turns.running.ended()
    expect(await ledger()).toMatchObject({ balance: CREDITS, refunded: TEXT.length, open: 0 })
  })

  test('does not wait for a client that takes nothing', async () => {
    await start(100, { close: 100 })
    const client = await WyomingClient.connect(wyoming.port)
    client.socket.pause()
    for (let index = 0; index < 12; index++) client.send('synthesize', { text: 'It goes on. '.repeat(50) })
    await eventually(async () => (await ledger()).open > 0)
    leave()
    await wyoming.closed()
    await service.turns.running.ended()
    const { balance, due, open } = await ledger()
    expect({ balance, open }).toEqual({ balance: due, open: 0 })
    client.close()
  })
})

describe('the command "start"', () => {
  test('serves Wyoming clients where the configuration says so, and stops in good order', async () => {
    await start(0)
    wyoming.leave()
    const folder = await newDataFolder()
    const key = generateKey()
    const purr = await startPurr({
      DATA_DIR: folder,
      PURR_API_KEY: key,
      WYOMING_PORT: '0',
      WYOMING_API_KEY: key,
    })
    const [, port] = /tcp:\/\/127\.0\.0\.1:(\d+)/.exec(purr.greeting)!
    const [client, idle] = await Promise.all([
      WyomingClient.connect(Number(port)),
      WyomingClient.connect(Number(port)),
    ])
    client.send('synthesize', { text: TEXT })
    await client.first('audio-stop')
    expect(await purr.stop()).toBe(0)
    for (const each of [client, idle]) await each.whole()
    const { db, close } = await openLeft(folder)
    expect(await books(db)).toMatchObject({ confirmed: TEXT.length, open: 0 })
    await close()
    await purr.remove()
  })

  test.each<[string, () => Record<string, string>, string]>([
    [
      'a key that is not one of the database',
      () => ({ WYOMING_PORT: '0', WYOMING_API_KEY: generateKey() }),
      'purr: WYOMING_API_KEY is not a valid key of this database: set it to one',
    ],
    [
      'an address that is taken',
      () => {
        const key = generateKey()
        return { PURR_API_KEY: key, WYOMING_API_KEY: key, WYOMING_PORT: String(wyoming.port) }
      },
      'set WYOMING_PORT or WYOMING_HOST to a free address',
    ],
    [
      'an IPv6 address that is not its own',
      () => {
        const key = generateKey()
        return { PURR_API_KEY: key, WYOMING_API_KEY: key, WYOMING_HOST: '2001:db8::1', WYOMING_PORT: '10200' }
      },
      'cannot listen on [2001:db8::1]:10200',
    ],
  ])('refuses %s', async (_, env, message) => {
    await start(0)
    const started = startPurr({ DATA_DIR: await newDataFolder(), ...env() })
    await expect(started).rejects.toThrow(message)
    await expect(started).rejects.toThrow('exit code 1')
    wyoming.leave()
  })
})
