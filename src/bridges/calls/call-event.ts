import type { ServiceError } from '../../http/errors.ts'
import { errorFrame, type ServerFrame } from '../../tts/server-frame.ts'

/** What happens on a call, as its program is told. */
export type CallEvent =
  | { readonly type: 'started' | 'ended'; readonly call_id: string }
  /** speaking: the first frame of an utterance was sent; mark: it has been played to its end; interrupted: it never will be. */
  | { readonly type: 'speaking' | 'mark' | 'interrupted'; readonly context_id: string }
  | { readonly type: 'dtmf'; readonly digit: string }
  | ServerFrame

/** An utterance, or a frame, could not be spoken. */
export function failed(contextId: string | null, error: ServiceError): CallEvent {
  return errorFrame(contextId, error)
}
