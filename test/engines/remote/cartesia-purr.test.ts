import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyLedger } from '../../../src/accounts/ledger-check.ts'
import type { Engine } from '../../../src/engines/shared/engine.ts'
import type { Model } from '../../../src/engines/shared/model.ts'
import { eventually } from '../../support/eventually.ts'
import { FAR_VOICE, remoteModel } from '../../support/remote-model.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, type Service, sharedEngine, startService } from '../../support/service.ts'
import { type AnyFrame, audioOf, SpeechClient } from '../../support/speech-client.ts'

const CREDITS = 1_000_000
const RAW = { container: 'raw', encoding: 'pcm_s16le', sample_rate: 22050 }
const NEAR = { model_id: 'far', voice: { mode: 'id', id: FAR_VOICE }, output_format: RAW }
const FAR = { ...goodRequest, output_format: RAW }
const TEXT =
  'Good morning, Dr. Smith. <speed ratio="1.2"/>It costs $5.20; is that all right? <break time="300ms"/> Fine!'

/** Another Purr, which has the voices, and one in front of it that knows it as a model. */
let far: Service
let near: Service
let model: Model
let farMember: Member
let member: Member

/** Segments that wait for the end of their turn. */
let waiting = 0
let isHeldUp = false

/** The real engine; while it is held up, no segment comes further than its first stretch. */
async function heldUp(): Promise<Engine> {
  const engine = await sharedEngine()
  return {
    async *speak(segment, speaker, options) {
      for await (const speech of engine.speak(segment, speaker, options)) {
        yield speech
        if (!isHeldUp) continue
        waiting++
        await new Promise((resolve) => options.signal.addEventListener('abort', resolve))
        waiting--
        return
      }
    },
    close: async () => {},
  }
}

beforeAll(async () => {
  far = await startService({ engine: await heldUp() })
  farMember = await far.member(CREDITS)
  model = await remoteModel(
    { engine: 'cartesia', urls: [far.url], model: goodRequest.model_id },
    { voice: goodRequest.voice.id, key: farMember.key },
  )
  near = await startService({ models: [model] })
  member = await near.member(CREDITS)
})
afterAll(async () => {
  await model.engine.close()
  await near.close()
  await far.close()
})

/** What a turn cost here and there. */
async function cost(turn: () => Promise<void>): Promise<{ here: number; there: number }> {
  const before = [await near.balance(member), await far.balance(farMember)]
  await turn()
  await eventually(isSettled)
  expect(await verifyLedger(near.storage.db)).toEqual([])
  expect(await verifyLedger(far.storage.db)).toEqual([])
  return {
    here: before[0]! - (await near.balance(member)),
    there: before[1]! - (await far.balance(farMember)),
  }
}

async function isSettled(): Promise<boolean> {
  const open = await Promise.all([near, far].map(({ storage }) => storage.db.query.openCharges.findMany()))
  return open.flat().length === 0
}

async function bytes(service: Service, { key }: Member, request: object): Promise<Buffer> {
  const answer = await post(`${service.url}/tts/bytes`, key, request)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Whether one is the other without some silence at its start. */
function expectSame(speech: Buffer, original: Buffer): void {
  const cut = original.length - speech.length
  expect(cut).toBeGreaterThanOrEqual(0)
  expect(cut).toBeLessThan(0.025 * 22050 * 2)
  expect(speech.equals(original.subarray(cut))).toBe(true)
}

/** The frames of a turn whose text comes in pieces. */
async function streamed(
  service: Service,
  { key }: Member,
  fields: object,
  pieces: string[],
): Promise<AnyFrame[]> {
  const client = await SpeechClient.connect(service.url, key)
  for (const transcript of pieces) client.send({ ...fields, context_id: 'turn', transcript, continue: true })
  client.send({ ...fields, context_id: 'turn', transcript: '', continue: false })
  const frames = await client.turn('turn')
  client.close()
  return frames
}

const wordsOf = (frames: readonly AnyFrame[]) =>
  frames.flatMap(({ word_timestamps: times }) => {
    const { words, start, end } = (times ?? { words: [] }) as Record<'words' | 'start' | 'end', never[]>
    return words.map((word, at) => ({ word, start: start[at]!, end: end[at]! }))
  })

describe('another Purr as the engine', () => {
  test('gives its own audio over HTTP, which is paid here and there', async () => {
    let speech!: Buffer
    const paid = await cost(async () => {
      speech = await bytes(near, member, { ...NEAR, transcript: TEXT })
    })
    expect(paid).toEqual({ here: TEXT.length, there: TEXT.length })
    expectSame(speech, await bytes(far, farMember, { ...FAR, transcript: TEXT }))
  })

  test('streams events', async () => {
    const answer = await post(`${near.url}/tts/sse`, member.key, { ...NEAR, transcript: TEXT })
    const events = (await answer.text()).trim().split('\n\n')
    const frames: AnyFrame[] = events.map((event) => JSON.parse(event.slice('data: '.length)))
    expect(frames.at(-1)!.type).toBe('done')
    expectSame(audioOf(frames), await bytes(far, farMember, { ...FAR, transcript: TEXT }))
  })

  test('gets text as it comes, and gives the same audio and the same words', async () => {
    const pieces = TEXT.match(/.{1,7}/gs)!
    let frames: AnyFrame[] = []
    const paid = await cost(async () => {
      frames = await streamed(near, member, { ...NEAR, add_timestamps: true }, pieces)
    })
    expect(paid).toEqual({ here: TEXT.length, there: TEXT.length })
    const original = await streamed(far, farMember, { ...FAR, add_timestamps: true }, [TEXT])
    expectSame(audioOf(frames), audioOf(original))
    const words = wordsOf(frames)
    const cut = (audioOf(original).length - audioOf(frames).length) / 2 / 22050
    const theirs = wordsOf(original)
    expect(words.map(({ word }) => word)).toEqual(theirs.map(({ word }) => word))
    for (const [at, { start, end }] of words.entries()) {
      expect(start).toBeCloseTo(Math.max(0, theirs[at]!.start - cut), 2)
      expect(end).toBeCloseTo(theirs[at]!.end - cut, 2)
    }
  })

  test('tells of flushes after their audio', async () => {
    const client = await SpeechClient.connect(near.url, member.key)
    const frame = { ...NEAR, context_id: 'flushed', continue: true }
    client.send({ ...frame, transcript: 'One two', flush: true })
    await client.until(() => client.of('flushed').some(({ type }) => type === 'flush_done'))
    client.send({ ...frame, transcript: 'three', flush: true })
    await client.until(() => client.of('flushed').filter(({ type }) => type === 'flush_done').length === 2)
    client.send({ ...frame, transcript: '', continue: false })
    const told = (await client.turn('flushed')).map(({ type, flush_id }) =>
      `${type} ${flush_id ?? ''}`.trim(),
    )
    client.close()
    expect(told.filter((each, at) => each !== told[at - 1])).toEqual([
      'chunk 0',
      'flush_done 0',
      'chunk 1',
      'flush_done 1',
      'done',
    ])
  })

  test('stops when the listener cancels: what was heard is paid here and there, and the rest is not', async () => {
    const client = await SpeechClient.connect(near.url, member.key)
    const frame = { ...NEAR, context_id: 'interrupted', continue: true, add_timestamps: true }
    const paid = await cost(async () => {
      isHeldUp = true
      client.send({ ...frame, transcript: 'This is being spoken. ' })
      client.send({ ...frame, transcript: 'This is not.' })
      await client.until(() => client.of('interrupted').length > 0)
      await eventually(() => waiting > 0)
      client.send({ context_id: 'interrupted', cancel: true })
      await eventually(() => waiting === 0)
      isHeldUp = false
    })
    client.close()
    expect(paid).toEqual({ here: 22, there: 22 })
  })

  test('stops when the listener hangs up', async () => {
    const client = await SpeechClient.connect(near.url, member.key)
    isHeldUp = true
    client.send({ ...NEAR, context_id: 'left', transcript: TEXT })
    await eventually(() => waiting > 0)
    client.close()
    await eventually(() => waiting === 0)
    isHeldUp = false
    await eventually(isSettled)
  })

  test('has no slot while its turns wait for text', async () => {
    const single = await near.member(1000, { requestsPerMinute: 1000, concurrency: 1 })
    const client = await SpeechClient.connect(near.url, single.key)
    const frame = { ...NEAR, continue: true }
    client.send({ ...frame, context_id: 'idle', transcript: 'One sentence. ', max_buffer_delay_ms: 0 })
    await client.until(() => client.of('idle').length > 0)
    // While the first turn waits for text, another one is admitted.
    await eventually(async () => {
      const answer = await post(`${near.url}/tts/bytes`, single.key, { ...NEAR, transcript: 'Another one.' })
      return answer.status === 200 && (await answer.arrayBuffer()).byteLength > 0
    })
    expect(client.of('idle').map(({ type }) => type)).not.toContain('done')
    client.send({ ...frame, context_id: 'idle', transcript: ' ', continue: false })
    expect((await client.turn('idle')).at(-1)!.type).toBe('done')
    client.close()
  })

  test('gives back what a turn cost that fails there', async () => {
    const poor = await far.member(10)
    const unpaid = await remoteModel(
      { engine: 'cartesia', urls: [far.url], model: goodRequest.model_id },
      { voice: goodRequest.voice.id, key: poor.key },
    )
    const service = await startService({ models: [unpaid] })
    const payer = await service.member(1000)
    const answer = await post(`${service.url}/tts/bytes`, payer.key, { ...NEAR, transcript: TEXT })
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ error: 'upstream_unavailable' })
    await eventually(async () => (await service.balance(payer)) === 1000)
    expect(await far.balance(poor)).toBe(10)
    expect(await verifyLedger(service.storage.db)).toEqual([])
    await unpaid.engine.close()
    await service.close()
  })

  test('gets segments by themselves where a dictionary says how words are said', async () => {
    const created = await post(`${near.url}/pronunciation-dicts`, member.key, {
      name: 'Names',
      items: [{ text: 'nginx', alias: 'engine X' }],
    })
    const { id } = (await created.json()) as { id: string }
    const request = { ...NEAR, transcript: 'We use nginx here.', pronunciation_dict_id: id }
    const paid = await cost(async () => void (await bytes(near, member, request)))
    expect(paid).toEqual({ here: 18, there: 'We use engine X here.'.length })
  })
})

describe('another Purr as the engine that is not asked for times', () => {
  test('gives words at about the times at which it says them', async () => {
    const plain = await remoteModel(
      { engine: 'cartesia', urls: [far.url], model: goodRequest.model_id, word_times: false },
      { voice: goodRequest.voice.id, key: farMember.key },
    )
    const service = await startService({ models: [plain] })
    const payer = await service.member(1000)
    const pieces = TEXT.match(/.{1,20}/gs)!
    const frames = await streamed(service, payer, { ...NEAR, add_timestamps: true }, pieces)
    const original = wordsOf(await streamed(far, farMember, { ...FAR, add_timestamps: true }, [TEXT]))
    const words = wordsOf(frames)
    const seconds = audioOf(frames).length / 2 / 22050
    expect(words.map(({ word }) => word)).toEqual(original.map(({ word }) => word))
    expect(words.map(({ start }) => start)).toEqual(words.map(({ start }) => start).toSorted((a, b) => a - b))
    for (const [at, { start, end }] of words.entries()) {
      expect(Math.abs(start - original[at]!.start)).toBeLessThan(0.8)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(end).toBeLessThanOrEqual(seconds)
    }
    expect(await service.balance(payer)).toBe(1000 - TEXT.length)
    await plain.engine.close()
    await service.close()
  })
})

describe('another Purr as the engine, over HTTP', () => {
  test('speaks each segment as a request', async () => {
    const plain = await remoteModel(
      { engine: 'cartesia', urls: [far.url], model: goodRequest.model_id, transport: 'bytes' },
      { voice: goodRequest.voice.id, key: farMember.key },
    )
    const service = await startService({ models: [plain] })
    const payer = await service.member(1000)
    const original = await bytes(far, farMember, { ...FAR, transcript: 'One sentence. And another one.' })
    const speech = await bytes(service, payer, { ...NEAR, transcript: 'One sentence. And another one.' })
    expect(Math.abs(speech.length - original.length) / 2 / 22050).toBeLessThan(0.3)
    expect(await service.balance(payer)).toBe(1000 - 30)
    await plain.engine.close()
    await service.close()
  })
})
