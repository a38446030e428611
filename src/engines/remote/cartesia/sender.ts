import type { TurnText } from '../../shared/engine.ts'
import { hasSounds } from '../../shared/sounds.ts'
import type { Deadlines } from '../remote-stream.ts'
import { ServerFault } from '../server-fault.ts'
import type { Place } from './connections.ts'
import type { Frame } from './frames.ts'
import type { ReplayableText } from './replayable-text.ts'

/** The first half of a character that another piece of the text completes. */
const HALF_CHARACTER = /[\ud800-\udbff]$/

/** What a turn is asked for with. */
export interface TurnRequest {
  /** What every frame has besides its text. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly text: ReplayableText
  readonly deadlines: Deadlines
  /** Ends the turn, at the upstream server too. */
  readonly signal: AbortSignal
}

/** Sends the text of a turn, and watches that it is answered in time. */
export class Sender {
  readonly #request: TurnRequest
  /** Undefined while no context can take text. */
  #place: Place | undefined
  /** Text and flushes that no audio has come after. */
  #unanswered: TurnText[] = []
  /** Whether there is anything to say in it. */
  #isUnspoken = false
  /** White space that waits for text after it: the upstream server would have nothing to say if a context began with it. */
  #lead = ''
  /** Flushes that were asked for and are not done. */
  #flushes = 0
  #hasBegun = false
  #hasAudio = false
  #hasEnded = false
  #isStopped = false
  #isRunning = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(request: TurnRequest) {
    this.#request = request
  }

  /** Whether the context has been asked for anything. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Whether all text was sent, and answered as far as it can be. */
  get isOver(): boolean {
    return this.#hasEnded && !this.mayRepeat
  }

  /** Whether the context has ended before it came to some text that another one can speak. */
  get mayRepeat(): boolean {
    return this.#hasAudio && this.#isUnspoken
  }

  /** Whether the context has ended before all text was sent, and has spoken nothing of what it had. */
  get wasPassedOver(): boolean {
    return !this.#hasEnded && !this.#hasAudio && this.#isUnspoken
  }

  /** Sends text to another context from now on, beginning with the text that no audio has come after. */
  moveTo(place: Place): void {
    const unanswered = this.#unanswered
    this.#place = place
    this.#keepUnanswered([])
    this.#lead = ''
    this.#flushes = 0
    this.#hasBegun = false
    this.#hasAudio = false
    this.#expectNothing()
    place.context.onFrame = (frame) => this.#hear(frame)
    for (const piece of unanswered) this.#send(piece)
    if (this.#hasEnded) this.#end()
    if (!this.#isRunning)
      this.#run().catch((cause) => this.#fail(new ServerFault('failed', 'was sent no more text', { cause })))
    this.#isRunning = true
  }

  /** Takes the number of flushes that are done because their context is. */
  takeFlushes(): number {
    if (!this.#isUnspoken) this.#unanswered = []
    const done = this.#flushes - this.#unanswered.filter(({ isFlush }) => isFlush).length
    this.#flushes -= done
    return done
  }

  stop(): void {
    this.#isStopped = true
    this.#expectNothing()
  }

  async #run(): Promise<void> {
    let half = ''
    for await (const piece of this.#request.text.read()) {
      if (this.#isStopped || this.#request.signal.aborted) return
      const all = half + piece.text
      half = HALF_CHARACTER.exec(all)?.[0] ?? ''
      this.#send({ ...piece, text: all.slice(0, all.length - half.length) })
    }
    if (this.#isStopped || this.#request.signal.aborted) return
    this.#hasEnded = true
    this.#end()
  }

  #send(piece: TurnText): void {
    const { text, maxDelay, isFlush } = piece
    this.#unanswered.push(piece)
    this.#isUnspoken ||= hasSounds(textOf(this.#unanswered))
    if (isFlush) this.#flushes++
    if (this.#place === undefined) return
    const whole = this.#lead + text
    if (this.#hasBegun ? whole !== '' : whole.trim() !== '') {
      this.#lead = ''
      this.#hasBegun = true
      const delay = maxDelay === undefined ? {} : { max_buffer_delay_ms: maxDelay }
      this.#sendFrame({ transcript: whole, continue: true, ...delay })
      if (this.#isUnspoken) this.#expectAudio()
    } else this.#lead = whole
    if (!isFlush) return
    if (this.#hasBegun) this.#sendFrame({ transcript: '', continue: true, flush: true })
    else this.#answer({ type: 'flush_done' })
  }

  #end(): void {
    if (this.#place === undefined) return
    if (this.#hasBegun) {
      this.#sendFrame({ transcript: '', continue: false })
      this.#expectAudio()
    } else this.#answer({ type: 'done' })
  }

  /** Notes that something has come. */
  #hear({ type }: Frame): void {
    if (type === 'chunk') {
      this.#keepUnanswered([])
      this.#hasAudio = true
    }
    if (type === 'flush_done' && this.#flushes > 0) {
      this.#flushes--
      const flush = this.#unanswered.findIndex(({ isFlush }) => isFlush)
      this.#keepUnanswered(this.#unanswered.slice(flush + 1))
    }
    if (type === 'done' || type === 'error') {
      this.#place = undefined
      this.#expectNothing()
    } else if (this.#hasEnded) this.#expectWithin(this.#request.deadlines.idle)
    else if (this.#unanswered.length === 0) this.#expectNothing()
    else if (type === 'flush_done') this.#expectWithin(this.#request.deadlines.firstAudio)
  }

  #keepUnanswered(pieces: TurnText[]): void {
    this.#unanswered = pieces
    this.#isUnspoken = hasSounds(textOf(pieces))
  }

  /** Answers in place of the upstream server, which was asked for nothing yet. */
  #answer(frame: Frame): void {
    const { context } = this.#place!
    this.#hear(frame)
    context.received.push(frame)
  }

  #fail(fault: ServerFault): void {
    this.#place?.context.received.push(fault)
  }

  #sendFrame(frame: Readonly<Record<string, unknown>>): void {
    const { connection, context } = this.#place!
    connection.send(context, { ...this.#request.fields, ...frame })
  }

  /** Text was sent: the deadline is that of the first text that no audio has come after. */
  #expectAudio(): void {
    if (this.#timer === undefined) this.#expectWithin(this.#request.deadlines.firstAudio)
  }

  #expectNothing(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #expectWithin(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => this.#fail(new ServerFault('away', `sent nothing for ${milliseconds} ms`)),
      milliseconds,
    )
  }
}

function textOf(pieces: readonly TurnText[]): string {
  return pieces.map(({ text }) => text).join('')
}
