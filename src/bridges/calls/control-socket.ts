import type { Caller } from '../../accounts/authorize.ts'
import { refusalFor } from '../../http/error-handler.ts'
import { keyRevoked, ServiceError } from '../../http/errors.ts'
import type { SocketBudget } from '../../http/sockets/budgets.ts'
import { GOING_AWAY, NORMAL, POLICY_VIOLATION, TRY_AGAIN_LATER } from '../../http/sockets/closing.ts'
import { Inbox } from '../../http/sockets/inbox.ts'
import { BACKLOG_LIMIT } from '../../http/sockets/limits.ts'
import { Outbox } from '../../http/sockets/outbox.ts'
import type { Connection, Message, Socket } from '../../http/sockets/socket.ts'
import { errorFrame } from '../../tts/server-frame.ts'
import type { TurnServices } from '../../tts/turn.ts'
import type { Call } from './call.ts'
import type { CallEvent } from './call-event.ts'
import { readRequest } from './call-frame.ts'

/** Whose a program is, and how many frames it may send. */
interface Program {
  readonly caller: Caller
  readonly budget: SocketBudget
}

/** A program's connection to one call. It takes text in pieces and reports the events of the call. */
export class ControlSocket implements Socket {
  readonly #call: Call
  readonly #services: TurnServices
  readonly #caller: Caller
  readonly #budget: SocketBudget
  readonly #inbox: Inbox
  readonly #closed: (socket: ControlSocket) => void
  #outbox: Outbox | undefined
  #unlisten = () => {}
  readonly #stop = () => this.#close(GOING_AWAY, 'The server is stopping.')

  constructor(
    services: TurnServices,
    call: Call,
    { caller, budget }: Program,
    closed: (socket: ControlSocket) => void,
  ) {
    this.#services = services
    this.#call = call
    this.#caller = caller
    this.#budget = budget
    this.#inbox = new Inbox(budget, (message) => this.#read(message))
    this.#closed = closed
  }

  opened(connection: Connection): void {
    this.#outbox = new Outbox(connection, (reason) => this.#close(TRY_AGAIN_LATER, reason))
    this.#send({ type: 'started', call_id: this.#call.settings.id })
    this.#unlisten = this.#call.listen((event) => this.#report(event))
    if (this.#call.hasEnded) this.#report({ type: 'ended', call_id: this.#call.settings.id })
  }

  received(message: Message): void {
    if (this.#outbox === undefined) return
    this.#inbox.push(message)
    if (this.#inbox.weight > BACKLOG_LIMIT) this.#close(TRY_AGAIN_LATER, 'Too many frames wait to be read.')
  }

  drained(): void {
    this.#outbox?.drained()
  }

  closed(): void {
    if (this.#outbox === undefined) return
    this.#outbox.closed()
    this.#outbox = undefined
    this.#services.running.stopping.removeEventListener('abort', this.#stop)
    this.#inbox.clear()
    this.#unlisten()
    this.#closed(this)
  }

  /** Closes this connection when its call has ended, which it does once nothing is being said on it. */
  leave(): void {
    this.#services.running.stopping.addEventListener('abort', this.#stop)
  }

  revoked(): void {
    this.#send(errorFrame(null, keyRevoked()))
    this.#close(POLICY_VIOLATION, keyRevoked().message)
  }

  #read(message: Message): void {
    const request = readRequest(message)
    if (request.is === 'cancel') {
      this.#call.interrupt()
      return
    }
    const { contextId, isLast } = request
    if (contextId !== null && this.#call.drops(contextId, isLast)) return
    try {
      if (request.is === 'bad') throw request.error
      this.#call.take(request.frame)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      this.#budget.takeRefusal()
      // If its utterance has begun, that ends with the error after the text that came before.
      const isReported = contextId !== null && this.#call.breakOff(contextId, error, isLast)
      if (isReported) return
      const refusal = refusalFor(error, this.#services, { caller: this.#caller, transport: 'call' })
      this.#send(errorFrame(contextId, refusal))
    }
  }

  #report(event: CallEvent): void {
    this.#send(event)
    if (event.type === 'ended') this.#close(NORMAL, 'The call is over.')
  }

  #send(event: CallEvent): void {
    this.#outbox?.sendAtOnce(JSON.stringify(event))
  }

  #close(code: number, reason: string): void {
    const outbox = this.#outbox
    if (outbox === undefined) return
    this.closed()
    outbox.close(code, reason)
  }
}
