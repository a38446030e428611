import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { ServerFrame } from '../../../tts/server-frame.ts'
import { ApiError, offline } from '../api.ts'
import { WavHeaderRemover } from '../audio/wav.ts'
import { piecesOf } from '../pieces.ts'
import type { AccessTokens } from './access-tokens.ts'
import { partOf } from './frames.ts'
import type { SpeechPart } from './parts.ts'
import { bodyOf, PATHS, type SpeechSettings } from './request.ts'
import { brokenOff, refusalIn } from './speech-error.ts'
import { SpeechSocket } from './speech-socket.ts'

/** Has texts spoken, over any of the transports. */
export class Speaker {
  readonly #tokens: AccessTokens
  /** The socket that is open or being opened, or was the last one. */
  #socket: Promise<SpeechSocket> | undefined
  #speaking = 0
  #isClosed = false

  constructor(tokens: AccessTokens) {
    this.#tokens = tokens
  }

  /**
   * Speaks a text. The audio comes as bare samples, whatever the container. When the signal is aborted, nothing more comes.
   *
   * @throws ApiError; what asking for a token throws
   */
  async *speak(settings: SpeechSettings, signal: AbortSignal): AsyncGenerator<SpeechPart> {
    this.#speaking++
    try {
      if (settings.transport === 'websocket') yield* this.#overSocket(settings, signal)
      else if (settings.transport === 'sse') yield* this.#asEvents(settings, signal)
      else yield* this.#asBytes(settings, signal)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#speaking--
      this.#closeIfDone()
    }
  }

  /** Closes the connection when what is being spoken has ended. */
  close(): void {
    this.#isClosed = true
    this.#closeIfDone()
  }

  #closeIfDone(): void {
    if (!this.#isClosed || this.#speaking > 0) return
    this.#socket?.then(
      (socket) => socket.close(),
      () => {}, // it was not opened
    )
  }

  async *#asBytes(settings: SpeechSettings, signal: AbortSignal): AsyncGenerator<SpeechPart> {
    const body = yield* this.#post(settings, signal)
    const header = settings.container === 'wav' ? new WavHeaderRemover() : undefined
    for await (const piece of received(body)) {
      const bytes = header === undefined ? piece : header.take(piece)
      if (bytes.length > 0) yield { type: 'audio', bytes }
    }
  }

  async *#asEvents(settings: SpeechSettings, signal: AbortSignal): AsyncGenerator<SpeechPart> {
    const body = yield* this.#post(settings, signal)
    const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { data } of received(events)) {
      const part = partOf(JSON.parse(data) as ServerFrame)
      if (part === 'done') return
      if (part !== undefined) yield part
    }
    throw brokenOff()
  }

  async *#overSocket(settings: SpeechSettings, signal: AbortSignal): AsyncGenerator<SpeechPart> {
    const socket = await this.#connected()
    if (signal.aborted) return
    yield { type: 'sending' }
    yield* socket.speak(bodyOf(settings), signal)
  }

  /** A socket that is open. There is only one, however many texts wait for it. */
  async #connected(): Promise<SpeechSocket> {
    const held = this.#socket
    const socket = await held?.catch(() => undefined)
    if (socket?.isOpen) return socket
    // Of all that wait here, the first opens another.
    if (this.#socket === held) this.#socket = this.#withToken(SpeechSocket.open)
    return this.#socket!
  }

  /** Sends the request once there is a token, and returns the body of the response. */
  async *#post(settings: SpeechSettings, signal: AbortSignal) {
    await this.#tokens.get() // waiting for one is not part of the request, which is timed
    yield { type: 'sending' } as const
    return await this.#withToken((token) => post(settings, signal, token))
  }

  /** Does something with a token, and once more with a new one if that is refused. */
  async #withToken<Result>(act: (token: string) => Promise<Result>): Promise<Result> {
    try {
      return await act(await this.#tokens.get())
    } catch (error) {
      if (!isWrongToken(error)) throw error
      this.#tokens.forget()
      return act(await this.#tokens.get())
    }
  }
}

async function post(settings: SpeechSettings, signal: AbortSignal, token: string) {
  const answer = await fetch(PATHS[settings.transport], {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(settings)),
    signal,
  }).catch(() => {
    throw offline()
  })
  if (!answer.ok) throw await refusalIn(answer)
  return answer.body!
}

/** The key of the token was revoked, or the clock of this computer is wrong. */
function isWrongToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** The pieces of a response. One that cannot be read to its end has broken off. */
async function* received<Piece>(stream: ReadableStream<Piece>): AsyncGenerator<Piece> {
  try {
    yield* piecesOf(stream)
  } catch {
    throw brokenOff()
  }
}
