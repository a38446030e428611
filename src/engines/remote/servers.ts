import { Durations } from '../../telemetry/durations.ts'
import { EngineFailure, EngineFull, ServersFailed } from '../shared/engine.ts'
import type { Health } from '../shared/model.ts'
import type { ServerState } from '../shared/server-state.ts'
import { Breaker, type BreakerState } from './breaker.ts'
import type { ServerFault } from './server-fault.ts'

/** Requests of a turn at once: for the segment that is heard and for the one after it. */
export const REQUESTS_OF_A_TURN = 2

/**
 * Where another server works, a probe is waited for this many times as long as first audio has taken on average, and at least
 * for this many milliseconds: a server that does not even refuse requests would cost its listeners the whole deadline.
 */
const PROBE_TIMES = 4
const LEAST_PROBE = 1000

/** A request to one of the servers. What counts is the first of succeeded, failed and dropped; one of them must be called. */
export interface ServerRequest {
  readonly url: string
  /** Milliseconds after which another server is the better choice, if no audio has come. Infinity: there is none. */
  readonly timeout: number
  /** The first audio has come. */
  began(): void
  /** All audio has come. */
  succeeded(): void
  /** Ends the request. The fault says whether it counts against the server. */
  failed(fault: ServerFault): void
  /** Ends a request that nobody waits for any more: it says nothing about the server. */
  dropped(): void
}

/** How much the servers of a model can do, and who is notified of their faults. */
export interface ServersOptions {
  /** Turns that each server can speak at once. */
  readonly maxStreams: number
  /** A clock in milliseconds. */
  readonly now?: () => number
  /** Hears when the circuit of a server opens or closes. */
  readonly onChange?: (url: string, state: BreakerState) => void
  /** Hears of every fault, and of what comes of it. */
  readonly onFault?: (fault: ServersFailed, next: FaultSequel) => void
}

/** What comes of a fault. A turn is refused where it has not begun, and asked to come again; one that ends has no more speech. */
export type FaultSequel = 'it is tried again' | 'the turn is refused' | 'the turn ends'

interface Server {
  readonly url: string
  readonly breaker: Breaker
  /** Whether it has answered since its last failure, if only to a health check. */
  isAlive: boolean
  /** Whether its last failure was to refuse the key or the account: it answers, and speaks no sooner for that. */
  hasRefused: boolean
  /** The number of its last request, counted over all servers. */
  lastRequest: number
  outstanding: number
  requests: number
  failures: number
  refusals: number
  retries: number
  readonly firstAudio: Durations
}

/** The servers of a remote engine: which one gets the next request, and what is known of each. */
export class Servers {
  /** Reports a fault. They report by themselves what they try again. */
  readonly report: (fault: ServersFailed, next: FaultSequel) => void
  readonly #servers: readonly Server[]
  readonly #maxStreams: number
  readonly #now: () => number
  readonly #onChange: (url: string, state: BreakerState) => void
  readonly #closing = new AbortController()
  #requests = 0
  #changed = Promise.withResolvers<void>()

  /** @param urls their URLs, at least one, all different */
  constructor(urls: readonly string[], options: ServersOptions) {
    const now = options.now ?? (() => performance.now())
    this.#now = now
    this.#maxStreams = options.maxStreams
    this.#onChange = options.onChange ?? (() => {})
    this.report = options.onFault ?? (() => {})
    this.#servers = urls.map((url) => ({
      url,
      breaker: new Breaker(now),
      isAlive: false,
      hasRefused: false,
      lastRequest: 0,
      outstanding: 0,
      requests: 0,
      failures: 0,
      refusals: 0,
      retries: 0,
      firstAudio: new Durations(),
    }))
  }

  /** Turns that all servers together can speak at once. */
  get streams(): number {
    return this.#maxStreams * this.#servers.length
  }

  /** Their URLs. */
  get urls(): readonly string[] {
    return this.#servers.map(({ url }) => url)
  }

  /** The URLs of those whose circuit is not closed. */
  get away(): readonly string[] {
    return this.#servers.filter((server) => !isWorking(server)).map(({ url }) => url)
  }

  /** Resolves as soon as more is known of one of them: from a request or a health check. */
  get changed(): Promise<void> {
    return this.#changed.promise
  }

  /** Milliseconds until one takes requests again, if nothing is known before. */
  get wait(): number {
    return Math.min(...this.#servers.map(({ breaker }) => breaker.wait))
  }

  /**
   * Notes the result of a server's health check. One that answers again is tried by the next request, without a further pause.
   * One that has had no request yet and does not answer gets none.
   */
  healthChecked(url: string, isAlive: boolean): void {
    const server = this.#servers.find((each) => each.url === url)!
    const { breaker, requests } = server
    if (!isAlive) {
      server.isAlive = false
      if (requests === 0) this.#update(server, () => breaker.open())
    } else if (!server.hasRefused) {
      breaker.endPause()
      server.isAlive = true
      this.#notifyWaiting()
    }
  }

  /** Aborted when they are no longer used. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Ends all requests. */
  close(): void {
    this.#closing.abort(new EngineFailure('the engine was closed'))
  }

  /**
   * Begins a request to the server with the fewest requests. A server that is to be probed comes first: it has none.
   *
   * @param isLimited whether it is refused when all servers have as many requests as their turns can have
   * @throws EngineFull when those that work are full; ServersFailed when none works
   */
  request(isLimited: boolean): ServerRequest {
    const working = this.#servers.filter(({ breaker }) => breaker.isPassable)
    if (working.length === 0)
      throw new ServersFailed(this.#urlList(), `no server answers: ${this.#urlList()}`)
    const limit = this.#maxStreams * REQUESTS_OF_A_TURN
    const free = isLimited ? working.filter(({ outstanding }) => outstanding < limit) : working
    if (free.length === 0) throw new EngineFull(`all servers are full: ${this.#urlList()}`)
    return this.#begin(leastBusy(free))
  }

  /**
   * Begins another try of a request that full servers refused.
   *
   * @throws ServersFailed when none works
   */
  requestAgain(fault: ServerFault): ServerRequest {
    const request = this.request(false)
    this.#servers.find(({ url }) => url === request.url)!.retries++
    this.report(fault, 'it is tried again')
    return request
  }

  /**
   * Begins the second try of a request that failed: on another server that works, on one that is to be probed, or on the same.
   * Undefined where it cannot succeed.
   */
  retry(failed: ServerRequest, fault: ServerFault): ServerRequest | undefined {
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
    this.report(fault, 'it is tried again')
    return this.#begin(server)
  }

  /** One that answers, but has not spoken again since it failed, is not known to work: the engine is then `degraded`. */
  health(): Health {
    if (this.#servers.every(isWorking)) return 'ready'
    const mayWork = this.#servers.some((server) => isWorking(server) || server.isAlive)
    return mayWork ? 'degraded' : 'unavailable'
  }

  /** What is known of each server. */
  states(): ServerState[] {
    return this.#servers.map(
      ({ url, breaker, outstanding, requests, failures, refusals, retries, firstAudio }) => ({
        url,
        state: breaker.state,
        outstanding,
        requests,
        failures,
        refusals,
        retries,
        firstAudio,
      }),
    )
  }

  #begin(server: Server): ServerRequest {
    const { breaker } = server
    const isProbe = breaker.state === 'half-open'
    const passage = breaker.enter()!
    const begun = this.#now()
    const timeout = isProbe && this.#servers.some(isWorking) ? this.#probeTimeout() : Number.POSITIVE_INFINITY
    let hasBegun = false
    let isOver = false
    server.lastRequest = ++this.#requests
    server.requests++
    server.outstanding++
    const end = (judge: () => void) => {
      if (isOver) return
      isOver = true
      server.outstanding--
      this.#update(server, judge)
    }
    return {
      url: server.url,
      timeout,
      began: () => {
        if (hasBegun || isOver) return
        hasBegun = true
        server.firstAudio.add((this.#now() - begun) / 1000)
        this.#update(server, () => passage.began())
      },
      succeeded: () => end(() => passage.succeeded()),
      failed: ({ isServerFault, isFull, kind }) =>
        end(() => {
          if (isFull) server.refusals++
          if (!isServerFault) return passage.dropped()
          server.failures++
          server.isAlive = false
          server.hasRefused = kind === 'unauthorized' || kind === 'unpaid'
          passage.failed()
        }),
      dropped: () => end(() => passage.dropped()),
    }
  }

  #update({ url, breaker }: Server, act: () => void): void {
    const before = breaker.state
    act()
    if (breaker.state !== before) this.#onChange(url, breaker.state)
    this.#notifyWaiting()
  }

  #notifyWaiting(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  #probeTimeout(): number {
    const heard = this.#servers.map(({ firstAudio }) => firstAudio)
    const seconds = heard.reduce((total, { sum }) => total + sum, 0)
    const count = heard.reduce((total, each) => total + each.count, 0)
    return Math.max(LEAST_PROBE, (PROBE_TIMES * 1000 * seconds) / Math.max(1, count))
  }

  #urlList(): string {
    return this.urls.join(', ')
  }
}

function isWorking({ breaker }: Server): boolean {
  return breaker.state === 'closed'
}

/** Of those with the fewest requests outstanding, the one whose last request is the longest ago. */
function leastBusy(servers: readonly Server[]): Server {
  return servers.reduce((best, each) => {
    const isBetter =
      each.outstanding < best.outstanding ||
      (each.outstanding === best.outstanding && each.lastRequest < best.lastRequest)
    return isBetter ? each : best
  })
}
