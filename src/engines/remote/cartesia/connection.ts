import { AsyncQueue } from '../../shared/async-queue.ts'
import { ServerFault } from '../server-fault.ts'
import { type Frame, FrameError, parseFrame } from './frames.ts'

/** Milliseconds for a handshake, and for any sign of life of a connection that was silent. */
const HANDSHAKE_TIMEOUT = 5000
const LIFE_TIMEOUT = 2000
const LAST_CHANCE = 100
/** Milliseconds between signs of life, so that no address translation forgets the connection. */
const KEEP_ALIVE = 20_000

/** Most characters that come for a turn, audio and words: three and a half minutes of audio at 44100 Hz. */
const MOST_CHARACTERS = 24 * 2 ** 20

/** The connection is gone. What has not been answered yet can be begun again on another. */
export class ConnectionLost extends ServerFault {
  /** When the loss was noticed (milliseconds of `performance.now`). */
  readonly at = performance.now()

  constructor(message: string) {
    super('failed', message)
  }
}

/** A turn on a connection. */
export interface Context {
  readonly id: string
  /** What comes back for it, the loss of the connection included. */
  readonly received: AsyncQueue<Frame | ServerFault>
  /** Is called with each frame when it comes, however late it is taken. */
  onFrame?: (frame: Frame) => void
}

interface OpenContext extends Context {
  /** Characters that have come. */
  characters: number
}

/** A WebSocket to a server of Cartesia's protocol, shared by the contexts of many turns. */
export class Connection {
  readonly #socket: WebSocket
  readonly #contexts = new Map<string, OpenContext>()
  readonly #keepAlive: ReturnType<typeof setInterval>
  #waiting: ReturnType<typeof setTimeout> | undefined

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(data))
    socket.addEventListener('pong', () => this.#hear())
    socket.addEventListener('close', ({ code }) => this.#lose(`closed the connection (${code})`))
    this.#keepAlive = setInterval(() => this.#probe(), KEEP_ALIVE)
    this.#keepAlive.unref()
  }

  /** @throws ServerFault when the server cannot be reached, or refuses */
  static async open(url: URL, headers: Readonly<Record<string, string>>): Promise<Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Audio in base64 hardly gets smaller, and unpacking it takes time.
    const socket = new WebSocket(url, { headers: { ...headers }, perMessageDeflate: false })
    const timer = setTimeout(() => {
      reject(new ServerFault('away', `did not open a WebSocket in ${HANDSHAKE_TIMEOUT} ms`))
      socket.terminate()
    }, HANDSHAKE_TIMEOUT)
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', (event) => reject(refusal(event)))
    socket.addEventListener('close', ({ code }) =>
      reject(new ServerFault('away', `closed the WebSocket (${code})`)),
    )
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
    return new Connection(socket)
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Begins a context. If the connection turns out to be dead, the context hears of it within two seconds. */
  begin(): Context {
    const context: OpenContext = {
      id: crypto.randomUUID(),
      received: new AsyncQueue<Frame | ServerFault>(),
      characters: 0,
    }
    if (!this.isOpen) context.received.push(new ConnectionLost('has closed the connection'))
    // One that stood idle may be dead without anybody knowing.
    if (this.#contexts.size === 0) this.#probe()
    this.#contexts.set(context.id, context)
    return context
  }

  /** Sends a frame of a context. */
  send(context: Context, frame: Readonly<Record<string, unknown>>): void {
    if (this.isOpen) this.#socket.send(JSON.stringify({ ...frame, context_id: context.id }))
  }

  /** Ends a context: what still comes for it is dropped. One that is not done is cancelled at the upstream server. */
  end(context: Context, isDone: boolean): void {
    if (!this.#contexts.delete(context.id) || isDone) return
    this.send(context, { cancel: true })
  }

  close(): void {
    this.#socket.close()
  }

  #receive(message: unknown): void {
    this.#hear()
    const text = String(message)
    let frame: Frame | undefined
    try {
      frame = parseFrame(text)
    } catch (cause) {
      this.#refuse(new ServerFault('failed', 'sent something that is no frame', { cause }))
      return
    }
    const context = frame && this.#contextOf(frame)
    if (frame === undefined || context === undefined) return
    context.characters += text.length
    if (context.characters <= MOST_CHARACTERS) {
      context.onFrame?.(frame)
      context.received.push(frame)
    } else this.#giveUp(context, new ServerFault('failed', 'sent more than any turn has'))
  }

  /** What cannot be read ends the context that it names, and all of them where it names none. */
  #refuse(fault: ServerFault): void {
    const id = fault.cause instanceof FrameError ? fault.cause.contextId : undefined
    if (id === undefined) {
      this.#fail(fault)
      this.#socket.close()
      return
    }
    const context = this.#contexts.get(id)
    if (context !== undefined) this.#giveUp(context, fault)
  }

  #giveUp(context: Context, fault: ServerFault): void {
    context.received.push(fault)
    this.end(context, false)
  }

  /** An error without a context is that of the only one there is. */
  #contextOf({ type, context_id: id }: Frame): OpenContext | undefined {
    if (typeof id === 'string') return this.#contexts.get(id)
    return type === 'error' && this.#contexts.size === 1 ? [...this.#contexts.values()][0] : undefined
  }

  #hear(): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
  }

  /** Asks for a sign of life. Without one the connection is given up. */
  #probe(): void {
    if (this.#waiting !== undefined || !this.isOpen) return
    this.#socket.ping()
    const giveUp = () => {
      this.#lose('does not answer on a connection')
      this.#socket.terminate()
    }
    // If this thread itself was busy all the time, the answer waits behind the first timer.
    this.#waiting = setTimeout(() => {
      this.#waiting = setTimeout(giveUp, LAST_CHANCE)
    }, LIFE_TIMEOUT)
  }

  #lose(what: string): void {
    clearInterval(this.#keepAlive)
    clearTimeout(this.#waiting)
    this.#fail(new ConnectionLost(what))
  }

  #fail(fault: ServerFault): void {
    for (const { received } of this.#contexts.values()) received.push(fault)
  }
}

/** Bun reports the status of a refused handshake only in its message. */
function refusal(event: Event): ServerFault {
  const { message = '' } = event as ErrorEvent
  const status = /status code: (\d{3})/.exec(message)?.[1]
  if (status === undefined) return new ServerFault('away', `cannot be reached: ${message}`)
  return ServerFault.ofStatus(Number(status), `refused the WebSocket with ${status}`)
}
