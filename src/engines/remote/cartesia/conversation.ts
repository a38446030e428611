import { hasSounds } from '../../shared/sounds.ts'
import type { Deadlines } from '../remote-stream.ts'
import { faultOfStatus, ServerFault } from '../server-fault.ts'
import { ConnectionLost } from './connection.ts'
import type { Connections, Place } from './connections.ts'
import type { ErrorFrame, Frame } from './frames.ts'
import type { Script } from './script.ts'

/** The first half of a character that another piece of the text completes. */
const HALF_CHARACTER = /[\ud800-\udbff]$/

/** What a turn is asked for with. */
export interface TurnRequest {
  /** What every frame has besides its text. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly script: Script
  readonly deadlines: Deadlines
  /** Ends the turn, at the far side too. */
  readonly signal: AbortSignal
}

/** What has come of a turn. */
export interface Received {
  readonly frame: Frame
  /** Whether nothing after it has come yet. */
  readonly isLatest: boolean
}

/**
 * Sends the text of a turn as it comes, and gives what comes back. A connection that stood idle and turns out to be dead
 * is replaced by a new one.
 *
 * @throws ServerFault
 */
export async function* converse(connections: Connections, request: TurnRequest): AsyncGenerator<Received> {
  let isSecond = false
  let since = 0
  while (true) {
    const begun = performance.now()
    const place = await connections.begin(since)
    let isAnswered = false
    try {
      for await (const received of framesOf(place, request)) {
        isAnswered = true
        yield received
      }
      return
    } catch (error) {
      const isIdle = !isAnswered && place.opened < begun
      if (!(error instanceof ConnectionLost) || !isIdle || isSecond) throw error
      isSecond = true
      since = error.at
    }
  }
}

async function* framesOf(place: Place, request: TurnRequest): AsyncGenerator<Received> {
  const { signal } = request
  const { context } = place
  const { received } = context
  const sender = new Sender(place, request)
  const leave = (isDone: boolean) => {
    sender.stop()
    place.leave(isDone)
    received.close()
  }
  const abort = () => leave(false)
  let isDone = false
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', abort, { once: true })
    context.onFrame = (frame) => sender.hear(frame)
    sender
      .send()
      .catch((cause) => received.push(new ServerFault('failed', 'was sent no more text', { cause })))
    for await (const frame of received) {
      if (frame instanceof ServerFault) throw frame
      isDone = frame.type === 'done' || frame.type === 'error'
      if (frame.type === 'error') throw faultOf(frame)
      if (isDone) return
      yield { frame, isLatest: received.weight === 0 }
    }
    signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', abort)
    leave(isDone)
  }
}

/** Sends the text of a turn, and watches that it is answered in time. */
class Sender {
  readonly #place: Place
  readonly #request: TurnRequest
  /** Text that no audio has come after. */
  #unanswered = ''
  #hasBegun = false
  #hasEnded = false
  #isStopped = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(place: Place, request: TurnRequest) {
    this.#place = place
    this.#request = request
  }

  async send(): Promise<void> {
    let waiting = ''
    for await (const { text, maxDelay, isFlush } of this.#request.script.read()) {
      if (this.#isOver) return
      waiting += text
      const half = HALF_CHARACTER.exec(waiting)?.[0] ?? ''
      const whole = waiting.slice(0, waiting.length - half.length)
      // A context does not begin with white space: the far side would have nothing to say.
      if (this.#hasBegun ? whole !== '' : whole.trim() !== '') {
        this.#sendText(whole, maxDelay)
        waiting = half
      }
      if (isFlush) this.#flush()
    }
    if (!this.#isOver) this.#end()
  }

  /** Notes that something has come. */
  hear({ type }: Frame): void {
    if (type === 'chunk') this.#unanswered = ''
    if (type === 'done' || type === 'error') this.stop()
    else if (this.#hasEnded) this.#expect(this.#request.deadlines.idle)
    else if (this.#unanswered === '') clearTimeout(this.#timer)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  get #isOver(): boolean {
    return this.#isStopped || this.#request.signal.aborted
  }

  #sendText(text: string, maxDelay: number | undefined): void {
    this.#hasBegun = true
    this.#sendFrame({
      transcript: text,
      continue: true,
      ...(maxDelay !== undefined && { max_buffer_delay_ms: maxDelay }),
    })
    this.#unanswered += text
    if (hasSounds(this.#unanswered)) this.#expect(this.#request.deadlines.firstAudio)
  }

  #flush(): void {
    if (this.#hasBegun) this.#sendFrame({ transcript: '', continue: true, flush: true })
    else this.#place.context.received.push({ type: 'flush_done' })
  }

  #end(): void {
    this.#hasEnded = true
    if (this.#hasBegun) {
      this.#sendFrame({ transcript: '', continue: false })
      this.#expect(this.#request.deadlines.firstAudio)
    } else this.#place.context.received.push({ type: 'done' })
  }

  #sendFrame(frame: Readonly<Record<string, unknown>>): void {
    this.#place.connection.send(this.#place.context, { ...this.#request.fields, ...frame })
  }

  #expect(milliseconds: number): void {
    clearTimeout(this.#timer)
    const late = () =>
      this.#place.context.received.push(new ServerFault('failed', `sent nothing for ${milliseconds} ms`))
    this.#timer = setTimeout(late, milliseconds)
  }
}

function faultOf({ status_code = 500, error_code, title, error, message }: ErrorFrame): ServerFault {
  const told = [error_code ?? title, message ?? error].filter((part) => part !== undefined).join(': ')
  return new ServerFault(faultOfStatus(status_code), `answered ${status_code} ${told}`)
}
