import { afterEach, describe, expect, test } from 'bun:test'
import { ALLOWANCES, type Allowances, Budgets, type SocketBudget } from '../../../src/http/sockets/budgets.ts'
import { settledBooks } from '../../support/books.ts'
import { eventually } from '../../support/eventually.ts'
import { failing } from '../../support/failing-database.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Service, type Substitutes, startService } from '../../support/service.ts'
import { audioOf, SpeechClient } from '../../support/speech-client.ts'

/** Turns that a socket can have begun before the first of them is refused. */
const MOST_TURNS = 256
/** Several times what a socket may send at once, and what may wait. */
const FLOOD = 40_000
/** A socket has a tenth of what it has: however slow this machine is, a flood is faster. */
const TENTH: Allowances = {
  ...ALLOWANCES,
  socket: { frames: { rate: 200, burst: 1000 }, refusals: { rate: 5, burst: 50 } },
}
/** The charges that a socket can try in some time although all are refused. */
const mostCharges = (milliseconds: number) =>
  TENTH.socket.refusals.burst + MOST_TURNS + (TENTH.socket.refusals.rate * milliseconds) / 1000

const TEXT = 'The doctor can see you at 5:30, if that is not too late. Shall I put it down?'
const say = (context_id: string, transcript = TEXT, more: object = {}) => ({
  ...goodRequest,
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 16000 },
  context_id,
  transcript,
  ...more,
})
const marker = (context_id: string) => ({ context_id, transcript: '' })

/** Four frames at once, and one a second. */
const FEW = { rate: 1, burst: 4 }

describe('agents', () => {
  let now = 0
  const send = (budget: SocketBudget, length: number) => {
    const wait = budget.wait()
    budget.takeFrame(length)
    return wait
  }

  test.each<[string, number, (second: number) => number, number]>([
    [
      'an answer of 900 characters, each by itself, at once',
      1,
      (second) => (second % 10 === 0 ? 900 : 0),
      300,
    ],
    ['200 tokens a second', 1, () => 200, 350],
    ['100 turns on one socket, each character by itself as fast as it is heard', 1, () => 1500, 300],
    ['100 agents of one organization, 30 tokens a second, a connection each', 100, () => 30, 350],
    ['long texts', 100, () => 4, 8000],
  ])('that send %s do not wait', (_, sockets, framesIn, length) => {
    const budgets = new Budgets(ALLOWANCES, () => now)
    const agents = Array.from({ length: sockets }, () => budgets.forSocket('one', 'proxy'))
    let longest = 0
    for (let second = 0; second < 120; second++, now += 1000)
      for (const agent of agents)
        for (let frame = 0; frame < framesIn(second); frame++)
          longest = Math.max(longest, send(agent, length))
    expect(longest).toBe(0)
  })

  test('wait longer after long frames: each 1,024 characters count as one more', () => {
    const budgets = new Budgets({ ...ALLOWANCES, socket: { ...ALLOWANCES.socket, frames: FEW } }, () => now)
    const waitAfter = (length: number) => {
      const budget = budgets.forSocket('one', 'proxy')
      budget.takeFrame(length)
      return budget.wait()
    }
    expect([4095, 4096, 6144].map(waitAfter)).toEqual([0, 1000, 3000])
  })

  test('do not wait for a socket, or an organization, that is refused without end', () => {
    const budgets = new Budgets(ALLOWANCES, () => now)
    const [flooding, beside, elsewhere] = [
      budgets.forSocket('bad', 'proxy'),
      budgets.forSocket('bad', 'proxy'),
      budgets.forSocket('good', 'proxy'),
    ]
    for (let count = 0; count < 100_000; count++) flooding.takeRefusal()
    expect(flooding.wait()).toBeGreaterThan(0)
    expect(beside.wait()).toBe(0)
    for (let count = 0; count < 1000; count++) {
      const another = budgets.forSocket('bad', 'proxy')
      for (let refused = 0; refused < MOST_TURNS; refused++) another.takeRefusal()
    }
    expect(beside.wait()).toBeGreaterThan(0)
    expect(elsewhere.wait()).toBe(0)
  })
})

describe('a server', () => {
  let service: Service
  const clients: SpeechClient[] = []
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
    await service.close()
  })

  const start = async (substitutes: Substitutes) => {
    service = await startService(substitutes)
  }
  const connect = async (credits = 100_000) => {
    const member = await service.member(credits)
    const client = await SpeechClient.connect(service.url, member.key)
    clients.push(client)
    return { member, client }
  }

  test.each<[string, number, (count: number) => object | string, number, string]>([
    ['turns that cannot be paid', 0, (count) => say(`turn ${count}`, 'Refused.'), 1008, 'were refused'],
    ['frames that cannot be read', 100_000, () => 'no JSON', 1008, 'were refused'],
    [
      'frames with a wrong model',
      100_000,
      (count) => ({ ...say(`turn ${count}`), model_id: 'sonic' }),
      1008,
      'were refused',
    ],
    ['ends of turns that never began', 100_000, (count) => marker(`turn ${count}`), 1013, 'Too many frames'],
    ['texts without end', 100_000, (count) => say('turn', `${count} `, { continue: true }), 1013, 'Too'],
  ])('closes a connection that floods it with %s, and no other', async (_, credits, frame, code, reason) => {
    let charges = 0
    const count = (statement: string) => {
      if (statement.includes('open_charges')) charges++
      return 'never' as const
    }
    await start({ allowances: TENTH, through: (db) => failing(db, count) })
    const [{ client: flooding, member }, { client: other }] = [await connect(credits), await connect()]
    const begun = performance.now()
    for (let sent = 0; sent < FLOOD; sent++) flooding.send(frame(sent))
    await flooding.until(() => flooding.closed)
    expect(flooding.closed!.code).toBe(code)
    expect(flooding.closed!.reason).toContain(reason)
    if (code === 1008) expect(charges).toBeLessThanOrEqual(mostCharges(performance.now() - begun))
    other.send(say('other'))
    expect((await other.turn('other')).at(-1)!.type).toBe('done')
    expect(other.closed).toBeUndefined()
    const { balance, due } = await settledBooks(service.storage.db, member.organizationId)
    expect(balance).toBe(due)
  })

  test('counts turns that are cancelled before they could be refused', async () => {
    let charges = 0
    const count = (statement: string) => {
      if (statement.includes('open_charges')) charges++
      return 'never' as const
    }
    await start({ allowances: TENTH, through: (db) => failing(db, count) })
    const { client } = await connect(0)
    const begun = performance.now()
    for (let sent = 0; sent < FLOOD / 2; sent++) {
      client.send(say(`turn ${sent}`, 'Refused.'))
      client.send({ context_id: `turn ${sent}`, cancel: true })
    }
    await client.until(() => client.closed)
    expect(client.closed!.code).toBe(1008)
    expect(charges).toBeLessThanOrEqual(mostCharges(performance.now() - begun))
  })

  test('counts turns that end with an error, one after the other', async () => {
    const refusals = { rate: 0.01, burst: 2 }
    await start({ allowances: { ...ALLOWANCES, socket: { ...ALLOWANCES.socket, refusals } } })
    const { client } = await connect(0)
    for (const id of ['first', 'second', 'third']) {
      client.send(say(id))
      await client.turn(id)
    }
    for (let sent = 0; sent < 20; sent++) client.send(say('late', 'word '.repeat(12_000)))
    await client.until(() => client.closed)
    expect(client.closed!.code).toBe(1008)
  })

  /** A socket has few frames, or few refusals, at once; then it is slow. */
  const slow = (kind: 'frames' | 'refusals'): Allowances => ({
    ...ALLOWANCES,
    socket: { ...ALLOWANCES.socket, [kind]: { rate: 100, burst: 10 } },
  })

  test('that slows a connection down loses nothing and keeps the order', async () => {
    await start({ allowances: slow('frames') })
    const { client, member } = await connect()
    const ids = Array.from({ length: 80 }, (_, index) => `marker ${index}`)
    const sentAt = performance.now()
    for (const [index, letter] of [...TEXT].entries()) {
      client.send(say('letters', letter, { continue: true }))
      client.send(marker(ids[index]!))
    }
    client.send(say('whole'))
    client.send({ context_id: 'letters', transcript: 'No voice.', model_id: 'sonic' })
    client.send(marker('last'))
    await client.turn('last')
    // So many frames are more than the burst: they have taken some time.
    expect(performance.now() - sentAt).toBeGreaterThan(((2 * TEXT.length - 10) / 100) * 1000)
    const markers = client.frames.map(({ context_id }) => context_id).filter((id) => id?.startsWith('marker'))
    expect(markers).toEqual(ids.slice(0, TEXT.length))
    const [letters, whole] = [await client.turn('letters'), await client.turn('whole')]
    expect(letters.at(-1)).toMatchObject({ type: 'error', error_code: 'unknown_model' })
    expect(whole.at(-1)!.type).toBe('done')
    const audio = await (await post(`${service.url}/tts/bytes`, member.key, say('', TEXT))).bytes()
    expect(Buffer.compare(audioOf(whole), audio)).toBe(0)
    for (const id of ['letters', 'whole', 'last'])
      expect(client.of(id).filter(({ done }) => done === true)).toHaveLength(1)
  })

  test('that slows a connection down because of its refusals speaks what is right all the same', async () => {
    await start({ allowances: slow('refusals') })
    const { client } = await connect()
    for (let index = 0; index < 40; index++) client.send({ ...say(`wrong ${index}`), model_id: 'sonic' })
    client.send(say('right'))
    expect((await client.turn('right')).at(-1)!.type).toBe('done')
    for (let index = 0; index < 40; index++) {
      const answers = client.of(`wrong ${index}`)
      expect(answers).toMatchObject([{ error_code: 'unknown_model' }])
    }
    expect(client.closed).toBeUndefined()
  })

  test.each<[string, (client: SpeechClient) => void]>([
    ['a client that leaves', (client) => client.close()],
    ['a cancel that waits behind it', (client) => client.send({ context_id: 'slow', cancel: true })],
  ])('does nothing of what waits after %s', async (_, leave) => {
    let statements = 0
    const count = (statement: string) => {
      if (!statement.includes('revoked_at >')) statements++ // the watch of keys looks once a second
      return 'never' as const
    }
    await start({ allowances: slow('frames'), through: (db) => failing(db, count) })
    const { client, member } = await connect()
    for (let index = 0; index < 60; index++) client.send(say('slow', 'Some words. ', { continue: true }))
    await client.until(() => client.of('slow').length > 0)
    leave(client)
    if (client.closed === undefined) client.send(marker('all was read'))
    await eventually(async () => service.sockets.size === 0 || client.of('all was read').length > 0)
    await settledBooks(service.storage.db, member.organizationId)
    const before = statements
    await Bun.sleep(1000) // all 60 frames would have been read in this time
    expect(statements).toBe(before)
    const { balance, due } = await settledBooks(service.storage.db, member.organizationId)
    expect(balance).toBe(due)
  })

  test('that stops reads what waits, speaks it, and then closes the connection', async () => {
    await start({ allowances: slow('frames') })
    const { client } = await connect()
    for (let index = 0; index < 60; index++) client.send(marker(`marker ${index}`))
    client.send(say('last'))
    await client.turn('marker 5')
    service.sockets.leave()
    await client.until(() => client.closed)
    expect(client.closed!.code).toBe(1001)
    expect(client.of('last').at(-1)!.type).toBe('done')
    expect(client.frames.filter(({ context_id }) => context_id?.startsWith('marker'))).toHaveLength(60)
  })
})
