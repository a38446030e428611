import type { ServerFrame } from '../../../tts/server-frame.ts'
import { ApiError } from '../api.ts'
import type { SpeechPart } from './parts.ts'

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
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
