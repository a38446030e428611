import { isWholeFile, type SpeechFormat } from '../audio/compressed/format.ts'
import { STREAM_HEADERS } from '../http/answer-headers.ts'
import { ServiceError } from '../http/errors.ts'
import { asciiJson, doneFrame, errorFrame, type ServerFrame, ServerFrames } from './server-frame.ts'
import { type SseBody, type Times, timesOf } from './speech-request.ts'
import type { Turn, TurnChunk } from './turn.ts'

/** What the bytes of a turn are, as Content-Type says it. */
const CONTENT_TYPES: Readonly<Record<SpeechFormat['container'], string>> = {
  raw: 'application/octet-stream',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
}

/**
 * A turn as the body of one HTTP response: audio as it is made, or a whole file.
 *
 * @param format of the turn
 */
export function bytesResponse(
  turn: Turn,
  format: SpeechFormat,
  contentType = CONTENT_TYPES[format.container],
): Promise<Response> {
  if (isWholeFile(format))
    return wholeResponse(
      turn,
      ([file]) => new Response(file!.audio, { headers: { 'content-type': contentType } }),
    )
  return streamResponse(turn, {
    contentType,
    write: ({ audio }) => (audio.length > 0 ? [audio] : []),
    end: () => [],
  })
}

/** The options in a request. Without a context id it gets a new one. */
export function streamOptions(body: SseBody): StreamOptions {
  return { contextId: body.context_id || crypto.randomUUID(), times: timesOf(body) }
}

/** The options of an event stream. */
export interface StreamOptions {
  readonly contextId: string
  readonly times: Times
}

/** A turn as Server-Sent Events: chunk frames, then done. A failure after the first frame is an error frame, then the end. */
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

/**
 * A turn that is answered when it has been spoken.
 *
 * @param write makes the response of all its chunks
 */
export async function wholeResponse(
  turn: Turn,
  write: (chunks: readonly TurnChunk[]) => Response,
): Promise<Response> {
  const chunks = await chunksOf(turn).catch(async (error) => {
    await turn.end()
    throw error
  })
  // The client does not wait for the settlement.
  setImmediate(() => {
    for (const chunk of chunks) turn.delivered(chunk)
    void turn.end()
  })
  return write(chunks)
}

/**
 * All chunks of a turn, when it has been spoken.
 *
 * @throws ServiceError of the turn, and upstream_unavailable if it has none
 */
export async function chunksOf(turn: Turn): Promise<readonly TurnChunk[]> {
  const chunks = await Array.fromAsync(turn.audio())
  if (chunks.length > 0) return chunks
  throw new ServiceError('upstream_unavailable', 'There is no speech to send.', {
    detail: 'Nothing was charged. Try again, or send other text.',
  })
}

/** How a turn is written to a stream. */
export interface Framing {
  readonly contentType: string
  /** The pieces that are sent for a chunk; there may be none. */
  readonly write: (chunk: TurnChunk) => readonly Uint8Array[]
  /** The pieces that are sent after the last chunk. */
  readonly end: () => readonly Uint8Array[]
  /** The pieces that are sent if the turn fails on the way. Without this, the connection is broken off. */
  readonly fail?: (error: ServiceError) => readonly Uint8Array[]
}

/**
 * A turn as a stream, each chunk as soon as the client takes it. The response is not begun before its first piece is there, so
 * every failure until then has its own status.
 */
export async function streamResponse(turn: Turn, framing: Framing): Promise<Response> {
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
  return new Response(body, { headers: { ...STREAM_HEADERS, 'content-type': framing.contentType } })
}

/** Pieces that are sent together. Only the last of these can be empty. */
interface Pieces {
  readonly sent: readonly Uint8Array[]
  readonly isLast: boolean
}

/** A turn as the pieces of a stream. Asking for the next ones acknowledges those before. */
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

  /** @throws ServiceError of the turn, if nothing was sent before or the framing has no pieces for a failure */
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

  /** The next chunk for which there is something to send. After the last one, or a failure, the turn is ended. */
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
