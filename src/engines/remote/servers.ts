import { Durations } from '../../telemetry/durations.ts'
import { EngineFailure, EngineFull } from '../shared/engine.ts'
import type { Health } from '../shared/model.ts'
import type { ServerState } from '../shared/server-state.ts'
import { Breaker, type BreakerState } from './breaker.ts'
import type { ServerFault } from './server-fault.ts'

/** Calls of a turn at once: for the segment that is heard and for the one after it. */
export const CALLS_OF_A_TURN = 2

/**
 * Where another server works, a probe is waited for this many times as long as first audio has taken on average, and at least
 * for so many milliseconds: a server that does not even refuse calls would cost its listeners the whole deadline.
 */
const PROBE_TIMES = 4
const LEAST_PROBE = 1000

/** A call to one of the servers. What counts is the first of succeeded, failed and dropped; one of them must be called. */
export interface Call {
  readonly url: string
  /** Milliseconds after which another server is the better choice, if no audio has come. Infinity: there is none. */
  readonly patience: number
  /** The first audio has come. */
  began(): void
  /** All audio has come. */
  succeeded(): void
  /** Ends the call: whether it tells against the server is the fault's. */
  failed(fault: ServerFault): void
  /** Ends a call that nobody waits for any more: it says nothing about the server. */
  dropped(): void
}

export interface ServersOptions {
  /** Turns that each server can speak at once. */
  readonly maxStreams: number
  /** A clock in milliseconds. */
  readonly now?: () => number
  /** Hears when the circuit of a server opens or closes. */
  readonly onChange?: (url: string, state: BreakerState) => void
  /** Hears of a fault after which a second try is made. */
  readonly onRetry?: (fault: ServerFault) => void
}

interface Server {
  readonly url: string
  readonly breaker: Breaker
  /** The number of its last call. */
  last: number
  outstanding: number
  requests: number
  failures: number
  retries: number
  readonly firstAudio: Durations
}

/** The servers of a remote engine: which one gets the next call, and what is known of each. */
export class Servers {
  readonly #servers: readonly Server[]
  readonly #maxStreams: number
  readonly #now: () => number
  readonly #onChange: (url: string, state: BreakerState) => void
  readonly #onRetry: (fault: ServerFault) => void
  readonly #closing = new AbortController()
  #calls = 0

  /** @param urls their addresses, at least one, all different */
  constructor(urls: readonly string[], options: ServersOptions) {
    const now = options.now ?? (() => performance.now())
    this.#now = now
    this.#maxStreams = options.maxStreams
    this.#onChange = options.onChange ?? (() => {})
    this.#onRetry = options.onRetry ?? (() => {})
    this.#servers = urls.map((url) => ({
      url,
      breaker: new Breaker(now),
      last: 0,
      outstanding: 0,
      requests: 0,
      failures: 0,
      retries: 0,
      firstAudio: new Durations(),
    }))
  }

  /** Turns that all servers together can speak at once. */
  get streams(): number {
    return this.#maxStreams * this.#servers.length
  }

  /** Aborted when they are no longer used. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Ends all calls. */
  close(): void {
    this.#closing.abort(new EngineFailure('the engine was closed'))
  }

  /**
   * Begins a call to the server with the fewest calls. A server that is to be probed comes first: it has none.
   *
   * @param isLimited whether it is refused when all servers have as many calls as their turns can have
   * @throws EngineFull when those that work are full; EngineFailure when none works
   */
  call(isLimited: boolean): Call {
    const working = this.#servers.filter(({ breaker }) => breaker.isPassable)
    if (working.length === 0) throw new EngineFailure(`no server answers: ${this.#addresses()}`)
    const limit = this.#maxStreams * CALLS_OF_A_TURN
    const free = isLimited ? working.filter(({ outstanding }) => outstanding < limit) : working
    if (free.length === 0) throw new EngineFull(`all servers are full: ${this.#addresses()}`)
    return this.#begin(leastBusy(free))
  }

  /**
   * Begins the second try of a call that failed: on another server that works, on one that is to be probed, or on the same.
   * Undefined where it cannot succeed.
   */
  retry(failed: Call, fault: ServerFault): Call | undefined {
    const { again } = fault
    if (again === 'nowhere') return undefined
    const passable = this.#servers.filter(({ breaker }) => breaker.isPassable)
    const others = passable.filter(({ url }) => url !== failed.url)
    const choices = [
      others.filter(({ breaker }) => breaker.state === 'closed'),
      others,
      again === 'anywhere' ? passable : [],
    ]
    const eligible = choices.find((servers) => servers.length > 0)
    if (eligible === undefined) return undefined
    const server = leastBusy(eligible)
    server.retries++
    this.#onRetry(fault)
    return this.#begin(server)
  }

  health(): Health {
    const closed = this.#servers.filter(({ breaker }) => breaker.state === 'closed').length
    if (closed === this.#servers.length) return 'ready'
    return closed > 0 ? 'degraded' : 'unavailable'
  }

  /** What is known of each server. */
  states(): ServerState[] {
    return this.#servers.map(({ url, breaker, outstanding, requests, failures, retries, firstAudio }) => ({
      url,
      state: breaker.state,
      outstanding,
      requests,
      failures,
      retries,
      firstAudio,
    }))
  }

  #begin(server: Server): Call {
    const { breaker } = server
    const isProbe = breaker.state === 'half-open'
    const passage = breaker.enter()!
    const begun = this.#now()
    const patience =
      isProbe && this.health() !== 'unavailable' ? this.#probePatience() : Number.POSITIVE_INFINITY
    let hasBegun = false
    let isOver = false
    server.last = ++this.#calls
    server.requests++
    server.outstanding++
    const noting = (act: () => void) => {
      const before = breaker.state
      act()
      if (breaker.state !== before) this.#onChange(server.url, breaker.state)
    }
    const end = (judge: () => void) => {
      if (isOver) return
      isOver = true
      server.outstanding--
      noting(judge)
    }
    return {
      url: server.url,
      patience,
      began: () => {
        if (hasBegun || isOver) return
        hasBegun = true
        server.firstAudio.add((this.#now() - begun) / 1000)
        noting(() => passage.began())
      },
      succeeded: () => end(() => passage.succeeded()),
      failed: ({ counts }) =>
        end(() => {
          if (!counts) return passage.dropped()
          server.failures++
          passage.failed()
        }),
      dropped: () => end(() => passage.dropped()),
    }
  }

  #probePatience(): number {
    const heard = this.#servers.map(({ firstAudio }) => firstAudio)
    const seconds = heard.reduce((total, { sum }) => total + sum, 0)
    const count = heard.reduce((total, each) => total + each.count, 0)
    return Math.max(LEAST_PROBE, (PROBE_TIMES * 1000 * seconds) / Math.max(1, count))
  }

  #addresses(): string {
    return this.#servers.map(({ url }) => url).join(', ')
  }
}

/** Of those with the fewest calls outstanding, the one whose last call is the longest ago. */
function leastBusy(servers: readonly Server[]): Server {
  return servers.reduce((best, each) => {
    const isBetter =
      each.outstanding < best.outstanding || (each.outstanding === best.outstanding && each.last < best.last)
    return isBetter ? each : best
  })
}
