import type { Cue } from './dictation.ts'
import type { Frame } from './encoded.ts'
import { chunkFrame, doneFrame, flushDoneFrame, timestampsFrame, type WireFrame } from './wire-frame.ts'

/** What a client may ask of a stream besides the speech. */
export interface StreamOptions {
  readonly contextId: string
  readonly addTimestamps: boolean
  /** Whether the client has flushed: from then on frames tell which flush they come before, counted from 0. */
  readonly hasFlushed?: () => boolean
}

/** A turn as frames for the wire, `done` last. A failure of the turn is thrown on. */
export async function* wireFrames(
  frames: AsyncIterable<Frame<Cue>>,
  { contextId, addTimestamps, hasFlushed = () => false }: StreamOptions,
): AsyncGenerator<WireFrame> {
  let begun = performance.now()
  let nextFlush = 0
  for await (const { audio, words, line, last } of frames) {
    const flushId = hasFlushed() ? nextFlush : undefined
    if (audio.length > 0) yield chunkFrame(contextId, audio, performance.now() - begun, flushId)
    if (addTimestamps && words.length > 0) yield timestampsFrame(contextId, words, flushId)
    if (last && line?.flushId !== undefined) {
      yield flushDoneFrame(contextId, line.flushId)
      nextFlush = line.flushId + 1
    }
    begun = performance.now()
  }
  yield doneFrame(contextId)
}
