import type { Caller } from '../../accounts/authorize.ts'
import type { SampleRate } from '../../audio/output-format.ts'
import { refusalFor } from '../../http/error-handler.ts'
import { keyRevoked, retrySeconds, type ServiceError, serviceStopping } from '../../http/errors.ts'
import type { SocketBudget } from '../../http/sockets/budgets.ts'
import { GOING_AWAY, POLICY_VIOLATION, TRY_AGAIN_LATER } from '../../http/sockets/closing.ts'
import { Inbox } from '../../http/sockets/inbox.ts'
import { BACKLOG_LIMIT } from '../../http/sockets/limits.ts'
import { Outbox } from '../../http/sockets/outbox.ts'
import type { Connection, Message, Socket } from '../../http/sockets/socket.ts'
import { OPEN_TEXT_GRACE } from '../../tts/running-turns.ts'
import type { SpeechOptions, TurnServices } from '../../tts/turn.ts'
import { type Order, type OutgoingMessage, readOrder } from './message.ts'
import { Utterance } from './utterance.ts'

/**
 * A turn has its slot until a second after its end. If one of the stream has ended so recently (milliseconds), it may be the
 * stream's own slot that the next turn lacks.
 */
const RECENT = 2000

/** What a stream is opened with. */
interface StreamSettings {
  readonly caller: Caller
  /** How everything is spoken. */
  readonly options: SpeechOptions
  /** Hz of the samples. */
  readonly sampleRate: SampleRate
  readonly budget: SocketBudget
}

/**
 * A stream of jambonz: text in, samples out. The text up to a flush is an utterance, which is one turn. Utterances are
 * spoken one after the other.
 */
export class JambonzSocket implements Socket {
  readonly #services: TurnServices
  readonly #settings: StreamSettings
  readonly #inbox: Inbox
  readonly #onClosed: () => void
  #outbox: Outbox | undefined
  /** The first is being spoken; the last may still get text. */
  #utterances: Utterance[] = []
  /** When a turn that may have had a slot last ended (milliseconds of `performance.now`). */
  #endedAt = Number.NEGATIVE_INFINITY
  #isLeaving = false

  constructor(services: TurnServices, settings: StreamSettings, onClosed: () => void) {
    this.#services = services
    this.#settings = settings
    this.#inbox = new Inbox(settings.budget, (message) => this.#read(message))
    this.#onClosed = onClosed
  }

  /** jambonz sends no text before it knows the sample rate. */
  opened(connection: Connection): void {
    this.#outbox = new Outbox(connection, (reason) => this.#close(TRY_AGAIN_LATER, reason))
    this.#send({ type: 'connect', data: { sample_rate: this.#settings.sampleRate, base64_encoding: false } })
    this.#leaveWhenIdle()
  }

  received(message: Message): void {
    if (this.#outbox === undefined) return
    this.#inbox.push(message)
    if (this.#inbox.isEmpty || this.#backlog() <= BACKLOG_LIMIT) return
    if (this.#inbox.isForRefusals) this.#close(POLICY_VIOLATION, 'Too many messages were refused.')
    else this.#close(TRY_AGAIN_LATER, 'Too many messages. Connect again and send fewer a second.')
  }

  drained(): void {
    this.#outbox?.drained()
  }

  closed(): void {
    if (this.#outbox === undefined) return
    this.#outbox.closed()
    this.#outbox = undefined
    this.#stop()
    this.#inbox.clear()
    this.#onClosed()
  }

  leave(): void {
    this.#isLeaving = true
    this.#leaveWhenIdle()
    setTimeout(() => this.#utterances.at(-1)?.breakOff(serviceStopping()), OPEN_TEXT_GRACE).unref()
    this.#services.running.stopping.addEventListener('abort', () => {
      if (this.#utterances.some(({ isSpoken }) => !isSpoken)) this.#sendError(serviceStopping())
      this.#close(GOING_AWAY, 'The server is stopping.')
    })
  }

  revoked(): void {
    this.#sendError(keyRevoked())
    this.#close(POLICY_VIOLATION, keyRevoked().message)
  }

  #read(message: Message): void {
    try {
      this.#obey(readOrder(message))
    } catch (error) {
      this.#settings.budget.takeRefusal()
      this.#sendError(
        refusalFor(error, this.#services, { caller: this.#settings.caller, transport: 'jambonz' }),
      )
    }
    if (this.#backlog() > BACKLOG_LIMIT) this.#close(TRY_AGAIN_LATER, 'Too much text waits to be spoken.')
    this.#leaveWhenIdle()
  }

  #obey(order: Order): void {
    if (order.kind === 'say') this.#say(order.text)
    else if (order.kind === 'flush') this.#utterances.at(-1)?.end()
    else if (order.kind === 'stop') this.#interrupt()
  }

  #say(text: string): void {
    const last = this.#utterances.at(-1)
    const isOpen = last?.isEnded === false
    let rest = isOpen ? last.append(text) : text
    let tags = isOpen ? last.tags : undefined
    while (rest.trim() !== '') {
      const utterance = new Utterance(tags)
      rest = utterance.append(rest)
      tags = utterance.tags
      this.#utterances.push(utterance)
      if (this.#utterances.length === 1) void this.#speak(utterance)
    }
  }

  /** The caller has interrupted: nothing more of the text so far is sent. */
  #interrupt(): void {
    // One without audio yet may be about to be refused. Nobody would hear of it, so it counts as refused.
    if (this.#utterances[0]?.isHeard === false) this.#settings.budget.takeRefusal()
    if (this.#utterances.length > 0) this.#endedAt = performance.now()
    this.#stop()
  }

  #stop(): void {
    for (const utterance of this.#utterances) utterance.stop()
    this.#utterances = []
  }

  /** Speaks an utterance, then those that wait for it. */
  async #speak(utterance: Utterance): Promise<void> {
    const { error, isReported } = await this.#deliver(utterance)
    if (error?.code !== 'concurrent_limit') this.#endedAt = performance.now()
    if (utterance.signal.aborted) return
    if (error !== undefined && this.#shouldWait(utterance, error)) {
      utterance.hasWaited = true
      setTimeout(() => {
        if (!utterance.signal.aborted) void this.#speak(utterance)
      }, error.retryAfter)
      return
    }
    if (error !== undefined) {
      this.#settings.budget.takeRefusal()
      if (isReported) this.#sendError(error)
    }
    if (error === undefined || !utterance.goOn()) this.#utterances.shift()
    const [next] = this.#utterances
    if (next !== undefined) void this.#speak(next)
    else this.#leaveWhenIdle()
  }

  /** Whether an utterance is to wait for a slot, once: jambonz does not try again, and may still have audio to play. */
  #shouldWait({ isHeard, hasWaited }: Utterance, { code, retryAfter = 0 }: ServiceError): boolean {
    const hadSlotRecently = performance.now() - this.#endedAt < RECENT
    return code === 'concurrent_limit' && hadSlotRecently && !isHeard && !hasWaited && retryAfter <= RECENT
  }

  /**
   * Sends the samples of an utterance as jambonz reads them, and ends its turn. Returns the error, if it failed, and whether it
   * is reported to jambonz.
   */
  async #deliver(utterance: Utterance): Promise<{ error?: ServiceError; isReported?: boolean }> {
    const { caller, options } = this.#settings
    const { signal } = utterance
    const turn = utterance.begin(this.#services, caller, options)
    try {
      for await (const chunk of turn.audio()) {
        if (signal.aborted) break
        if (chunk.audio.length > 0) {
          utterance.isHeard = true
          await this.#outbox?.sendWhenRead(chunk.audio, signal)
        }
        turn.delivered(chunk)
      }
      utterance.isSpoken = !signal.aborted
      return {}
    } catch (cause) {
      const error = refusalFor(cause, this.#services, { caller, transport: 'jambonz' })
      return { error, isReported: utterance.fail(error) }
    } finally {
      await turn.end()
    }
  }

  /** Bytes of what waits to be read or spoken. */
  #backlog(): number {
    return this.#utterances.reduce((sum, { backlog }) => sum + backlog, this.#inbox.weight)
  }

  #sendError({ code, explained, retryAfter }: ServiceError): void {
    this.#send({
      type: 'error',
      error: `${code}: ${explained}`,
      error_code: code,
      ...(retryAfter !== undefined && { retry_after: retrySeconds(retryAfter) }),
    })
  }

  #send(message: OutgoingMessage): void {
    this.#outbox?.sendAtOnce(JSON.stringify(message))
  }

  #leaveWhenIdle(): void {
    if (this.#isLeaving && this.#utterances.length === 0 && this.#inbox.isEmpty)
      this.#close(GOING_AWAY, 'The server is stopping.')
  }

  #close(code: number, reason: string): void {
    const outbox = this.#outbox
    if (outbox === undefined) return
    this.closed()
    outbox.close(code, reason)
  }
}
