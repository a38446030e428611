import { setTimeout as sleep } from 'node:timers/promises'
import type { Attributes, Span } from '../../telemetry/tracing.ts'
import { ServersFailed, ServersFull } from '../shared/engine.ts'
import { ServerFault } from './server-fault.ts'
import type { ServerRequest, Servers } from './servers.ts'
import { withoutSecrets } from './without-secrets.ts'

/** How long to wait for a server, in milliseconds. */
export interface Deadlines {
  /** Longest time from the request to the first audio. */
  readonly firstAudio: number
  /** Longest time from one piece of audio to the next. */
  readonly idle: number
}

/** A request to one server. */
export interface Attempt {
  readonly url: string
  /** Aborted when the answer is no longer wanted: the connection, or the work at the other end, must end with it. */
  readonly signal: AbortSignal
  /** The attempt's own span, which is sent to the server. Undefined: it is not traced. */
  readonly trace: Span | undefined
}

/** How servers are asked for the audio of a segment or turn. */
export interface StreamOptions {
  /** Ends the request. */
  readonly signal: AbortSignal
  /** Whether it begins a turn, which is refused when all servers are full. */
  readonly isOpening: boolean
  /**
   * Whether it lasts as long as its turn, which may mostly wait for text: however many of these a server has, only the server
   * itself knows whether it is full.
   */
  readonly isWholeTurn?: boolean
  readonly deadlines: Deadlines
  /** What no fault may quote, as far as it is known by then: the key, and the text. */
  readonly secrets: () => readonly (string | undefined)[]
  /** Has a span for each attempt. Undefined: it is not traced. */
  readonly trace?: Span
}

/** Pause before a full server is asked again for a segment in the middle of a turn (milliseconds). */
const BUSY_PAUSE = 250

const ignore = () => {}

/**
 * The pieces of audio that one of the servers answers with. A server that fails before the first piece is tried once
 * more, or another one in its place. In the middle of a turn the listener still has something to hear: until the deadline of
 * the first audio, servers that are full are asked again, and where all circuits are open, one that lets a request through is
 * waited for. Time counts only while a piece is waited for: a reader may be slow.
 *
 * @param ask makes the request. What it throws besides a ServerFault counts as a server's failure; pieces without audio
 *   must not be given
 * @throws ServersFailed when a server failed, or no server could be asked; for the beginning of a turn, ServersFull when all
 *   that work refuse it for now, and EngineFull when they have as many turns as they can; the signal's reason when it is
 *   aborted
 */
export async function* streamFrom<Piece>(
  servers: Servers,
  options: StreamOptions,
  ask: (attempt: Attempt) => AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  const { isOpening, isWholeTurn = false, deadlines } = options
  const signal = AbortSignal.any([options.signal, servers.closing])
  signal.throwIfAborted()
  const giveUpAt = performance.now() + deadlines.firstAudio
  try {
    const waiting = { servers, giveUpAt, signal }
    const first = () => servers.request(isOpening && !isWholeTurn)
    let request = isOpening ? first() : await whenPassable(first, waiting)
    for (let isRetry = false; ; isRetry = true) {
      let isHeard = false
      try {
        for await (const piece of piecesOf(request, { ...options, signal }, ask)) {
          isHeard = true
          yield piece
        }
        return
      } catch (fault) {
        if (signal.aborted) throw signal.reason
        if (isHeard || !(fault instanceof ServerFault)) throw fault
        const retry = () => (isRetry ? undefined : servers.retry(request, fault))
        const isWorthWaiting = !isOpening && !isRetry && fault.again === 'anywhere'
        const second = isWorthWaiting ? await whenPassable(retry, waiting) : retry()
        request = second ?? (await afterPause(fault, isOpening, waiting))
      }
    }
  } catch (error) {
    if (error instanceof ServersFailed) servers.report(error, 'the turn ends')
    throw error
  }
}

/** How long a request waits, and for what. */
interface Waiting {
  readonly servers: Servers
  /** In milliseconds of `performance.now`. */
  readonly giveUpAt: number
  /** Ends the waiting. */
  readonly signal: AbortSignal
}

/**
 * Begins a request as soon as a circuit lets one through, or the time is over. Nothing happens between the two: of those that
 * wait for a half-open circuit, only the first is let through.
 */
async function whenPassable<Request>(
  begin: () => Request,
  { servers, giveUpAt, signal }: Waiting,
): Promise<Request> {
  while (servers.wait > 0 && performance.now() < giveUpAt) {
    const limit = Math.min(servers.wait, giveUpAt - performance.now())
    await inTime(limit, servers.changed, signal, `did not change for ${limit} ms`).catch(ignore)
    signal.throwIfAborted()
  }
  return begin()
}

/**
 * The pieces that one server answers with. The request is judged by them, and the connection ends with them.
 *
 * @throws ServerFault without secrets, when the server does not do what it was asked; the signal's reason when it is aborted
 */
async function* piecesOf<Piece>(
  request: ServerRequest,
  { signal, isWholeTurn, deadlines, secrets, trace }: StreamOptions,
  ask: (attempt: Attempt) => AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  const { url, timeout } = request
  const ended = new AbortController()
  const span = trace?.child('ask server', { kind: 'client', attributes: addressOf(url) })
  const pieces = ask({ url, signal: AbortSignal.any([signal, ended.signal]), trace: span })[
    Symbol.asyncIterator
  ]()
  let limit = isWholeTurn ? deadlines.firstAudio : Math.min(deadlines.firstAudio, timeout)
  let isHeard = false
  try {
    while (true) {
      signal.throwIfAborted()
      const piece = await inTime(limit, pieces.next(), signal, `sent nothing for ${limit} ms`)
      if (piece.done) break
      if (!isHeard) {
        isHeard = true
        limit = deadlines.idle
        request.began()
        span?.event('first audio')
      }
      yield piece.value
    }
    if (!isHeard) throw new ServerFault('failed', 'sent no audio')
    request.succeeded()
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    const fault = faultOf(cause, url, secrets())
    request.failed(fault)
    span?.end(fault.kind)
    throw fault
  } finally {
    request.dropped()
    ended.abort()
    span?.end()
    pieces.return?.().catch(ignore)
  }
}

/**
 * Another request, after a pause, where servers refused one because they are full and the listener still has something to hear.
 *
 * @throws the fault where no further try may succeed in time; ServersFull for the beginning of a turn
 */
async function afterPause(fault: ServerFault, isOpening: boolean, waiting: Waiting): Promise<ServerRequest> {
  const { servers, giveUpAt, signal } = waiting
  if (!fault.isFull) throw fault
  if (isOpening) {
    servers.report(fault, 'the turn is refused')
    throw fullOf(fault)
  }
  if (performance.now() >= giveUpAt) throw fault
  await sleep(BUSY_PAUSE, undefined, { signal }).catch(ignore)
  signal.throwIfAborted()
  // One that is not available counts as failing: after a few such answers it gets no requests for a while.
  return whenPassable(() => {
    if (servers.wait > 0) throw fault
    return servers.requestAgain(fault)
  }, waiting)
}

/** What a span says of a server. */
function addressOf(url: string): Attributes {
  const { hostname, port, protocol } = new URL(url)
  return { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) }
}

/** The refusal of a turn that begins: the client may try again. */
function fullOf(cause: ServerFault): ServersFull {
  return new ServersFull(cause.message, { cause, retryAfter: cause.retryAfter })
}

/** A server's fault, without secrets. */
function faultOf(cause: unknown, url: string, secrets: readonly (string | undefined)[]): ServerFault {
  if (cause instanceof ServerFault) return cause.of(url, withoutSecrets(`${url} ${cause.message}`, secrets))
  const message = cause instanceof Error ? cause.message : String(cause)
  return new ServerFault('away', withoutSecrets(`${url} failed: ${message}`, secrets), {
    server: url,
    cause,
  })
}

/** What comes in time. Rejects with a ServerFault after that many milliseconds, and as soon as the signal is aborted. */
async function inTime<Value>(
  limit: number,
  value: Promise<Value>,
  signal: AbortSignal,
  message: string,
): Promise<Value> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  const timer = setTimeout(() => reject(new ServerFault('away', message)), limit)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([value, ended])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
