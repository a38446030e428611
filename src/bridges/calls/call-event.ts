import { type Static, Type } from '@sinclair/typebox'
import { SERVER_FRAMES, type ServerFrame } from '../../tts/server-frame.ts'

const CALL_ID = Type.String({ description: 'The id of the call.', examples: ['CA5d7f0a2b'] })
const CONTEXT_ID = Type.String({ description: 'The utterance.', examples: ['booked'] })

function ofCall<Kind extends string>(type: Kind, description: string) {
  return Type.Object(
    { type: Type.Literal(type), call_id: CALL_ID },
    { description, additionalProperties: false },
  )
}

function ofUtterance<Kind extends string>(type: Kind, description: string) {
  return Type.Object(
    { type: Type.Literal(type), context_id: CONTEXT_ID },
    { description, additionalProperties: false },
  )
}

const STARTED = ofCall('started', 'The program has connected to the call.')
const ENDED = ofCall('ended', 'The call is over. The connection is closed.')
const SPEAKING = ofUtterance('speaking', 'The first frame of an utterance was sent.')
const MARK = ofUtterance('mark', 'The telephone system has played an utterance to its end.')
const INTERRUPTED = ofUtterance('interrupted', 'The rest of an utterance will not be heard.')
const DTMF = Type.Object(
  { type: Type.Literal('dtmf'), digit: Type.String({ examples: ['1'] }) },
  { description: 'A key of the telephone was pressed.', additionalProperties: false },
)

/** The schemas of the events of a call, by their types. */
export const CALL_EVENTS = {
  started: STARTED,
  speaking: SPEAKING,
  mark: MARK,
  interrupted: INTERRUPTED,
  dtmf: DTMF,
  error: SERVER_FRAMES.error,
  ended: ENDED,
}

/** An event of a call, as programs receive it. */
export type CallEvent =
  | Readonly<
      Static<typeof STARTED | typeof ENDED | typeof SPEAKING | typeof MARK | typeof INTERRUPTED | typeof DTMF>
    >
  | ServerFrame
