import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyLedger } from '../../../src/accounts/ledger.ts'
import { CARTESIA } from '../../../src/engines/remote/cartesia/cartesia.ts'
import type { Model } from '../../../src/engines/shared/model.ts'
import { eventually } from '../../support/eventually.ts'
import { FAR_VOICE, remoteModel } from '../../support/remote-model.ts'
import { goodRequest, post } from '../../support/request.ts'
import { type Member, type Service, startService } from '../../support/service.ts'
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

beforeAll(async () => {
  far = await startService()
  farMember = await far.member(CREDITS)
  model = await remoteModel(
    CARTESIA,
    { urls: [far.url], model: goodRequest.model_id },
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
})
