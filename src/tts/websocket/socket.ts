import { LRUCache } from 'lru-cache'
import type { Caller } from '../../accounts/authorize.ts'
import { refusalFor } from '../../http/error-handler.ts'
import { keyRevoked, ServiceError, serviceStopping } from '../../http/errors.ts'
import type { SocketBudget } from '../../http/sockets/budgets.ts'
import { GOING_AWAY, POLICY_VIOLATION, TRY_AGAIN_LATER } from '../../http/sockets/closing.ts'
import { Inbox } from '../../http/sockets/inbox.ts'
import { BACKLOG_LIMIT } from '../../http/sockets/limits.ts'
import { Outbox } from '../../http/sockets/outbox.ts'
import type { Connection, Message, Socket } from '../../http/sockets/socket.ts'
import { OPEN_TEXT_GRACE } from '../running-turns.ts'
import { asciiJson, doneFrame, errorFrame, type ServerFrame } from '../server-frame.ts'
import { noWords } from '../speech-request.ts'
import type { TurnServices } from '../turn.ts'
import type { ClientFrame, FrameReader, Speak } from './client-frame.ts'
import { Context } from './context.ts'
import { afterTurn, onFrame, type Running, type State } from './context-state.ts'

/** Most turns that run on one socket. */
const MAX_TURNS = 256
/** Most ended contexts that are remembered because later frames for them still have a meaning. */
const MAX_ENDED = 1000

/** How the frames of a socket are taken. */
interface Intake {
  readonly budget: SocketBudget
  readonly read: FrameReader
}

/** One client's connection: frames in, contexts side by side, frames out. */
export class SpeechSocket implements Socket {
  readonly #services: TurnServices
  readonly #caller: Caller
  readonly #budget: SocketBudget
  readonly #readFrame: FrameReader
  readonly #inbox: Inbox
  readonly #onClosed: (socket: SpeechSocket) => void
  #outbox: Outbox | undefined
  readonly #contexts = new Map<string, Context>()
  readonly #ended = new LRUCache<string, 'failed' | 'closed'>({ max: MAX_ENDED })
  #isLeaving = false

  constructor(
    services: TurnServices,
    caller: Caller,
    { budget, read }: Intake,
    onClosed: (socket: SpeechSocket) => void,
  ) {
    this.#services = services
    this.#caller = caller
    this.#budget = budget
    this.#readFrame = read
    this.#inbox = new Inbox(budget, (message) => this.#read(message))
    this.#onClosed = onClosed
  }

  opened(connection: Connection): void {
    this.#outbox = new Outbox(connection, (reason) => this.#close(TRY_AGAIN_LATER, reason))
    this.#leaveWhenIdle()
  }

  /**
   * Takes a message. Within the budget it takes effect before the next one, without waiting for anything. Otherwise it waits,
   * and a client that goes on sending for too long is disconnected.
   */
  received(message: Message): void {
    if (this.#outbox === undefined) return
    this.#inbox.push(message)
    if (this.#inbox.isEmpty || this.#backlog() <= BACKLOG_LIMIT) return
    if (this.#inbox.isForRefusals) {
      this.#close(
        POLICY_VIOLATION,
        'Too many frames were refused. Connect again and send what their errors ask for.',
      )
    } else {
      this.#close(TRY_AGAIN_LATER, 'Too many frames. Connect again and send fewer a second.')
    }
  }

  #read(message: Message): void {
    const frame = this.#readFrame(message)
    if (this.#backlog() + frame.bytes > BACKLOG_LIMIT)
      this.#close(TRY_AGAIN_LATER, 'Too much text waits to be spoken.')
    else this.#handle(frame)
    this.#leaveWhenIdle()
  }

  /** Bytes of the frames that wait to be read or spoken. */
  #backlog(): number {
    let bytes = this.#inbox.weight
    for (const context of this.#contexts.values()) bytes += context.backlog
    return bytes
  }

  /** The client has read what was sent. */
  drained(): void {
    this.#outbox?.drained()
  }

  /** The connection is gone: all its turns end. */
  closed(): void {
    if (this.#outbox === undefined) return
    this.#outbox.closed()
    this.#outbox = undefined
    for (const context of this.#contexts.values()) context.cancel()
    this.#contexts.clear()
    this.#inbox.clear()
    this.#onClosed(this)
  }

  /** Closes the connection as soon as no turn is running. */
  leave(): void {
    this.#isLeaving = true
    this.#leaveWhenIdle()
    setTimeout(() => this.#breakOff(), OPEN_TEXT_GRACE).unref()
    this.#services.running.stopping.addEventListener('abort', () => this.#endAll())
  }

  /** All turns end at once, and cost nothing. */
  revoked(): void {
    if (this.#contexts.size === 0) this.#send(errorFrame(null, keyRevoked()))
    this.#sendLast(keyRevoked())
    this.#close(POLICY_VIOLATION, keyRevoked().message)
  }

  /** Ends the turns whose text is still coming, after the speech of what has come. */
  #breakOff(): void {
    for (const context of this.#contexts.values()) {
      if (context.state !== 'open') continue
      context.breakOff(serviceStopping())
      context.state = 'failing'
    }
  }

  /** Ends all turns at once, and closes the connection. */
  #endAll(): void {
    this.#sendLast(serviceStopping())
    this.#close(GOING_AWAY, 'The server is stopping.')
  }

  /** Sends the error with which all contexts end. A turn that is already over, and is only being settled, ends as it has. */
  #sendLast(error: ServiceError): void {
    for (const { id, lastFrame, state } of this.#contexts.values()) {
      if (lastFrame !== undefined) this.#send(lastFrame)
      if (lastFrame === undefined || state === 'queued') this.#send(errorFrame(id, error))
    }
  }

  #handle(received: ClientFrame): void {
    if (this.#outbox === undefined) return
    const { contextId } = received
    if (contextId === null) {
      this.#refuse(null, refusalOf(received))
      return
    }
    const context = this.#contexts.get(contextId)
    const frame = this.#checked(received, context)
    const [action, next] = onFrame(context?.state ?? this.#ended.get(contextId) ?? 'new', frame.kind)
    switch (action) {
      case 'begin':
        this.#begin(new Context(frame as Speak, next as Running))
        return
      case 'append':
        context!.append(frame as Speak)
        break
      case 'end':
        context!.end()
        break
      case 'flush':
        context!.flush()
        break
      case 'breakOff':
        context!.breakOff(refusalOf(frame))
        break
      case 'cancel':
        // A turn without audio so far may be about to be refused: after the cancel nobody would count that.
        if (!context!.isHeard) this.#budget.takeRefusal()
        context!.cancel()
        break
      case 'hold':
        context!.hold(frame)
        break
      case 'answerDone':
        this.#reply(doneFrame(contextId))
        break
      case 'refuse':
        this.#refuse(contextId, refusalOf(frame))
        break
    }
    this.#enter(contextId, next)
  }

  /** The frame, or its refusal if the state of the socket or the turn does not allow it. */
  #checked(frame: ClientFrame, context: Context | undefined): ClientFrame {
    if (frame.kind !== 'text' && frame.kind !== 'lastText') return frame
    try {
      if (context?.state === 'open') context.checkSame(frame)
      if (context === undefined && this.#contexts.size >= MAX_TURNS) throw tooManyTurns()
      return frame
    } catch (error) {
      const kind = frame.kind === 'text' ? 'bad' : 'lastBad'
      return { kind, contextId: frame.contextId, bytes: frame.bytes, error: error as ServiceError }
    }
  }

  #begin(context: Context): void {
    this.#contexts.set(context.id, context)
    this.#ended.delete(context.id)
    void this.#speak(context)
  }

  async #speak(context: Context): Promise<void> {
    const lastFrame = await this.#deliver(context)
    if (context.signal.aborted) return
    if (lastFrame.type === 'error') this.#budget.takeRefusal()
    this.#send(lastFrame)
    this.#over(context, lastFrame.type === 'error' ? 'error' : 'done')
  }

  /**
   * Sends the chunks of a turn as the client takes them, and ends the turn. Returns its last frame, which is still to be sent.
   */
  async #deliver(context: Context): Promise<ServerFrame> {
    const { id, signal } = context
    const turn = context.beginTurn(this.#services, this.#caller)
    const frames = context.serverFrames()
    try {
      for await (const chunk of turn.audio()) {
        for (const frame of frames.of(chunk)) {
          if (signal.aborted) break
          context.isHeard = true
          await this.#outbox?.sendWhenRead(asciiJson(frame), signal)
        }
        turn.delivered(chunk)
      }
      context.lastFrame = doneFrame(id)
    } catch (error) {
      context.lastFrame = errorFrame(id, this.#refusalFor(error))
    } finally {
      await turn.end()
    }
    return context.lastFrame
  }

  #over(context: Context, lastFrame: 'done' | 'error'): void {
    this.#enter(context.id, afterTurn(context.state, lastFrame))
    for (const frame of context.released()) this.#handle(frame)
    this.#leaveWhenIdle()
  }

  #enter(contextId: string, state: State): void {
    const context = this.#contexts.get(contextId)
    if (state === 'new' || state === 'failed' || state === 'closed') {
      this.#contexts.delete(contextId)
      if (state === 'new') this.#ended.delete(contextId)
      else this.#ended.set(contextId, state)
    } else if (context !== undefined) {
      context.state = state
    }
  }

  #refuse(contextId: string | null, refusal: ServiceError): void {
    this.#budget.takeRefusal()
    this.#reply(errorFrame(contextId, this.#refusalFor(refusal)))
  }

  #refusalFor(error: unknown): ServiceError {
    return refusalFor(error, this.#services, { caller: this.#caller, transport: 'websocket' })
  }

  /** Answers a frame at once. */
  #reply(frame: ServerFrame): void {
    this.#outbox?.sendAtOnce(asciiJson(frame))
  }

  #send(frame: ServerFrame): void {
    this.#outbox?.send(asciiJson(frame))
  }

  #leaveWhenIdle(): void {
    if (this.#isLeaving && this.#contexts.size === 0 && this.#inbox.isEmpty)
      this.#close(GOING_AWAY, 'The server is stopping.')
  }

  #close(code: number, reason: string): void {
    const outbox = this.#outbox
    if (outbox === undefined) return
    this.closed()
    outbox.close(code, reason)
  }
}

function refusalOf(frame: ClientFrame): ServiceError {
  return 'error' in frame ? frame.error : noWords()
}

function tooManyTurns(): ServiceError {
  return new ServiceError('concurrent_limit', `${MAX_TURNS} turns are being spoken on this connection.`, {
    detail: 'Wait until one is done, and try again with a new context_id.',
    retryAfter: 1000,
  })
}
