import type { Caller } from '../../accounts/authorize.ts'
import { mapDomainError } from '../../http/domain-errors.ts'
import { internalError } from '../../http/error-handler.ts'
import { keyRevoked, ServiceError } from '../../http/errors.ts'
import { isLanguageTag } from '../../http/language.ts'
import { loggedCaller } from '../../http/logged-caller.ts'
import {
  CLOSE_TIMEOUT,
  GOING_AWAY,
  NORMAL,
  POLICY_VIOLATION,
  PROTOCOL_ERROR,
  TOO_LARGE,
  TRY_AGAIN_LATER,
} from '../../http/sockets/closing.ts'
import { Outbox } from '../../http/sockets/outbox.ts'
import type { Connection, Message, Socket } from '../../http/sockets/socket.ts'
import type { TurnServices } from '../../tts/turn.ts'
import { announcementOf } from './announcement.ts'
import { Call } from './call.ts'
import { frameOf } from './call-frame.ts'
import type { Calls } from './calls.ts'
import { PacedLine, type Wire } from './paced-line.ts'
import { type LineEvent, type Protocol, ProtocolError, type StreamStart } from './protocol.ts'

/** How long is waited for the start of a stream (milliseconds). */
const START_TIMEOUT = 10_000
/** Characters of a message that is read: what telephone systems say is short. */
const MESSAGE_LIMIT = 65_536
/** Messages that are read of a stream before its start. */
const MESSAGES_BEFORE_START = 20
/** Bytes of a close's reason. */
const MAX_REASON = 120
/** The context of what a call says at its start. */
const ANNOUNCEMENT = 'announcement'
const MAX_ID = 256

/** What media streams need of the service. */
export interface CallServices {
  readonly turns: TurnServices
  readonly calls: Calls
  /** What is said at the start of calls without an announcement of their own. */
  readonly announcement: string | undefined
}

/** Where a media stream comes from. */
export interface Origin {
  /** Undefined if the key comes with the start of the stream. */
  readonly caller: Caller | undefined
  /** The query of its URL. */
  readonly parameters: Readonly<Record<string, string>>
  /** The caller with a key, counted as a request. Throws ServiceError unauthorized, rate_limited. */
  readonly admit: (key: string | undefined) => Promise<Caller>
  /** The key has come. */
  readonly admitted: (socket: CallSocket, caller: Caller) => void
  readonly closed: (socket: CallSocket) => void
  /** Names the handshake in the log. */
  readonly requestId: string | undefined
}

/** The media stream of one call. What the caller says is ignored. */
export class CallSocket implements Socket, Wire {
  readonly #services: CallServices
  readonly #protocol: Protocol
  readonly #origin: Origin
  #outbox: Outbox | undefined
  #deadline: Timer | undefined
  #isLeaving = false
  #isStarting = false
  #early = 0
  #line: PacedLine | undefined
  #call: Call | undefined
  /** Undefined until its key is known. */
  #caller: Caller | undefined
  readonly #stop = () => this.#close(GOING_AWAY, 'The server is stopping.')

  constructor(services: CallServices, protocol: Protocol, origin: Origin) {
    this.#services = services
    this.#protocol = protocol
    this.#origin = origin
  }

  opened(connection: Connection): void {
    this.#outbox = new Outbox(connection, (reason) => this.#close(TRY_AGAIN_LATER, reason))
    const giveUp = () => this.#close(POLICY_VIOLATION, `No start came within ${START_TIMEOUT / 1000} s.`)
    this.#deadline = setTimeout(giveUp, START_TIMEOUT)
    if (this.#isLeaving) this.leave()
  }

  received(message: Message): void {
    if (this.#outbox === undefined || typeof message !== 'string') return
    if (!this.#isStarting && ++this.#early > MESSAGES_BEFORE_START) {
      this.#close(POLICY_VIOLATION, 'Too many messages came before the start.')
      return
    }
    if (message.length > MESSAGE_LIMIT) {
      this.#close(TOO_LARGE, `A message is longer than ${MESSAGE_LIMIT} characters.`)
      return
    }
    try {
      this.#handle(this.#protocol.read(message))
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#close(PROTOCOL_ERROR, error.message)
    }
  }

  drained(): void {
    this.#outbox?.drained()
  }

  closed(): void {
    if (this.#outbox === undefined) return
    this.#outbox.closed()
    this.#outbox = undefined
    clearTimeout(this.#deadline)
    this.#services.turns.running.stopping.removeEventListener('abort', this.#stop)
    if (this.#call !== undefined) {
      this.#services.calls.delete(this.#call)
      this.#call.end()
    }
    this.#origin.closed(this)
  }

  leave(): void {
    this.#isLeaving = true
    this.#services.turns.running.stopping.addEventListener('abort', this.#stop)
    if (this.#call !== undefined) this.#call.leave(this.#stop)
    else if (!this.#isStarting) this.#stop()
  }

  revoked(): void {
    this.#refuse(keyRevoked())
  }

  begin(): void {
    this.#send(this.#protocol.begin())
  }

  media(frame: Uint8Array): void {
    this.#send(this.#protocol.media(frame))
  }

  mark(name: string): void {
    this.#send(this.#protocol.mark(name))
  }

  clear(): void {
    this.#send(this.#protocol.clear())
  }

  #handle(event: LineEvent | undefined): void {
    switch (event?.is) {
      case 'start':
        if (this.#isStarting) throw new ProtocolError('The stream has started already.')
        this.#isStarting = true
        void this.#start(event.start)
        break
      case 'played':
        this.#call?.played(event.mark)
        break
      case 'dtmf':
        this.#call?.pressed(event.digit)
        break
      case 'full':
        this.#line?.pause()
        break
      case 'ready':
        this.#line?.resume()
        break
      case 'stop':
        this.#close(NORMAL, 'The stream has stopped.')
        break
    }
  }

  async #start({ callId, format, parameters: own }: StreamStart): Promise<void> {
    const parameters = { ...this.#origin.parameters, ...own }
    const { api_key, id = callId, voice, language, announcement = this.#services.announcement } = parameters
    try {
      const caller = this.#origin.caller ?? (await this.#origin.admit(api_key))
      this.#caller = caller
      if (this.#outbox === undefined) return // hung up meanwhile
      clearTimeout(this.#deadline)
      this.#origin.admitted(this, caller)
      checkParameters(id, language)
      const line = new PacedLine(this, this.#services.calls.metronome, format, this.#protocol.lookAhead)
      const settings = {
        id,
        caller,
        voice: voice || undefined,
        language: language || undefined,
        format,
      }
      const call = new Call(this.#services.turns, settings, line, () => this.#hangUp())
      this.#line = line
      this.#call = call
      this.#services.calls.add(call)
      if (announcement) this.#announce(call, announcementOf(announcement, parameters))
      if (this.#isLeaving) this.leave()
    } catch (error) {
      this.#notStarted(error)
    }
  }

  /** Failures are logged, because nobody may be listening to the call's events yet. */
  #announce(call: Call, transcript: string): void {
    if (transcript.trim() === '') return
    const spoken = call.take(frameOf({ transcript, context_id: ANNOUNCEMENT }))
    spoken?.begun.catch((error) => {
      if (spoken.isStopped) return // hung up before
      this.#services.turns.log.warn(
        { code: error.code, turn: spoken.turnId, ...loggedCaller(call.settings.caller) },
        'an announcement could not be spoken',
      )
    })
  }

  #hangUp(): void {
    const message = this.#protocol.hangUp()
    if (message === undefined) this.#close(NORMAL, 'The call is hung up.')
    else {
      this.#send(message)
      setTimeout(() => this.#close(NORMAL, 'The call is hung up.'), CLOSE_TIMEOUT).unref()
    }
  }

  /** The call cannot be started. That counts as the refusal of a request does: no turn reports it. */
  #notStarted(error: unknown): void {
    const { refusals, usage, log } = this.#services.turns
    const refusal = mapDomainError(error) ?? internalError(error)
    const { code, cause } = refusal
    const caller = this.#caller
    const organization = caller?.organizationId
    refusals.note(refusal, 'call', organization)
    if (caller !== undefined) usage.failed(caller, code)
    if (cause !== undefined) {
      const { requestId } = this.#origin
      log.error({ err: cause, code, requestId, organization }, 'a call could not be started')
    }
    this.#refuse(refusal)
  }

  #refuse({ code, message, cause }: ServiceError): void {
    if (cause === undefined) this.#close(POLICY_VIOLATION, `${code}: ${message}`)
    else this.#close(TRY_AGAIN_LATER, 'internal_error: the call could not be started.')
  }

  #send(message: string | Uint8Array | undefined): void {
    if (message !== undefined) this.#outbox?.sendAtOnce(message)
  }

  #close(code: number, reason: string): void {
    const outbox = this.#outbox
    if (outbox === undefined) return
    this.closed()
    outbox.close(code, reason.slice(0, MAX_REASON))
  }
}

/** @throws ServiceError */
function checkParameters(id: string, language: string | undefined): void {
  if (id === '' || id.length > MAX_ID)
    throw new ServiceError('invalid_context', `id does not have 1 to ${MAX_ID} characters.`)
  if (language && !isLanguageTag(language))
    throw new ServiceError('invalid_language', 'language is not a well-formed BCP-47 tag.')
}
