import { DeadlineQueue } from './deadline-queue.ts'
import { EngineFailure } from './engine.ts'
import {
  END,
  type Window,
  type WindowSpeech,
  type WorkerAnswer,
  type WorkerRequest,
  type WorkerStart,
} from './window.ts'

/** A window takes some 20 ms: a worker that is silent for this long hangs (milliseconds). */
const HANG_TIMEOUT = 5000
/** Loading and warming takes about a second; on a busy machine many (milliseconds). */
const START_TIMEOUT = 60_000
/** Before a worker that would not start is tried again (milliseconds). */
const RESTART_DELAY = 1000
/** A window that waited for so long is no use to anybody: clients give up after 10 s (milliseconds). */
const QUEUE_TIMEOUT = 30_000
const TRIES = 2

export interface PoolOptions extends WorkerStart {
  readonly size: number
  /** The worker's module. */
  readonly script: URL
  readonly onIncident?: (message: string, cause: unknown) => void
  readonly hangTimeout?: number
}

interface Job {
  readonly window: Window
  readonly deadline: number
  readonly signal: AbortSignal
  readonly resolve: (speech: WindowSpeech) => void
  readonly reject: (reason: unknown) => void
  tries: number
  waiting?: Timer
}

interface Slot {
  worker: Worker | undefined
  ready: boolean
  job: Job | undefined
  timer: Timer | undefined
}

/**
 * Shares inference workers among all turns: whichever window is due first is done next. A worker that dies or hangs
 * is replaced, and its window is tried once more.
 */
export class WorkerPool {
  readonly #options: PoolOptions
  readonly #slots: Slot[]
  readonly #queue = new DeadlineQueue<Job>()
  readonly #started = Promise.withResolvers<void>()
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.size }, () => ({
      worker: undefined,
      ready: false,
      job: undefined,
      timer: undefined,
    }))
    for (const slot of this.#slots) this.#start(slot)
  }

  /** Resolves when every worker is warm; rejects with an EngineFailure when one cannot start. */
  get started(): Promise<void> {
    return this.#started.promise
  }

  /**
   * Does one window.
   *
   * @param deadline milliseconds of `performance.now` at which its samples are due
   * @throws EngineFailure after the second failure; the signal's reason when it is aborted
   */
  run(window: Window, deadline: number, signal: AbortSignal): Promise<WindowSpeech> {
    signal.throwIfAborted()
    if (this.#closed) return Promise.reject(new EngineFailure('the engine was closed'))
    const { promise, resolve, reject } = Promise.withResolvers<WindowSpeech>()
    const job: Job = { window, deadline, signal, resolve, reject, tries: 0 }
    const abort = () => {
      this.#leaveQueue(job)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    this.#enqueue(job)
    return promise.finally(() => signal.removeEventListener('abort', abort))
  }

  /** Refuses what is queued or running, and ends the workers. */
  async close(): Promise<void> {
    this.#closed = true
    const closed = new EngineFailure('the engine was closed')
    for (const job of this.#queue.clear()) this.#fail(job, closed)
    const ended = this.#slots.map((slot) => {
      this.#fail(slot.job, closed)
      return this.#retire(slot)
    })
    await Promise.race([Promise.all(ended), Bun.sleep(this.#options.hangTimeout ?? HANG_TIMEOUT)])
  }

  #enqueue(job: Job): void {
    this.#queue.add(job)
    job.waiting = setTimeout(() => {
      this.#leaveQueue(job)
      job.reject(new EngineFailure('no worker was free in time'))
    }, QUEUE_TIMEOUT)
    this.#dispatch()
  }

  #leaveQueue(job: Job): void {
    this.#queue.remove(job)
    clearTimeout(job.waiting)
  }

  /** Gives the most urgent windows to free workers. */
  #dispatch(): void {
    for (const slot of this.#slots) {
      if (!slot.ready || slot.job !== undefined) continue
      const job = this.#queue.take()
      if (job === undefined) return
      clearTimeout(job.waiting)
      job.tries++
      slot.job = job
      const limit = this.#options.hangTimeout ?? HANG_TIMEOUT
      slot.timer = setTimeout(() => this.#replace(slot, `silent for ${limit} ms`), limit)
      slot.worker!.postMessage(job.window satisfies WorkerRequest)
    }
  }

  #start(slot: Slot): void {
    const worker = new Worker(this.#options.script.href)
    slot.worker = worker
    slot.timer = setTimeout(() => this.#replace(slot, `not ready after ${START_TIMEOUT} ms`), START_TIMEOUT)
    worker.postMessage({ languages: this.#options.languages } satisfies WorkerRequest)
    worker.onmessage = (event: MessageEvent<WorkerAnswer>) => {
      if (slot.worker === worker) this.#answer(slot, event.data)
    }
    worker.onerror = (event) => {
      event.preventDefault()
      if (slot.worker === worker) this.#replace(slot, event.message)
    }
    worker.addEventListener('close', () => {
      if (slot.worker === worker) this.#replace(slot, 'it ended')
    })
  }

  #answer(slot: Slot, answer: WorkerAnswer): void {
    clearTimeout(slot.timer)
    const job = slot.job
    slot.job = undefined
    if ('ready' in answer) {
      slot.ready = true
      if (this.#slots.every((each) => each.ready)) this.#started.resolve()
    } else if ('speech' in answer) {
      job?.resolve(answer.speech)
    } else {
      this.#retry(job, answer.error)
    }
    this.#dispatch()
  }

  #replace(slot: Slot, why: string): void {
    if (this.#closed) return
    const job = slot.job
    const wasReady = slot.ready
    this.#options.onIncident?.('an inference worker failed and is replaced', why)
    this.#started.reject(new EngineFailure(`an inference worker could not start: ${why}`))
    void this.#retire(slot)
    if (wasReady) this.#start(slot)
    else setTimeout(() => this.#closed || this.#start(slot), RESTART_DELAY)
    this.#retry(job, why)
  }

  #retry(job: Job | undefined, why: string): void {
    if (job === undefined || job.signal.aborted) return
    if (job.tries < TRIES) this.#enqueue(job)
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
  #retire(slot: Slot): Promise<void> {
    const worker = slot.worker
    clearTimeout(slot.timer)
    slot.worker = undefined
    slot.ready = false
    slot.job = undefined
    if (worker === undefined) return Promise.resolve()
    const ended = new Promise<void>((resolve) => worker.addEventListener('close', () => resolve()))
    worker.unref()
    worker.postMessage(END)
    return ended
  }
}
