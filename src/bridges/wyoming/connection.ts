import type { Socket } from 'node:net'
import { authorize, authorizeRequest, type Caller } from '../../accounts/authorize.ts'
import { SAMPLE_RATE } from '../../audio/sample-rate.ts'
import { AsyncQueue } from '../../engines/shared/async-queue.ts'
import { tooManyRequests } from '../../http/authentication.ts'
import { mapDomainError } from '../../http/domain-errors.ts'
import { type ErrorCode, ServiceError, serviceStopping } from '../../http/errors.ts'
import { BACKLOG_LIMIT, FRAME_WEIGHT } from '../../http/sockets/limits.ts'
import { TokenBucket } from '../../http/token-bucket.ts'
import { OPEN_TEXT_GRACE } from '../../tts/running-turns.ts'
import { type InputEvent, textInput } from '../../tts/transcript-buffer.ts'
import { type SpeechOptions, Turn, type TurnServices, wholeText } from '../../tts/turn.ts'
import { EventReader, eventBytes, type WyomingEvent } from './event.ts'
import { info } from './info.ts'
import { chunkData, startData, synthesizeData, type VoiceWish, voiceIdOf } from './request.ts'

/** How long the server waits for a client (milliseconds). */
export const TIMEOUTS = {
  /** For the rest of an event that has begun. */
  event: 30_000,
  /** For an event, unless a text that has all come is being spoken. */
  quiet: 300_000,
  /** For a client that reads nothing. */
  stall: 60_000,
  /** For the rest of a text once the server stops. */
  text: OPEN_TEXT_GRACE,
  /** For the end of a connection that is to close. */
  close: 5000,
}

/** Events that are read: a language model's words come some hundred times a second, and a whole text may come at once. */
const EVENTS = { rate: 500, burst: 5000 }

/** Codes that the log and usage have no use for: of clients that break the protocol, or fall silent. */
const NO_NEWS: ReadonlySet<ErrorCode> = new Set([
  'invalid_json',
  'payload_too_large',
  'invalid_context',
  'request_timeout',
])

/** Codes of turns that fail through the server: the turn or its engine has logged why. */
const LOGGED_WITH_TURN: ReadonlySet<ErrorCode> = new Set([
  'upstream_unavailable',
  'billing_unavailable',
  'internal_error',
])

const FORMAT = { container: 'raw', encoding: 'pcm_s16le', sampleRate: SAMPLE_RATE } as const
/** The audio format in the words of the protocol: samples a second, bytes of a sample, and how many channels. */
const AUDIO = { rate: SAMPLE_RATE, width: 2, channels: 1 }

/** What a connection needs. */
export interface BridgeServices {
  readonly turns: TurnServices
  /** The key whose organization pays for all that is spoken. */
  readonly apiKey: string
  readonly timeouts: typeof TIMEOUTS
}

/** Nothing more is read; what came before is spoken, then the client is sent the reason. */
interface End {
  readonly error: ServiceError
}

/** One client. Its events are handled one after the other, and its texts are spoken one after the other. */
export class Connection {
  readonly #services: BridgeServices
  readonly #socket: Socket
  /** Names it in the log, as the id of a handshake names a WebSocket. */
  readonly #id = crypto.randomUUID()
  /** Who pays, as far as it is known. */
  #payer: Caller | undefined
  /** Ends the watch of their key. */
  #unwatch: (() => void) | undefined
  readonly #reader = new EventReader((event) => this.#note(event))
  readonly #events = new AsyncQueue<WyomingEvent | End>((event) =>
    'error' in event ? 0 : event.bytes + FRAME_WEIGHT,
  )
  readonly #bucket = new TokenBucket(EVENTS)
  /** Aborted when the client wants no more speech. */
  readonly #left = new AbortController()
  /** Aborted when the client wants no more speech, or a stopping server waits no longer. */
  readonly #ending: AbortSignal
  /** The text that is still coming. */
  #text: AsyncQueue<InputEvent> | undefined
  /** Resolves when all that was begun has been spoken. */
  #spoken = Promise.resolve()
  #isSpeaking = false
  /** Events that are not handled yet. */
  #pending = 0
  #isReading = true
  #isLeaving = false
  #isClosing = false
  #deadline: Timer | undefined

  constructor(services: BridgeServices, socket: Socket) {
    this.#services = services
    this.#socket = socket
    this.#ending = AbortSignal.any([this.#left.signal, services.turns.running.stopping])
    socket.on('data', (bytes: Buffer) => this.#received(bytes))
    socket.on('end', () => this.#finished())
    socket.on('error', () => {}) // a reset: `close` follows
    socket.on('close', () => this.#closed())
    this.#expect()
    void this.#run()
  }

  /** Closes the connection as soon as nothing is being spoken. Nothing new is begun. */
  leave(): void {
    this.#isLeaving = true
    this.#closeWhenIdle()
    setTimeout(() => {
      if (this.#text !== undefined) this.#refuse(serviceStopping())
    }, this.#services.timeouts.text).unref()
  }

  #received(bytes: Uint8Array): void {
    if (!this.#isReading) return
    const wasWithinEvent = this.#reader.isWithinEvent
    const before = this.#pending
    try {
      this.#reader.read(bytes)
    } catch (error) {
      this.#refuse(error as ServiceError)
      return
    }
    if (this.#events.weight + (this.#text?.weight ?? 0) > BACKLOG_LIMIT) this.#refuse(tooMuch())
    else if (!wasWithinEvent || this.#pending > before) this.#expect()
  }

  #note(event: WyomingEvent): void {
    this.#pending++
    this.#events.push(event)
  }

  /** Gives the client this much time from now: for the rest of an event, or for another one. */
  #expect(): void {
    clearTimeout(this.#deadline)
    if (!this.#isReading) return
    const { event, quiet } = this.#services.timeouts
    const timeout = this.#reader.isWithinEvent ? event : quiet
    this.#deadline = setTimeout(() => this.#late(timeout), timeout)
  }

  #late(timeout: number): void {
    const isOurTurn = this.#isSpeaking && this.#text === undefined
    if (!isOurTurn || this.#reader.isWithinEvent) this.#refuse(tooSlow(timeout))
  }

  /** The client will send no more: it has hung up, or waits only for answers. It wants no more speech. */
  #finished(): void {
    this.#left.abort()
    this.#events.end()
  }

  #closed(): void {
    this.#isReading = false
    this.#unwatch?.()
    this.#left.abort()
    this.#events.close()
    clearTimeout(this.#deadline)
  }

  /** Reads no more, and ends the connection with an error after what has been accepted before. */
  #refuse(error: ServiceError): void {
    if (!this.#isReading) return
    this.#isReading = false
    clearTimeout(this.#deadline)
    this.#events.push({ error })
    this.#events.end()
  }

  async #run(): Promise<void> {
    try {
      for await (const event of this.#events) {
        if ('error' in event) throw event.error
        await this.#pace(event)
        await this.#handle(event)
        this.#pending--
        this.#closeWhenIdle()
      }
      await this.#spoken
      this.#close()
    } catch (error) {
      // A turn that still waits for text reports the error itself, after the speech of what has come.
      this.#text?.push({ error: refusalFor(error) })
      await this.#spoken
      this.#close(error)
    }
  }

  async #pace({ bytes }: WyomingEvent): Promise<void> {
    const wait = this.#bucket.wait(performance.now())
    if (wait > 0) await Bun.sleep(wait)
    this.#bucket.take(1 + Math.floor(bytes / 1024), performance.now())
  }

  /** @throws ServiceError for what cannot be done, and errors of the accounts and the database */
  async #handle({ type, data }: WyomingEvent): Promise<void> {
    switch (type) {
      case 'describe':
        this.#send('info', await info(this.#services.turns, (await this.#caller()).organizationId))
        return this.#writable()
      case 'ping':
        this.#send('pong', { text: typeof data.text === 'string' ? data.text : null })
        return this.#writable()
      case 'synthesize':
        // Within a stream it has the whole text once more, for servers that take no streams.
        return this.#text === undefined ? this.#synthesize(data) : undefined
      case 'synthesize-start':
        return this.#startText(data)
      case 'synthesize-chunk':
        return this.#addText(data)
      case 'synthesize-stop':
        return this.#endText()
    }
  }

  async #synthesize(data: WyomingEvent['data']): Promise<void> {
    const caller = await this.#counted()
    if (caller === undefined) return
    const { text, voice } = synthesizeData(data)
    this.#begin(caller, await this.#options(caller, voice), wholeText(text))
  }

  async #startText(data: WyomingEvent['data']): Promise<void> {
    if (this.#text !== undefined) throw outOfOrder('A text is being sent already.')
    const caller = await this.#counted()
    if (caller === undefined) return
    const options = await this.#options(caller, startData(data).voice)
    const input = textInput()
    this.#text = input
    this.#begin(caller, options, input, () => this.#send('synthesize-stopped'))
  }

  #addText(data: WyomingEvent['data']): void {
    if (this.#left.signal.aborted) return
    if (this.#text === undefined) throw outOfOrder('synthesize-chunk came without synthesize-start.')
    this.#text.push({ transcript: chunkData(data).text, isLast: false, maxDelay: undefined })
  }

  #endText(): void {
    if (this.#left.signal.aborted) return
    if (this.#text === undefined) throw outOfOrder('synthesize-stop came without synthesize-start.')
    this.#text.end()
    this.#text = undefined
    this.#expect()
  }

  /**
   * Who pays for another text, once the one before has been spoken; it counts as a request. Undefined: the client is gone, or
   * has its last event.
   *
   * @throws ServiceError service_stopping, unauthorized, rate_limited; DatabaseUnavailable
   */
  async #counted(): Promise<Caller | undefined> {
    await this.#spoken
    if (this.#left.signal.aborted || this.#isClosing) return undefined
    if (this.#isLeaving) throw serviceStopping()
    const counted = await authorizeRequest(this.#services.turns.db, this.#services.apiKey)
    if (counted === undefined) throw keyRefused()
    const caller = this.#known(counted.caller)
    if (!counted.isAdmitted) {
      const { organizationId } = caller // without its key: the error is counted when the connection closes
      this.#services.turns.usage.refused({ organizationId }, 'requestsPerMinute')
      throw tooManyRequests(counted.rate)
    }
    return caller
  }

  async #caller(): Promise<Caller> {
    const caller = await authorize(this.#services.turns.db, this.#services.apiKey)
    if (caller === undefined) throw keyRefused()
    return this.#known(caller)
  }

  #known(caller: Caller): Caller {
    // A client can be gone by now: then nothing would end the watch.
    if (!this.#left.signal.aborted)
      this.#unwatch ??= this.#services.turns.keys.watch(caller.keyId, () => this.#revoked())
    this.#payer = { ...caller, requestId: this.#id }
    return this.#payer
  }

  /** The key is not valid any more. What is being spoken fails, and counts, by itself; nothing else is refused by this. */
  #revoked(): void {
    if (this.#isClosing) return
    const refusal = keyRefused()
    this.#log(refusal)
    this.#end(refusal)
  }

  async #options({ organizationId }: Caller, voice: VoiceWish): Promise<SpeechOptions> {
    const voiceId = await voiceIdOf(this.#services.turns, organizationId, voice)
    return { voiceId, format: FORMAT, language: undefined }
  }

  #begin(caller: Caller, options: SpeechOptions, input: AsyncQueue<InputEvent>, then = () => {}): void {
    this.#isSpeaking = true
    this.#spoken = this.#speak(
      new Turn(this.#services.turns, { caller, transport: 'wyoming' }, options, input, this.#left.signal),
      then,
    )
  }

  /** Sends the audio of a turn as the client takes it, and ends the turn. */
  async #speak(turn: Turn, then: () => void): Promise<void> {
    let hasBegun = false
    try {
      for await (const chunk of turn.audio()) {
        if (chunk.audio.length > 0) {
          if (!hasBegun) this.#send('audio-start', AUDIO)
          hasBegun = true
          this.#send('audio-chunk', AUDIO, chunk.audio)
          await this.#writable()
        }
        turn.delivered(chunk)
      }
      if (hasBegun) this.#send('audio-stop')
      then()
    } catch (error) {
      this.#close(error, turn.id)
    } finally {
      await turn.end()
      this.#isSpeaking = false
      this.#text = undefined
      this.#expect()
      this.#closeWhenIdle()
    }
  }

  #send(type: string, data?: object, payload?: Uint8Array): void {
    if (!this.#isClosing && this.#socket.writable) this.#socket.write(eventBytes(type, data, payload))
  }

  /** Resolves when the client takes more, or is given up. */
  async #writable(): Promise<void> {
    if (!this.#socket.writableNeedDrain || this.#ending.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const stalled = setTimeout(() => this.#socket.destroy(), this.#services.timeouts.stall)
    const goOn = () => resolve()
    this.#socket.once('drain', goOn)
    this.#ending.addEventListener('abort', goOn)
    await promise
    clearTimeout(stalled)
    this.#socket.off('drain', goOn)
    this.#ending.removeEventListener('abort', goOn)
  }

  #closeWhenIdle(): void {
    if (this.#isLeaving && this.#pending === 0 && !this.#isSpeaking) this.#close()
  }

  /**
   * Closes the connection, once: with the error, where there is one, as its last event.
   *
   * @param turn the id of the turn that the error is of
   */
  #close(error?: unknown, turn?: string): void {
    if (this.#isClosing) return
    const refusal = error === undefined ? undefined : refusalFor(error)
    if (refusal !== undefined) {
      this.#count(refusal)
      this.#log(refusal, turn)
    }
    this.#end(refusal)
  }

  /** That of a turn is counted with the turn. A client that was idle has asked for nothing. */
  #count(refusal: ServiceError): void {
    const { code } = refusal
    const wasIdle = code === 'request_timeout' && !this.#reader.isWithinEvent
    if (wasIdle) return
    const { refusals, usage } = this.#services.turns
    const isNew = refusals.note(refusal, 'wyoming', this.#payer?.organizationId)
    const isOfText = !NO_NEWS.has(code) && code !== 'unauthorized'
    if (isNew && isOfText && this.#payer !== undefined) usage.failed(this.#payer, code)
  }

  #log({ message, code, cause }: ServiceError, turn?: string): void {
    const { log } = this.#services.turns
    const logged = { code, turn, requestId: this.#id, organization: this.#payer?.organizationId }
    const isLogged = turn !== undefined && LOGGED_WITH_TURN.has(code)
    if (cause !== undefined) log.error({ err: cause, ...logged }, message)
    else if (!isLogged && !NO_NEWS.has(code)) log.warn(logged, `a Wyoming client was refused: ${message}`)
  }

  /** Reads no more, and closes the connection after its last event. */
  #end(refusal?: ServiceError): void {
    if (refusal !== undefined) this.#send('error', { text: refusal.explained, code: refusal.code })
    this.#isClosing = true
    this.#isReading = false
    this.#events.close()
    clearTimeout(this.#deadline)
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), this.#services.timeouts.close).unref()
  }
}

/** What the client is sent for a failure. */
function refusalFor(error: unknown): ServiceError {
  return (
    mapDomainError(error) ??
    new ServiceError('internal_error', 'Something went wrong in the service.', { cause: error })
  )
}

function keyRefused(): ServiceError {
  return new ServiceError('unauthorized', 'The API key of this server is not valid any more.', {
    detail: 'Set WYOMING_API_KEY to a valid key, and start Purr again.',
  })
}

function outOfOrder(message: string): ServiceError {
  return new ServiceError('invalid_context', message, {
    detail: 'Send synthesize-start, then synthesize-chunk events, then synthesize-stop.',
  })
}

function tooMuch(): ServiceError {
  return new ServiceError('rate_limited', 'Too many events wait to be handled.', {
    detail: 'Connect again, and read the answers before you send more.',
  })
}

function tooSlow(milliseconds: number): ServiceError {
  return new ServiceError('request_timeout', `Nothing whole came for ${milliseconds / 1000} s.`, {
    detail: 'Connect again when there is something to be spoken.',
  })
}
