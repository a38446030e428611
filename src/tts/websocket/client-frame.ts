import { parseJson } from '../../http/body.ts'
import { ServiceError } from '../../http/errors.ts'
import { checkTranscript, type SpeechRequest, speechRequest } from '../speech-request.ts'
import type { TextEvent } from '../transcript-buffer.ts'
import type { FrameKind } from './context-state.ts'

/** Bytes a frame may have: as many as a body (spec 8). */
const FRAME_LIMIT = 65_536
/** The id comes back on every frame. */
const LONGEST_ID = 256
/** The longest wait that a client can ask for (milliseconds). */
const LONGEST_DELAY = 5000

/** A frame of a client, read and checked. */
export type ClientFrame = Speak | Control | Refused

interface Common {
  /** Made up when the frame has none; null when it could not be read. */
  readonly contextId: string | null
  readonly kind: FrameKind
  readonly bytes: number
}

/** Text to be spoken. */
export interface Speak extends Common {
  readonly kind: 'text' | 'lastText'
  readonly contextId: string
  readonly request: SpeechRequest
  readonly text: TextEvent
  readonly flush: boolean
  readonly addTimestamps: boolean
}

/** A frame without words: its model, voice and format are not looked at. */
export interface Control extends Common {
  readonly kind: 'space' | 'marker' | 'flush' | 'cancel'
  readonly contextId: string
  readonly text: TextEvent
}

/** A frame that has to be refused. */
export interface Refused extends Common {
  readonly kind: 'bad' | 'lastBad'
  readonly error: ServiceError
}

type Body = Readonly<Record<string, unknown>>

/** Reads a message of a client; what is wrong with it is in the frame. */
export function readFrame(message: string | Uint8Array): ClientFrame {
  // No text has fewer bytes than code units, and those of a long one need not be counted.
  const bytes = message.length > FRAME_LIMIT ? message.length : Buffer.byteLength(message)
  if (typeof message !== 'string') {
    const error = new ServiceError('invalid_json', 'The frame is binary.', {
      detail: 'Send JSON objects as text frames.',
    })
    return { kind: 'lastBad', contextId: null, bytes, error }
  }
  if (bytes > FRAME_LIMIT) return tooLarge(message, bytes)
  let body: Body
  let contextId: string
  try {
    body = parseJson(message, 'frame')
    contextId = contextIdOf(body.context_id)
  } catch (error) {
    return { kind: 'lastBad', contextId: null, bytes, error: error as ServiceError }
  }
  try {
    return meaningOf(body, contextId, bytes)
  } catch (error) {
    const kind = body.continue === true ? 'bad' : 'lastBad'
    return { kind, contextId, bytes, error: error as ServiceError }
  }
}

function contextIdOf(id: unknown): string {
  if (id === undefined || id === null || id === '') return crypto.randomUUID()
  if (typeof id === 'string' && id.length <= LONGEST_ID) return id
  throw new ServiceError(
    'invalid_context',
    `context_id is not a string of at most ${LONGEST_ID} characters.`,
    {
      detail: 'Send a new id for each turn, such as a UUID.',
    },
  )
}

/** @throws ServiceError for the first field that is wrong */
function meaningOf(body: Body, contextId: string, bytes: number): ClientFrame {
  const { transcript } = body
  const goesOn = body.continue === true
  const text: TextEvent = {
    transcript: typeof transcript === 'string' ? transcript : '',
    isLast: !goesOn,
    maxDelay: delayOf(body.max_buffer_delay_ms),
  }
  if (body.cancel === true) return { kind: 'cancel', contextId, bytes, text }
  if (typeof transcript !== 'string') checkTranscript(transcript)
  else if (transcript.trim() === '') {
    if (!goesOn) return { kind: 'marker', contextId, bytes, text }
    return { kind: body.flush === true ? 'flush' : 'space', contextId, bytes, text }
  }
  return {
    kind: goesOn ? 'text' : 'lastText',
    contextId,
    bytes,
    text,
    request: speechRequest(body, ['raw']),
    flush: body.flush === true,
    addTimestamps: body.add_timestamps === true,
  }
}

function delayOf(milliseconds: unknown): number | undefined {
  if (typeof milliseconds !== 'number' || Number.isNaN(milliseconds)) return undefined
  return Math.min(LONGEST_DELAY, Math.max(0, milliseconds))
}

/** So much of each end of a frame that is too large is looked at (code units): beside the text, all others have room. */
const END = 4096
/**
 * Fields in JSON that is not parsed. Neither matches within a text, where quotes are escaped. One in an object within
 * the frame would be taken for the frame's own, which at worst names another turn of the same client.
 */
const CONTEXT_ID = /"context_id"\s*:\s*("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))+")/u
const CONTINUES = /"continue"\s*:\s*true/

/**
 * The refusal of a frame that is too large to be parsed: which turn it was for is looked for at its ends only, where
 * clients write it. The turn goes on after it, up to its end marker, when `continue: true` is found there; otherwise
 * the frame was its last.
 */
function tooLarge(message: string, bytes: number): Refused {
  const ends = [message.slice(-END), message.slice(0, END)]
  const literal = ends.map((end) => CONTEXT_ID.exec(end)?.[1]).find((each) => each !== undefined)
  const contextId: string | null = literal === undefined ? null : JSON.parse(literal)
  const error = new ServiceError('payload_too_large', `The frame is larger than ${FRAME_LIMIT} bytes.`, {
    detail: 'Split the text across several frames or turns.',
  })
  return {
    kind: ends.some((end) => CONTINUES.test(end)) ? 'bad' : 'lastBad',
    contextId: contextId !== null && contextId.length <= LONGEST_ID ? contextId : null,
    bytes,
    error,
  }
}
