import type { Static } from '@sinclair/typebox'
import { ServiceError } from '../http/errors.ts'
import type { Frame } from './encoded.ts'
import type { SSE_REQUEST } from './speech-request.ts'
import { streamResponse } from './stream-response.ts'
import { asciiJson, errorFrame, type WireFrame } from './wire-frame.ts'
import { type StreamOptions, wireFrames } from './wire-frames.ts'

/** The options in a request; a context id is made up when there is none. */
export function streamOptions({ context_id, add_timestamps }: Static<typeof SSE_REQUEST>): StreamOptions {
  return { contextId: context_id || crypto.randomUUID(), addTimestamps: add_timestamps === true }
}

/** A turn as Server-Sent Events: chunk frames, then done. A failure after the first is one error frame, then the end. */
export function sseResponse(frames: AsyncGenerator<Frame>, options: StreamOptions): Promise<Response> {
  return streamResponse(events(framesOf(frames, options)), 'text/event-stream')
}

async function* framesOf(frames: AsyncGenerator<Frame>, options: StreamOptions): AsyncGenerator<WireFrame> {
  let hasBegun = false
  try {
    for await (const frame of wireFrames(frames, options)) {
      hasBegun = true
      yield frame
    }
  } catch (error) {
    if (!hasBegun || !(error instanceof ServiceError)) throw error
    yield errorFrame(options.contextId, error)
  }
}

async function* events(frames: AsyncGenerator<WireFrame>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const frame of frames) yield encoder.encode(`data: ${asciiJson(frame)}\n\n`)
}
