import type { ServiceError } from '../../http/errors.ts'
import { errorFrame, type ServerFrame } from '../../tts/server-frame.ts'

/** An event of a call, as programs receive it. */
export type CallEvent =
  | { readonly type: 'started' | 'ended'; readonly call_id: string }
  /** speaking: the first frame of an utterance was sent. mark: it was played to its end. interrupted: its rest was dropped. */
  | { readonly type: 'speaking' | 'mark' | 'interrupted'; readonly context_id: string }
  | { readonly type: 'dtmf'; readonly digit: string }
  | ServerFrame

/** The event for an utterance or a frame that could not be spoken. */
export function failed(contextId: string | null, error: ServiceError): CallEvent {
  return errorFrame(contextId, error)
}
