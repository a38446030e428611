import { within } from '../../system/within.ts'
import { Durations } from '../../telemetry/durations.ts'
import { EngineFailure } from '../shared/engine.ts'
import type { Health } from '../shared/model.ts'
import { MOST_HUNG, type WorkersState } from '../shared/workers-state.ts'
import { DeadlineQueue } from './deadline-queue.ts'
import { END, type WorkerAnswer } from './messages.ts'

/** A step takes some 20 ms: a worker that is silent for this long hangs (milliseconds). */
const HANG_TIMEOUT = 5000
/** Parts in which a worker's time is counted: while the whole process stands still, it loses only one of them. */
const PARTS = 10
/** Loading and warming takes about a second; on a busy machine many (milliseconds). */
const START_TIMEOUT = 60_000
/** Pause before another attempt to start a worker that did not start (milliseconds). */
const RESTART_DELAY = 1000
/** Time after which a waiting step is of no use: clients give up after 10 s (milliseconds). */
const QUEUE_TIMEOUT = 30_000
const TRIES = 2
/** The deadline of what nobody waits to hear: it is done after all that has another. */
export const WHENEVER = Number.POSITIVE_INFINITY
/** The deadline of what takes no time and frees memory: it is done before all that has another, and is never too late. */
export const AT_ONCE = Number.NEGATIVE_INFINITY

/** What the workers of a pool run, how many there are, and their time limits in milliseconds. */
export interface PoolOptions {
  readonly size: number
  /** The worker's module. */
  readonly script: URL
  /** The first message to each worker: what it will do. */
  readonly start: unknown
  readonly onIncident?: (message: string, cause: unknown) => void
  readonly hangTimeout?: number
  readonly queueTimeout?: number
}

/**
 * Keeps steps that belong together on one worker, which remembers what was done before. The first step goes to whichever
 * worker is free.
 */
export class Pin {
  /** The thread that did the first step. */
  thread: Worker | undefined
}

/** A pinned step failed, or the worker is gone that knew of the steps before: all of them can be done again elsewhere. */
export class PinLost extends EngineFailure {}

interface Job {
  readonly request: unknown
  readonly deadline: number
  readonly signal: AbortSignal
  readonly pin: Pin | undefined
  readonly resolve: (done: never) => void
  readonly reject: (reason: unknown) => void
  tries: number
  /** When the job was queued (milliseconds of `performance.now`). */
  queuedAt: number
  waiting?: Timer
}

/** A worker of the pool. Its thread is replaced when it dies or hangs. */
interface PoolWorker {
  thread: Worker | undefined
  isReady: boolean
  job: Job | undefined
  /** When the worker got its job (milliseconds of `performance.now`). */
  begunAt: number
  timer: Timer | undefined
}

/**
 * Shares inference workers among all turns: whichever step is due first is done next. A worker that dies or hangs
 * is replaced, and its step is tried once more. While too many hang, none is replaced.
 */
export class WorkerPool {
  readonly #options: PoolOptions
  readonly #workers: PoolWorker[]
  readonly #queue = new DeadlineQueue<Job>()
  readonly #started = Promise.withResolvers<void>()
  readonly #wait = new Durations()
  readonly #steps = new Durations()
  /** Threads that hang, and have not ended yet. */
  readonly #hung = new Set<Worker>()
  #replaced = 0
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#workers = Array.from({ length: options.size }, () => ({
      thread: undefined,
      isReady: false,
      job: undefined,
      begunAt: 0,
      timer: undefined,
    }))
    for (const worker of this.#workers) this.#start(worker)
  }

  /** Resolves when every worker is warm; rejects with an EngineFailure when one cannot start. */
  get started(): Promise<void> {
    return this.#started.promise
  }

  /** Whether all workers are ready, some or none. A pool with too many that hang is `unavailable`, although some may work. */
  get health(): Health {
    if (this.#hung.size >= MOST_HUNG) return 'unavailable'
    const ready = this.#workers.filter((worker) => worker.isReady).length
    if (ready === 0) return 'unavailable'
    return ready < this.#workers.length ? 'degraded' : 'ready'
  }

  /**
   * Has a worker do one step.
   *
   * @param deadline milliseconds of `performance.now` at which its result is due
   * @param pin of the steps that must be done by the same worker. Such a step is not tried again: what was done before it
   *   is lost with its worker
   * @throws PinLost when a pinned step failed
   * @throws EngineFailure after the second failure, or when no worker was free in time: 30 s from now or, except for
   *   WHENEVER, from a later deadline, but never for AT_ONCE; the signal's reason when it is aborted
   */
  run<Done>(request: unknown, deadline: number, signal: AbortSignal, pin?: Pin): Promise<Done> {
    signal.throwIfAborted()
    if (this.#isClosed) return Promise.reject(new EngineFailure('the engine was closed'))
    if (this.#isLost()) return Promise.reject(allHang())
    if (pin?.thread !== undefined && !this.#workers.some(({ thread }) => thread === pin.thread)) {
      return Promise.reject(lost('it was replaced'))
    }
    const { promise, resolve, reject } = Promise.withResolvers<Done>()
    const job: Job = { request, deadline, signal, pin, resolve, reject, tries: 0, queuedAt: 0 }
    const abort = () => {
      this.#leaveQueue(job)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    this.#enqueue(job)
    return promise.finally(() => signal.removeEventListener('abort', abort))
  }

  /** What the workers do, and have done. */
  state(): WorkersState {
    return {
      size: this.#workers.length,
      ready: this.#workers.filter(({ isReady }) => isReady).length,
      waiting: this.#queue.size,
      deadline: this.#queue.deadline,
      steps: this.#steps,
      replaced: this.#replaced,
      hung: this.#hung.size,
      wait: this.#wait,
    }
  }

  /** Refuses what is queued or running, and ends the workers. */
  async close(): Promise<void> {
    this.#isClosed = true
    const closed = new EngineFailure('the engine was closed')
    for (const job of this.#queue.takeAll(() => true)) this.#fail(job, closed)
    const ended = this.#workers.map((worker) => {
      this.#fail(worker.job, closed)
      return this.#retire(worker)
    })
    await within(this.#options.hangTimeout ?? HANG_TIMEOUT, Promise.all(ended), undefined)
  }

  #enqueue(job: Job): void {
    job.queuedAt = performance.now()
    this.#queue.add(job)
    if (job.deadline !== AT_ONCE) this.#limitWait(job)
    this.#dispatch()
  }

  #limitWait(job: Job): void {
    const early = job.deadline === WHENEVER ? 0 : Math.max(0, job.deadline - job.queuedAt)
    job.waiting = setTimeout(
      () => {
        this.#leaveQueue(job)
        job.reject(new EngineFailure('no worker was free in time'))
      },
      early + (this.#options.queueTimeout ?? QUEUE_TIMEOUT),
    )
  }

  #leaveQueue(job: Job): void {
    this.#queue.remove(job)
    clearTimeout(job.waiting)
  }

  /** Gives the most urgent steps to free workers. */
  #dispatch(): void {
    for (const worker of this.#workers) {
      if (!worker.isReady || worker.job !== undefined) continue
      const job = this.#queue.take(({ pin }) => pin?.thread === undefined || pin.thread === worker.thread)
      if (job === undefined) continue
      clearTimeout(job.waiting)
      if (job.pin !== undefined) job.pin.thread = worker.thread
      job.tries++
      worker.job = job
      worker.begunAt = performance.now()
      this.#wait.add((worker.begunAt - job.queuedAt) / 1000)
      const limit = this.#options.hangTimeout ?? HANG_TIMEOUT
      this.#expect(worker, limit, `silent for ${limit} ms`)
      worker.thread!.postMessage(job.request)
    }
  }

  /** Starts a worker that has no thread, unless too many hang. */
  #start(worker: PoolWorker): void {
    if (this.#isClosed || worker.thread !== undefined || this.#hung.size >= MOST_HUNG) return
    const thread = new Worker(this.#options.script.href)
    worker.thread = thread
    this.#expect(worker, START_TIMEOUT, `not ready after ${START_TIMEOUT} ms`)
    thread.postMessage(this.#options.start)
    thread.onmessage = (event: MessageEvent<WorkerAnswer>) => {
      if (worker.thread === thread) this.#answer(worker, event.data)
    }
    thread.onerror = (event) => {
      event.preventDefault()
      if (worker.thread === thread) this.#replace(worker, event.message)
    }
    thread.addEventListener('close', () => {
      if (worker.thread === thread) this.#replace(worker, 'it ended')
    })
  }

  #answer(worker: PoolWorker, answer: WorkerAnswer): void {
    if ('failed' in answer) {
      this.#replace(worker, answer.failed)
      return
    }
    clearTimeout(worker.timer)
    const job = worker.job
    worker.job = undefined
    if (job !== undefined) this.#steps.add((performance.now() - worker.begunAt) / 1000)
    if ('ready' in answer) {
      worker.isReady = true
      if (this.#workers.every((each) => each.isReady)) this.#started.resolve()
    } else if ('done' in answer) {
      job?.resolve(answer.done as never)
    } else {
      this.#retry(job, answer.error)
    }
    // Not before whoever waited has asked for the next step: it may be due before those that are in the queue.
    setImmediate(() => this.#dispatch())
  }

  /** A worker must answer within this many milliseconds, or it hangs. */
  #expect(worker: PoolWorker, limit: number, why: string, parts = PARTS): void {
    worker.timer = setTimeout(() => {
      if (parts > 1) this.#expect(worker, limit, why, parts - 1)
      else this.#hangs(worker, why)
    }, limit / PARTS)
  }

  #hangs(worker: PoolWorker, why: string): void {
    const thread = worker.thread!
    this.#hung.add(thread)
    thread.addEventListener('close', () => {
      this.#hung.delete(thread)
      for (const each of this.#workers) this.#start(each) // those that were not replaced because too many hung
    })
    this.#replace(worker, why)
  }

  /** Whether no worker is left, and none is started any more. */
  #isLost(): boolean {
    return this.#hung.size >= MOST_HUNG && this.#workers.every(({ thread }) => thread === undefined)
  }

  #replace(worker: PoolWorker, why: string): void {
    if (this.#isClosed) return
    this.#replaced++
    const job = worker.job
    const wasReady = worker.isReady
    this.#options.onIncident?.('an inference worker failed and is replaced', why)
    this.#started.reject(new EngineFailure(`an inference worker could not start: ${why}`))
    const { thread } = worker
    void this.#retire(worker)
    for (const orphan of this.#queue.takeAll(({ pin }) => pin !== undefined && pin.thread === thread)) {
      this.#fail(orphan, lost(why))
    }
    if (wasReady) this.#start(worker)
    else setTimeout(() => this.#start(worker), RESTART_DELAY)
    this.#retry(job, why)
    if (this.#isLost()) for (const waiting of this.#queue.takeAll(() => true)) this.#fail(waiting, allHang())
  }

  #retry(job: Job | undefined, why: string): void {
    if (job === undefined || job.signal.aborted) return
    if (job.pin !== undefined) this.#fail(job, lost(why))
    else if (job.tries < TRIES) this.#enqueue(job)
    else this.#fail(job, new EngineFailure('the synthesis failed twice', { cause: why }))
  }

  #fail(job: Job | undefined, reason: unknown): void {
    clearTimeout(job?.waiting)
    job?.reject(reason)
  }

  /**
   * Lets go of a worker. It is asked to end, not terminated: in the middle of native inference that would abort the
   * whole process. One that hangs for good keeps its thread until the process ends.
   */
  #retire(worker: PoolWorker): Promise<void> {
    const thread = worker.thread
    clearTimeout(worker.timer)
    worker.thread = undefined
    worker.isReady = false
    worker.job = undefined
    if (thread === undefined) return Promise.resolve()
    const ended = new Promise<void>((resolve) => thread.addEventListener('close', () => resolve()))
    thread.unref()
    thread.postMessage(END)
    return ended
  }
}

function allHang(): EngineFailure {
  return new EngineFailure(`${MOST_HUNG} workers hang, and none is left`)
}

function lost(why: string): PinLost {
  return new PinLost('the worker that was speaking failed', { cause: why })
}
