import { ServiceError } from '../../http/errors.ts'
import { DatabaseUnavailable } from '../../storage/unavailable.ts'
import { Sampler, type Watched } from './sampler.ts'

/** Time between two snapshots (milliseconds). */
const PERIOD = 1000
/** Most viewers of this process at a time. */
const MOST_VIEWERS = 20
/** Time between two checks whether a viewer may still watch (milliseconds). */
const CHECK_PERIOD = 2000

/** Someone who watches. */
export interface Viewer {
  /** Aborted when they are gone. */
  readonly signal: AbortSignal
  /** HTTP requests in progress. */
  readonly requests: () => number
  /** @throws ServiceError if they may watch no longer, DatabaseUnavailable */
  readonly check: () => Promise<void>
}

/** What is taken once for all who watch. */
interface Sampling {
  /** The last snapshot, as an event. */
  latest: Promise<Uint8Array>
  /** Resolved with the next one, and then replaced. */
  next: PromiseWithResolvers<void>
  readonly timer: Timer
}

const encoder = new TextEncoder()

/** What this process is doing, once a second. All viewers share the snapshots, and none are taken while nobody watches. */
export class Live {
  readonly #watched: Watched
  readonly #leaving = new AbortController()
  #viewers = 0
  #sampling: Sampling | undefined

  constructor(watched: Watched) {
    this.#watched = watched
  }

  /**
   * Snapshots as Server-Sent Events, the first at once, until the viewer is gone or may watch no longer, or the server stops. A
   * viewer who is slow gets fewer.
   *
   * @throws ServiceError rate_limited if too many watch already
   */
  async *watch({ signal, requests, check }: Viewer): AsyncGenerator<Uint8Array> {
    if (this.#viewers >= MOST_VIEWERS) throw tooMany()
    this.#viewers++
    this.#sampling ??= this.#start(requests)
    const sampling = this.#sampling
    const ended = new AbortController()
    const checks = setInterval(async () => {
      if (!(await mayWatch(check))) ended.abort()
    }, CHECK_PERIOD)
    const end = AbortSignal.any([signal, ended.signal, this.#leaving.signal])
    let wake = () => {}
    end.addEventListener('abort', () => wake())
    try {
      while (!end.aborted) {
        const { next } = sampling
        yield await sampling.latest
        // Not a race with a promise of the end, which would keep something of every snapshot for as long as one watches.
        await new Promise<void>((resolve) => {
          wake = resolve
          void next.promise.then(resolve)
          if (end.aborted) resolve()
        })
      }
    } finally {
      clearInterval(checks)
      if (--this.#viewers === 0) this.#stop()
    }
  }

  /** The server is stopping: nobody watches any longer. */
  leave(): void {
    this.#leaving.abort()
  }

  /** Begins to take snapshots. */
  #start(requests: () => number): Sampling {
    const sampler = new Sampler(this.#watched)
    const take = async () => encoder.encode(`data: ${JSON.stringify(await sampler.take(requests()))}\n\n`)
    const tick = () => {
      sampling.latest = take()
      sampling.next.resolve()
      sampling.next = Promise.withResolvers()
    }
    const timer = setInterval(tick, PERIOD)
    const sampling: Sampling = { latest: take(), next: Promise.withResolvers(), timer }
    return sampling
  }

  #stop(): void {
    clearInterval(this.#sampling?.timer)
    this.#sampling = undefined
  }
}

/** Nobody can be signed out while the database is away: then all go on watching. */
async function mayWatch(check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    return error instanceof DatabaseUnavailable
  }
}

function tooMany(): ServiceError {
  return new ServiceError('rate_limited', 'Too many watch this server already.', {
    detail: `Only ${MOST_VIEWERS} can at a time. Close a live view and try again.`,
    retryAfter: 5000,
  })
}
