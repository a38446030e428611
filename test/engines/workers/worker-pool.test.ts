import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EngineFailure } from '../../../src/engines/shared/engine.ts'
import { MOST_HUNG } from '../../../src/engines/shared/workers-state.ts'
import { AT_ONCE, Pin, WHENEVER, WorkerPool } from '../../../src/engines/workers/worker-pool.ts'
import { eventually } from '../../support/eventually.ts'
import type { Step } from './fixtures/unreliable-worker.ts'

const script = new URL('./fixtures/unreliable-worker.ts', import.meta.url)
const never = new AbortController().signal

/** A step that the worker does as its command says; its result is the number. */
function step(command: string, number = 0, { gate = shutGate(), time = 5 } = {}): Step {
  return { command, number, gate, time }
}

function shutGate(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4))
}

function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
}

async function withPool(size: number, work: (pool: WorkerPool) => Promise<void>): Promise<void> {
  const pool = new WorkerPool({ size, start: 'start', script, hangTimeout: 2000 })
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

  test.each(['die', 'hang', 'throw'])('%s once: the step is done by a second try', (how) =>
    withPool(2, async (pool) => {
      const result = await pool.run<number>(step(`${how} ${join(folder, how)}`, 42), 0, never)
      expect(result).toBe(42)
    }),
  )

  test.each(['die', 'hang', 'throw'])(
    '%s always: the step fails after two tries, and the pool works on',
    (how) =>
      withPool(1, async (pool) => {
        await expect(pool.run<number>(step(how), 0, never)).rejects.toBeInstanceOf(EngineFailure)
        expect(await pool.run<number>(step('do', 7), 1, never)).toBe(7)
      }),
  )

  test('other steps are done although one keeps failing', () =>
    withPool(2, async (pool) => {
      const failing = pool.run<number>(step('die'), 0, never).catch((error) => error)
      const numbers = Array.from({ length: 20 }, (_, number) => number)
      const done = await Promise.all(numbers.map((number) => pool.run<number>(step('do', number), 1, never)))
      expect(done).toEqual(numbers)
      expect(await failing).toBeInstanceOf(EngineFailure)
    }))
})

test('workers that hang are not replaced without end, but are when they hang no more', async () => {
  const pool = new WorkerPool({ size: MOST_HUNG, start: 'start', script, hangTimeout: 2000 })
  await pool.started
  const gate = shutGate()
  const hanging = Array.from({ length: MOST_HUNG }, () =>
    pool.run(step('hang', 0, { gate }), 0, never).catch((error) => error),
  )
  for (const failure of await Promise.all(hanging)) expect(failure).toBeInstanceOf(EngineFailure)
  const { hung, ready, waiting } = pool.state()
  expect(hung).toBeWithin(MOST_HUNG, 2 * MOST_HUNG) // all but the last of them had been replaced
  expect({ ready, waiting }).toEqual({ ready: 0, waiting: 0 })
  expect(pool.health).toBe('unavailable')
  await expect(pool.run(step('do'), 0, never)).rejects.toThrow('none is left')
  open(gate)
  await eventually(() => pool.health === 'ready')
  expect(await pool.run<number>(step('do', 7), 0, never)).toBe(7)
  await pool.close()
})

test('a worker does not hang because the whole process stood still', () =>
  withPool(1, async (pool) => {
    const done = pool.run<number>(step('do', 7, { time: 2700 }), 0, never)
    Bun.sleepSync(2500)
    expect(await done).toBe(7)
    expect(pool.state().replaced).toBe(0)
  }))

test('what is due first is done first', () =>
  withPool(1, async (pool) => {
    const order: number[] = []
    const run = async (deadline: number) => {
      await pool.run<number>(step('do'), deadline, never)
      order.push(deadline)
    }
    await Promise.all([0, 50, 20, 40, 10, 30].map(run)) // the first is begun at once: the worker is free
    expect(order).toEqual([0, 10, 20, 30, 40, 50])
  }))

test('what nobody waits for is done after all steps that wait, however long it waits itself', () =>
  withPool(1, async (pool) => {
    const order: string[] = []
    const note = (name: string) => () => order.push(name)
    await Promise.all([
      pool.run<number>(step('do'), 0, never).then(note('first')), // begun at once: the worker is free
      pool.run<number>(step('do'), WHENEVER, never).then(note('whenever')),
      pool.run<number>(step('do'), 1e9, never).then(note('late')),
      pool.run<number>(step('do'), 1, never).then(note('early')),
    ])
    expect(order).toEqual(['first', 'early', 'late', 'whenever'])
  }))

test('a step is given up when it is late, however long it has waited before', async () => {
  const pool = new WorkerPool({ size: 1, start: 'start', script, queueTimeout: 200 })
  await pool.started
  const gate = shutGate()
  const now = performance.now()
  const first = pool.run<number>(step('hang', 1, { gate }), now, never)
  const later = pool.run<number>(step('do', 2), now + 60_000, never)
  await expect(pool.run<number>(step('do', 3), now, never)).rejects.toThrow('no worker was free in time')
  open(gate)
  expect(await first).toBe(1)
  expect(await later).toBe(2)
  await pool.close()
})

test('what frees memory waits for its worker as long as that is busy', async () => {
  const pool = new WorkerPool({ size: 1, start: 'start', script, queueTimeout: 100 })
  await pool.started
  const pin = new Pin()
  await pool.run<number>(step('do', 1), 0, never, pin)
  const other = pool.run<number>(step('do', 2, { time: 500 }), 0, never)
  const last = pool.run<number>(step('do', 3), AT_ONCE, never, pin)
  expect(await other).toBe(2)
  expect(await last).toBe(3)
  await pool.close()
})

test('an aborted step is given up at once, queued or running, and the others are done', () =>
  withPool(1, async (pool) => {
    const running = new AbortController()
    const queued = new AbortController()
    const first = pool.run<number>(step('do', 1), 0, running.signal).catch((error) => error.message)
    const second = pool.run<number>(step('do', 2), 1, queued.signal).catch((error) => error.message)
    const third = pool.run<number>(step('do', 3), 2, never)
    queued.abort(new Error('gone'))
    running.abort(new Error('gone too'))
    expect(await second).toBe('gone')
    expect(await first).toBe('gone too')
    expect(await third).toBe(3)
  }))

test('closing refuses what is queued and what is running', async () => {
  const pool = new WorkerPool({ size: 1, start: 'start', script })
  await pool.started
  const waiting = [1, 2, 3].map((number) =>
    pool.run<number>(step('do', number), number, never).catch((error) => error),
  )
  await pool.close()
  for (const failure of await Promise.all(waiting)) expect(failure).toBeInstanceOf(EngineFailure)
})

test('a worker that cannot start is reported', async () => {
  const pool = new WorkerPool({
    size: 1,
    start: 'start',
    script: new URL('./fixtures/no-such-worker.ts', import.meta.url),
  })
  await expect(pool.started).rejects.toBeInstanceOf(EngineFailure)
  await pool.close()
})
