import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pause } from '../../../src/languages/shared/text/token.ts'
import { EngineFailure } from '../../../src/engines/shared/engine.ts'
import type { Window } from '../../../src/engines/embedded/window.ts'
import { WorkerPool } from '../../../src/engines/workers/worker-pool.ts'

const script = new URL('./fixtures/unreliable-worker.ts', import.meta.url)
const speaker = {
  embedding: [],
  logF0: 5,
  range: 1,
  breath: 0,
  gain: 0,
  speed: 1,
  pace: 1,
  pitch: 1,
  warp: 1,
}
const never = new AbortController().signal

function window(command: string, seed = 0): Window {
  return { text: [command as Pause], language: 'en', speaker, seed, first: 0, count: 1, phase: 0 }
}

async function withPool(size: number, work: (pool: WorkerPool) => Promise<void>): Promise<void> {
  const pool = new WorkerPool({ size, languages: [], script, hangTimeout: 2000 })
  await pool.started
  try {
    await work(pool)
  } finally {
    await pool.close()
  }
}

describe('a worker that fails', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purr-pool-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(['die', 'hang', 'throw'])('%s once: the window is done by a second try', (how) =>
    withPool(2, async (pool) => {
      const speech = await pool.run(window(`${how} ${join(folder, how)}`, 42), 0, never)
      expect(speech.pcm[0]).toBe(42)
    }),
  )

  test.each(['die', 'hang', 'throw'])(
    '%s always: the window fails after two tries, and the pool works on',
    (how) =>
      withPool(1, async (pool) => {
        await expect(pool.run(window(how), 0, never)).rejects.toBeInstanceOf(EngineFailure)
        expect((await pool.run(window('speak', 7), 1, never)).pcm[0]).toBe(7)
      }),
  )

  test('other windows are done although one keeps failing', () =>
    withPool(2, async (pool) => {
      const failing = pool.run(window('die'), 0, never).catch((error) => error)
      const seeds = Array.from({ length: 20 }, (_, seed) => seed)
      const done = await Promise.all(seeds.map((seed) => pool.run(window('speak', seed), 1, never)))
      expect(done.map(({ pcm }) => pcm[0])).toEqual(seeds)
      expect(await failing).toBeInstanceOf(EngineFailure)
    }))
})

test('what is due first is done first', () =>
  withPool(1, async (pool) => {
    const order: number[] = []
    const run = async (deadline: number) => {
      await pool.run(window('speak'), deadline, never)
      order.push(deadline)
    }
    await Promise.all([0, 50, 20, 40, 10, 30].map(run)) // the first is begun at once: the worker is free
    expect(order).toEqual([0, 10, 20, 30, 40, 50])
  }))

test('words are pronounced after all windows that wait, however long they wait themselves', () =>
  withPool(1, async (pool) => {
    const order: string[] = []
    const note = (name: string) => () => order.push(name)
    const words = { pronounced: [], language: 'en' }
    await Promise.all([
      pool.run(window('speak'), 0, never).then(note('first')), // begun at once: the worker is free
      pool.pronounce(words, never).then(note('words')),
      pool.run(window('speak'), 1e12, never).then(note('late')),
      pool.run(window('speak'), 1, never).then(note('early')),
    ])
    expect(order).toEqual(['first', 'early', 'late', 'words'])
  }))

test('an aborted window is given up at once, queued or running, and the others are done', () =>
  withPool(1, async (pool) => {
    const running = new AbortController()
    const queued = new AbortController()
    const first = pool.run(window('speak', 1), 0, running.signal).catch((error) => error.message)
    const second = pool.run(window('speak', 2), 1, queued.signal).catch((error) => error.message)
    const third = pool.run(window('speak', 3), 2, never)
    queued.abort(new Error('gone'))
    running.abort(new Error('gone too'))
    expect(await second).toBe('gone')
    expect(await first).toBe('gone too')
    expect((await third).pcm[0]).toBe(3)
  }))

test('closing refuses what is queued and what is running', async () => {
  const pool = new WorkerPool({ size: 1, languages: [], script })
  await pool.started
  const waiting = [1, 2, 3].map((seed) =>
    pool.run(window('speak', seed), seed, never).catch((error) => error),
  )
  await pool.close()
  for (const failure of await Promise.all(waiting)) expect(failure).toBeInstanceOf(EngineFailure)
})

test('a worker that cannot start is reported', async () => {
  const pool = new WorkerPool({
    size: 1,
    languages: [],
    script: new URL('../../speech/engine/fixtures/no-such-worker.ts', import.meta.url),
  })
  await expect(pool.started).rejects.toBeInstanceOf(EngineFailure)
  await pool.close()
})
