import type { Static } from '@sinclair/typebox'
import type { OutputFormat } from '../audio/output-format.ts'
import { ServiceError } from '../http/errors.ts'
import { asciiJson, doneFrame, errorFrame, type ServerFrame, ServerFrames } from './server-frame.ts'
import { type SSE_REQUEST, type Times, timesOf } from './speech-request.ts'
import type { Turn, TurnChunk } from './turn.ts'

/** A turn as the body of one HTTP answer: raw audio as it is generated, or a whole wav file. */
export function bytesResponse(turn: Turn, { container }: OutputFormat): Promise<Response> {
  if (container === 'wav') return fileResponse(turn)
  return streamResponse(turn, {
    contentType: 'application/octet-stream',
    write: ({ audio }) => (audio.length > 0 ? [audio] : []),
    end: () => [],
  })
}

/** The options in a request; a context id is made up when there is none. */
export function streamOptions(body: Static<typeof SSE_REQUEST>): StreamOptions {
  return { contextId: body.context_id || crypto.randomUUID(), times: timesOf(body) }
}

/** What a client may ask of an event stream besides the speech. */
export interface StreamOptions {
  readonly contextId: string
  readonly times: Times
}

/** A turn as Server-Sent Events: chunk frames, then done. A failure after the first is one error frame, then the end. */
export function sseResponse(turn: Turn, { contextId, times }: StreamOptions): Promise<Response> {
  const frames = new ServerFrames(contextId, times)
  const encoder = new TextEncoder()
  const event = (frame: ServerFrame) => encoder.encode(`data: ${asciiJson(frame)}\n\n`)
  return streamResponse(turn, {
    contentType: 'text/event-stream',
    write: (chunk) => frames.of(chunk).map(event),
    end: () => [event(doneFrame(contextId))],
    fail: (error) => [event(errorFrame(contextId, error))],
  })
}

async function fileResponse(turn: Turn): Promise<Response> {
  let file: TurnChunk | undefined
  try {
    for await (const chunk of turn.audio()) file = chunk
    if (file === undefined) throw new ServiceError('upstream_unavailable', 'There is no speech to send.')
  } catch (error) {
    await turn.end()
    throw error
  }
  const { audio } = file
  // The client does not wait for the settlement.
  setImmediate(() => {
    turn.delivered(file)
    void turn.end()
  })
  return new Response(audio, { headers: { 'content-type': 'audio/wav' } })
}

/** How a turn is written into a stream. */
interface Framing {
  readonly contentType: string
  /** What is sent of a chunk, maybe nothing. */
  readonly write: (chunk: TurnChunk) => readonly Uint8Array[]
  /** What is sent after the last chunk. */
  readonly end: () => readonly Uint8Array[]
  /** What is sent when the turn fails on the way. Without it, the connection is broken off. */
  readonly fail?: (error: ServiceError) => readonly Uint8Array[]
}

/**
 * A turn as a stream, each chunk as soon as the client takes it. Nothing is answered before the first piece is there, so
 * that every failure until then has its own status.
 */
async function streamResponse(turn: Turn, framing: Framing): Promise<Response> {
  const pieces = new TurnPieces(turn, framing)
  let opening: Pieces | undefined = await pieces.next()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { sent, isLast } = opening ?? (await pieces.next())
      opening = undefined
      for (const piece of sent) controller.enqueue(piece)
      if (isLast) controller.close()
    },
    cancel: () => pieces.leave(),
  })
  return new Response(body, { headers: { 'content-type': framing.contentType } })
}

/** What is sent at once, never nothing but at the end. */
interface Pieces {
  readonly sent: readonly Uint8Array[]
  readonly isLast: boolean
}

/** A turn as the pieces of a stream. Asking for more acknowledges what was given before. */
class TurnPieces {
  readonly #turn: Turn
  readonly #framing: Framing
  readonly #chunks: AsyncGenerator<TurnChunk>
  #given: TurnChunk | undefined
  #hasBegun = false

  constructor(turn: Turn, framing: Framing) {
    this.#turn = turn
    this.#framing = framing
    this.#chunks = turn.audio()
  }

  /** @throws ServiceError of the turn, where the framing has nothing for it or nothing was sent before */
  async next(): Promise<Pieces> {
    const { end, fail } = this.#framing
    try {
      return (await this.#nextChunk()) ?? { sent: end(), isLast: true }
    } catch (error) {
      if (!this.#hasBegun || fail === undefined || !(error instanceof ServiceError)) throw error
      return { sent: fail(error), isLast: true }
    }
  }

  /** The client is gone. */
  async leave(): Promise<void> {
    await this.#chunks.return(undefined)
    await this.#turn.end()
  }

  /** The next chunk of which there is something to send. After the last one, or a failure, the turn has ended. */
  async #nextChunk(): Promise<Pieces | undefined> {
    let isOver = true
    try {
      while (true) {
        if (this.#given !== undefined) this.#turn.delivered(this.#given)
        const { done, value } = await this.#chunks.next()
        if (done) return undefined
        this.#given = value
        const sent = this.#framing.write(value)
        if (sent.length === 0) continue
        isOver = false
        this.#hasBegun = true
        return { sent, isLast: false }
      }
    } finally {
      if (isOver) await this.#turn.end()
    }
  }
}
