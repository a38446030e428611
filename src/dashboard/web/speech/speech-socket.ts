import type { ServerFrame } from '../../../tts/server-frame.ts'
import { ApiError, offline } from '../api.ts'
import { partOf } from './frames.ts'
import { PartQueue } from './part-queue.ts'
import type { SpeechPart } from './parts.ts'
import { PATHS } from './request.ts'
import { brokenOff, refusalIn } from './speech-error.ts'

/** Turns on one WebSocket. */
export class SpeechSocket {
  readonly #socket: WebSocket
  readonly #turns = new Map<string, PartQueue<SpeechPart>>()
  #count = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data) as ServerFrame)
    socket.onclose = () => {
      for (const turn of this.#turns.values()) turn.fail(brokenOff())
      this.#turns.clear()
    }
  }

  /**
   * Connects with an access token.
   *
   * @throws ApiError with the refusal of the server
   */
  static async open(token: string): Promise<SpeechSocket> {
    const address = new URL(PATHS.websocket, location.href.replace(/^http/, 'ws'))
    address.searchParams.set('access_token', token)
    const socket = new WebSocket(address)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    socket.onopen = () => resolve(true)
    socket.onerror = () => resolve(false)
    if (await promise) return new SpeechSocket(socket)
    throw await refusalOfHandshake(token)
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Speaks a turn. When the signal is aborted, the turn is cancelled and nothing more comes. */
  async *speak(body: object, signal: AbortSignal): AsyncGenerator<SpeechPart> {
    const context_id = `turn-${++this.#count}`
    const turn = new PartQueue<SpeechPart>()
    const cancel = () => {
      this.#turns.delete(context_id)
      if (this.isOpen) this.#socket.send(JSON.stringify({ context_id, cancel: true }))
      turn.end()
    }
    this.#turns.set(context_id, turn)
    signal.addEventListener('abort', cancel)
    try {
      this.#socket.send(JSON.stringify({ ...body, context_id }))
      yield* turn
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  close(): void {
    this.#socket.close()
  }

  #take(frame: ServerFrame): void {
    const { context_id } = frame
    const turn = context_id === null ? undefined : this.#turns.get(context_id)
    if (turn === undefined) return
    try {
      const part = partOf(frame)
      if (part === 'done') turn.end()
      else if (part !== undefined) turn.push(part)
    } catch (error) {
      turn.fail(error)
    }
    if (frame.done) this.#turns.delete(context_id!)
  }
}

/** Browsers do not say why a WebSocket was refused, but the same request without one is answered. */
async function refusalOfHandshake(token: string): Promise<ApiError> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(PATHS.websocket, { headers }).catch(() => undefined)
  if (answer === undefined) return offline()
  if (answer.status !== 426) return refusalIn(answer)
  return new ApiError(
    0,
    'offline',
    'The WebSocket could not be opened.',
    'A proxy between you and the server may not let WebSockets through. Choose another transport.',
  )
}
