import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { LocalEngine, type LocalEngineOptions } from '../../../src/engines/onnx/engine.ts'
import type { LocalPiece, LocalRequest } from '../../../src/engines/onnx/local-model.ts'
import { EngineFailure } from '../../../src/engines/shared/engine.ts'
import { PIECE_SAMPLES, type Task } from './fixtures/counting-model.ts'

const module = new URL('./fixtures/counting-model.ts', import.meta.url).href
const never = new AbortController().signal

async function withEngine(
  options: Partial<LocalEngineOptions>,
  work: (engine: LocalEngine) => Promise<void>,
): Promise<void> {
  const engine = await LocalEngine.start({ module, files: '', config: {}, workers: 1, ...options })
  try {
    await work(engine)
  } finally {
    await engine.close()
  }
}

function request(task: Task | 'report' | 'niceness', seed = 0): LocalRequest {
  const text = typeof task === 'string' ? task : JSON.stringify(task)
  return { text, tokens: [], language: 'en', tag: 'en-US', voice: 'Counter', speed: 1, seed }
}

async function all(pieces: AsyncIterable<LocalPiece>): Promise<LocalPiece[]> {
  return Array.fromAsync(pieces)
}

/** Why it was rejected. Awaiting `expect(…).rejects` would keep Bun from telling that a worker has ended. */
async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (reason) => reason,
  )
}

/** The first sample of each piece, in thousandths. */
function counts(pieces: readonly LocalPiece[]): number[] {
  return pieces.flatMap(({ pcm }) =>
    Array.from({ length: pcm.length / PIECE_SAMPLES }, (_, at) =>
      Math.round(pcm[at * PIECE_SAMPLES]! * 1000),
    ),
  )
}

const words = (pieces: readonly LocalPiece[]) =>
  pieces.flatMap((piece) => piece.words ?? []).map(({ word }) => word)

test('a segment is given piece by piece, and the model describes itself', () =>
  withEngine({}, async (engine) => {
    const pieces = await all(engine.pieces(request({ pieces: 4 }, 10), { due: 0, signal: never }))
    expect(counts(pieces)).toEqual([10, 11, 12, 13])
    expect(words(pieces)).toEqual(['0', '1', '2', '3'])
    expect(engine.health()).toBe('ready')
    expect(engine.description).toEqual({
      sampleRate: 24_000,
      voices: ['Counter'],
      languages: ['en'],
      hasSpeed: false,
      wordTimes: 'exact',
    })
  }))

test('the words of a piece without samples are given', () =>
  withEngine({}, async (engine) => {
    const pieces = await all(engine.pieces(request({ pieces: 3, silent: 1 }), { due: 0, signal: never }))
    expect(counts(pieces)).toEqual([0, 2])
    expect(words(pieces)).toEqual(['0', '1', '2'])
  }))

describe('segments that share a worker', () => {
  /** Which segment each piece belongs to, in the order in which they come. */
  async function orderOf(engine: LocalEngine, dues: readonly number[]): Promise<number[]> {
    const order: number[] = []
    await Promise.all(
      dues.map(async (due, at) => {
        for await (const _ of engine.pieces(request({ pieces: 3 }), { due, signal: never })) order.push(at)
      }),
    )
    return order
  }

  test('take turns where they are due at the same time', () =>
    withEngine({}, async (engine) => {
      expect(await orderOf(engine, [0, 0])).toEqual([0, 1, 0, 1, 0, 1])
    }))

  test('wait for the one that is due first, whose pieces are 10 ms', () =>
    withEngine({}, async (engine) => {
      // the first piece of the first one is begun at once: the worker is free
      expect(await orderOf(engine, [1000, 0])).toEqual([0, 1, 1, 1, 0, 0])
    }))
})

describe('a segment that is given up', () => {
  const started = () => ({ controller: new AbortController(), pieces: { pieces: 1000 } })

  test('by its signal is ended within a step', () =>
    withEngine({}, async (engine) => {
      const { controller, pieces } = started()
      const speech = engine.pieces(request(pieces), { due: 0, signal: controller.signal })
      await speech.next()
      controller.abort(new Error('gone'))
      expect(await failureOf(speech.next())).toHaveProperty('message', 'gone')
      const [report] = await all(engine.pieces(request('report'), { due: 0, signal: never }))
      const [begun, ended] = report!.pcm
      expect(begun).toBeLessThanOrEqual(2)
      expect(ended).toBe(1)
    }))

  test('by who listens is ended too', () =>
    withEngine({}, async (engine) => {
      const { pieces } = started()
      for await (const _ of engine.pieces(request(pieces), { due: 0, signal: never })) break
      const [report] = await all(engine.pieces(request('report'), { due: 0, signal: never }))
      const [begun, ended] = report!.pcm
      expect(begun).toBeLessThanOrEqual(2)
      expect(ended).toBe(1)
    }))

  test('before it has begun costs no step', () =>
    withEngine({}, async (engine) => {
      const { controller, pieces } = started()
      const first = all(engine.pieces(request({ pieces: 2 }), { due: 0, signal: never }))
      const second = engine.pieces(request(pieces), { due: 1e9, signal: controller.signal }).next()
      controller.abort(new Error('gone'))
      expect(await failureOf(second)).toHaveProperty('message', 'gone')
      await first
      const [report] = await all(engine.pieces(request('report'), { due: 0, signal: never }))
      expect([...report!.pcm]).toEqual([2, 1])
    }))
})

describe('a worker that fails in the middle of a segment', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purr-local-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(['die', 'hang', 'throw'] as const)(
    '(%s): the segment is begun again, and nothing is heard twice',
    (fail) =>
      withEngine({ workers: 2, hangTimeout: 1000 }, async (engine) => {
        const task = { pieces: 6, fail, at: 3, marker: join(folder, fail) }
        const pieces = await all(engine.pieces(request(task, 20), { due: 0, signal: never }))
        expect(counts(pieces)).toEqual([20, 21, 22, 23, 24, 25])
        expect(words(pieces)).toEqual(['0', '1', '2', '3', '4', '5'])
      }),
  )

  test.each(['die', 'throw'] as const)('(%s) each time: the second failure is reported', (fail) =>
    withEngine({ workers: 1 }, async (engine) => {
      const given: LocalPiece[] = []
      const speak = async () => {
        const task = { pieces: 6, fail, at: 2 }
        for await (const piece of engine.pieces(request(task), { due: 0, signal: never })) given.push(piece)
      }
      expect(await failureOf(speak())).toBeInstanceOf(EngineFailure)
      expect(counts(given)).toEqual([0, 1])
      expect(counts(await all(engine.pieces(request({ pieces: 1 }, 5), { due: 0, signal: never })))).toEqual([
        5,
      ])
    }),
  )

  test('does not disturb the segments of another worker', () =>
    withEngine({ workers: 2 }, async (engine) => {
      const failing = all(
        engine.pieces(request({ pieces: 9, fail: 'die', at: 4 }), { due: 0, signal: never }),
      )
      const other = all(engine.pieces(request({ pieces: 50 }), { due: 0, signal: never }))
      expect(await failureOf(failing)).toBeInstanceOf(EngineFailure)
      expect(counts(await other)).toHaveLength(50)
    }))
})

test('a model that cannot be loaded says why', async () => {
  const start = LocalEngine.start({ module, files: '', config: 'damaged', workers: 1 })
  const failure = await failureOf(start)
  expect(failure).toBeInstanceOf(EngineFailure)
  expect(failure).toHaveProperty(
    'message',
    'an inference worker could not start: the graph is damaged: download it again',
  )
})

test('closing refuses what is being spoken', async () => {
  const engine = await LocalEngine.start({ module, files: '', config: {}, workers: 1 })
  const speech = engine.pieces(request({ pieces: 1000 }), { due: 0, signal: never })
  await speech.next()
  await engine.close()
  expect(await failureOf(all(speech))).toBeInstanceOf(EngineFailure)
  expect(engine.health()).toBe('unavailable')
})

test.skipIf(process.platform !== 'linux')(
  'a worker speaks with a lower priority than those of the embedded model, and loads with the same',
  () =>
    withEngine({}, async (engine) => {
      const [said] = await all(engine.pieces(request('niceness'), { due: 0, signal: never }))
      expect([...said!.pcm]).toEqual([Math.max(5, getPriority()), 19])
    }),
)
