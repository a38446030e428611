import { ServiceError } from '../http/errors.ts'
import type { Frame } from './encoded.ts'
import { streamResponse } from './stream-response.ts'
import {
  asciiJson,
  chunkFrame,
  doneFrame,
  errorFrame,
  timestampsFrame,
  type WireFrame,
} from './wire-frame.ts'

/** What a client may ask of an event stream besides the speech. */
export interface SseOptions {
  readonly contextId: string
  readonly addTimestamps: boolean
}

/** The options in a request body; a context id is made up when there is none. */
export function sseOptions(body: Readonly<Record<string, unknown>>): SseOptions {
  const { context_id, add_timestamps } = body
  return {
    contextId: typeof context_id === 'string' && context_id !== '' ? context_id : crypto.randomUUID(),
    addTimestamps: add_timestamps === true,
  }
}

/** A turn as Server-Sent Events: chunk frames, then done. A failure after the first is one error frame, then the end. */
export function sseResponse(frames: AsyncGenerator<Frame>, options: SseOptions): Promise<Response> {
  return streamResponse(events(wireFrames(frames, options)), 'text/event-stream')
}

async function* wireFrames(frames: AsyncGenerator<Frame>, options: SseOptions): AsyncGenerator<WireFrame> {
  const { contextId, addTimestamps } = options
  let hasBegun = false
  let begun = performance.now()
  try {
    for await (const { audio, words } of frames) {
      hasBegun = true
      if (audio.length > 0) yield chunkFrame(contextId, audio, performance.now() - begun)
      if (addTimestamps && words.length > 0) yield timestampsFrame(contextId, words)
      begun = performance.now()
    }
  } catch (error) {
    if (!hasBegun || !(error instanceof ServiceError)) throw error
    yield errorFrame(contextId, error)
    return
  }
  yield doneFrame(contextId)
}

async function* events(frames: AsyncGenerator<WireFrame>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const frame of frames) yield encoder.encode(`data: ${asciiJson(frame)}\n\n`)
}
