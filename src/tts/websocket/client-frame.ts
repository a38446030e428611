import { type Static, Type } from '@sinclair/typebox'
import { BODY_LIMIT, parseJson } from '../../http/body.ts'
import { ServiceError } from '../../http/errors.ts'
import { checkedBy, checker } from '../../http/schema.ts'
import { CONTEXT_ID_FIELD } from '../context-id.ts'
import { oversizedFrame } from '../oversized-frame.ts'
import {
  speechRequest,
  streamRequest,
  TIMES_REQUEST,
  type Times,
  TRANSCRIPT,
  timesOf,
  type UncompressedRequest,
} from '../speech-request.ts'
import type { TextEvent } from '../transcript-buffer.ts'
import type { FrameKind } from './context-state.ts'

/** Most milliseconds that a client can let text wait. */
const MAX_DELAY = 5000

/** The fields of a frame besides its text. All but the id count as absent if they have another type. */
const CONTROLS = Type.Object({
  context_id: CONTEXT_ID_FIELD,
  continue: Type.Optional(Type.Boolean({ description: 'More text of the turn follows.' })),
  flush: Type.Optional(Type.Boolean({ description: 'Speak all text that has come now.' })),
  cancel: Type.Optional(Type.Boolean({ description: 'Stop the turn, and send nothing more for it.' })),
  ...TIMES_REQUEST,
  traceparent: Type.Optional(
    Type.String({
      description:
        'The span of the client that the turn belongs to, as in the header of W3C Trace Context. Of the frame that begins a turn.',
      examples: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    }),
  ),
  max_buffer_delay_ms: Type.Optional(
    // TypeBox accepts no infinite number, and JSON's 1e999 is one.
    checkedBy<number>((value) => typeof value === 'number', {
      type: 'number',
      description: `Milliseconds that text waits at most for the end of its clause. The nearest from 0 to ${MAX_DELAY} counts.`,
    }),
  ),
})

/**
 * The schema of a frame with text. A frame without words needs only its controls and the empty transcript.
 *
 * @param models the ids of the models that there are
 */
function textFrame(models: readonly string[]) {
  return Type.Object(
    { ...streamRequest(models).properties, ...CONTROLS.properties },
    { description: 'Text of a turn, maybe with more to follow.' },
  )
}

/** The schema of a frame without words. Only its documentation: what such a frame may have besides is not checked. */
const WORDLESS = Type.Object(
  {
    ...CONTROLS.properties,
    transcript: Type.Optional(Type.String({ description: 'Empty or only white space.', pattern: '^\\s*$' })),
  },
  {
    description:
      'A frame without words: it ends the text of a turn, flushes it with continue and flush, or cancels the turn.',
    examples: [{ context_id: 'turn-1', transcript: '' }],
  },
)

/**
 * The schemas of the frames that clients send, by their names.
 *
 * @param models the ids of the models that there are
 */
export function clientFrames(models: readonly string[]) {
  return { text: textFrame(models), control: WORDLESS }
}

type Controls = Static<typeof CONTROLS>

const checkControls = checker(CONTROLS)
const checkTranscript = checker(TRANSCRIPT)

/** A frame of a client, read and checked. */
export type ClientFrame = Speak | Control | RefusedFrame

interface Common {
  /** A new id if the frame has none; null if the frame could not be read. */
  readonly contextId: string | null
  readonly kind: FrameKind
  readonly bytes: number
}

/** Text to be spoken. */
export interface Speak extends Common {
  readonly kind: 'text' | 'lastText'
  readonly contextId: string
  readonly request: UncompressedRequest
  readonly text: TextEvent
  /** Whether all text up to this is to be spoken now. */
  readonly isFlush: boolean
  readonly times: Times
  readonly traceparent: string | undefined
}

/** A frame without words: its model, voice and format are not read. */
export interface Control extends Common {
  readonly kind: 'space' | 'lastSpace' | 'marker' | 'flush' | 'cancel'
  readonly contextId: string
  readonly text: TextEvent
}

/** A frame that has to be refused. */
export interface RefusedFrame extends Common {
  readonly kind: 'bad' | 'lastBad'
  readonly error: ServiceError
}

type Body = Readonly<Record<string, unknown>>

/** Reads a client's message. If something is wrong with it, the frame says what. */
export type FrameReader = (message: string | Uint8Array) => ClientFrame

/**
 * A reader of the frames that clients send.
 *
 * @param models the ids of the models that there are
 */
export function frameReader(models: readonly string[]): FrameReader {
  const frame = textFrame(models)
  const schema = { check: checker(frame), required: frame.required! }
  return (message) => readFrame(message, schema)
}

/** What frames with text are checked with. */
interface TextSchema {
  readonly check: (body: unknown) => Static<ReturnType<typeof textFrame>>
  /** The fields that they must have. */
  readonly required: readonly string[]
}

function readFrame(message: string | Uint8Array, schema: TextSchema): ClientFrame {
  // A text has at least as many bytes as code units, so those of a long one need not be counted.
  const bytes = message.length > BODY_LIMIT ? message.length : Buffer.byteLength(message)
  if (typeof message !== 'string') {
    const error = new ServiceError('invalid_json', 'The frame is binary.', {
      detail: 'Send JSON objects as text frames.',
    })
    return { kind: 'lastBad', contextId: null, bytes, error }
  }
  if (bytes > BODY_LIMIT) return tooLarge(message, bytes)
  let body: Body
  let controls: Controls
  try {
    body = parseJson(message, 'frame', schema.required)
    controls = checkControls(body)
  } catch (error) {
    return { kind: 'lastBad', contextId: null, bytes, error: error as ServiceError }
  }
  const contextId = controls.context_id || crypto.randomUUID()
  try {
    return meaningOf(body, controls, { contextId, bytes, check: schema.check })
  } catch (error) {
    return { kind: controls.continue ? 'bad' : 'lastBad', contextId, bytes, error: error as ServiceError }
  }
}

/** @throws ServiceError for the first field that is wrong */
function meaningOf(
  body: Body,
  controls: Controls,
  { contextId, bytes, check }: { contextId: string; bytes: number; check: TextSchema['check'] },
): ClientFrame {
  const { transcript } = body
  const { continue: goesOn = false, flush = false, cancel = false } = controls
  const text: TextEvent = {
    transcript: typeof transcript === 'string' ? transcript : '',
    isLast: !goesOn,
    maxDelay: delayOf(controls.max_buffer_delay_ms),
  }
  if (cancel) return { kind: 'cancel', contextId, bytes, text }
  if (typeof transcript !== 'string') checkTranscript(transcript)
  else if (transcript.trim() === '') {
    if (!goesOn) return { kind: transcript === '' ? 'marker' : 'lastSpace', contextId, bytes, text }
    return { kind: flush ? 'flush' : 'space', contextId, bytes, text }
  }
  const request = speechRequest(check(body))
  return {
    kind: goesOn ? 'text' : 'lastText',
    contextId,
    bytes,
    text: { ...text, language: request.language },
    request,
    isFlush: flush,
    times: timesOf(controls),
    traceparent: controls.traceparent,
  }
}

function delayOf(milliseconds: number | undefined): number | undefined {
  if (milliseconds === undefined) return undefined
  return Math.min(MAX_DELAY, Math.max(0, milliseconds))
}

/**
 * The refusal of a frame that is too large to be parsed. If `continue: true` is found in it, the turn goes on after it, up to
 * its end marker. Otherwise the frame was its last.
 */
function tooLarge(message: string, bytes: number): RefusedFrame {
  const { continues, ...refused } = oversizedFrame(message)
  return { kind: continues ? 'bad' : 'lastBad', bytes, ...refused }
}
