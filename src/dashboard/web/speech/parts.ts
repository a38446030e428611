import type { ServerFrame } from '../../../tts/server-frame.ts'
import { ApiError } from '../api.ts'

/** A word with its times, in seconds from the start of the turn. */
export interface TimedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** What comes of a request to speak, in its order. */
export type SpeechPart =
  /** The request is about to be sent. */
  | { readonly type: 'sending' }
  | { readonly type: 'audio'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'words'; readonly words: readonly TimedWord[] }

/**
 * What a frame of an event stream or a WebSocket has for a listener. Undefined: nothing. `done`: nothing more comes.
 *
 * @throws ApiError of an error frame
 */
export function partOf(frame: ServerFrame): SpeechPart | 'done' | undefined {
  switch (frame.type) {
    case 'chunk':
      return { type: 'audio', bytes: bytesOf(frame.data) }
    case 'timestamps': {
      const { words, start, end } = frame.word_timestamps
      return {
        type: 'words',
        words: words.map((word, at) => ({ word, start: start[at]!, end: end[at]! })),
      }
    }
    case 'done':
      return 'done'
    case 'error':
      throw new ApiError(frame.status_code, frame.error_code, frame.message)
    default:
      return undefined
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
}
